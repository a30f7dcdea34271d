// A thing of any kind in a few words: its picture, what it is called, and what one wants to know of it first.
import { h } from "../core/dom.js"
import { numberText, say } from "../core/words.js"
import { hostOf } from "./marks.js"
import { picture } from "./picture.js"

/** What a thing is called. */
export const nameOf = (one) => one.title || one.name || one.url || one.short_id

/** Where a thing is shown. */
export function pathOf(one) {
  if (one.type === "place") return `/place/${one.id}`
  if (one.type === "clip" && one.place_thing) return `/reel/${one.place_thing.id}?clip=${one.id}`
  if (one.type === "clip") return `/reel/all?clip=${one.id}`
  return `/thing/${one.id}`
}

/** The facts of a thing that stand beside its name. */
export function factsOf(one) {
  const at = one.place_thing ? say("tile.at", one.place_thing.name) : null
  const facts = {
    bookmark: [hostOf(one.url ?? "")],
    garment: [one.brand, one.category?.split("/").at(-1), one.colors?.join(", "), one.price, at],
    outfit: [one.layers ? say("tile.layers", one.layers.length) : null, one.occasions?.join(", ")],
    place: [one.categories?.join(", "), one.address],
    clip: [one.theme, one.duration ? say("tile.seconds", numberText(Math.round(Number(one.duration)))) : null, one.price, at],
    closet: [one.things ? say("tile.things", one.things.length) : null],
  }[one.type] ?? []
  return facts.filter(Boolean)
}

/**
 * The tile of a thing: one link with everything in it.
 *
 * @param {object} one
 * @param {{isLarge?: boolean, note?: boolean}} [options]
 */
export function thingTile(one, { isLarge = false, note = true } = {}) {
  return h("a.thing-tile", { href: pathOf(one), data: { type: one.type } },
    picture(one, { isLarge }),
    h("span.about", null,
      h("span.called", { dir: "auto" }, nameOf(one).slice(0, 400)),
      factsOf(one).length ? h("span.facts", { dir: "auto" }, factsOf(one).join(" · ").slice(0, 300)) : null,
      note && one.note ? h("span.note", { dir: "auto" }, one.note.slice(0, 600)) : null))
}
