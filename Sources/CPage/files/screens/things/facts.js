// What is known of a thing of its kind beyond what all things have, as a plain list.
import { h } from "../../core/dom.js"
import { dayText, listText, say } from "../../core/words.js"
import { fileAddress } from "../../core/api.js"
import { fieldText } from "../../parts/edit.js"

const texts = ["category", "brand", "price", "barcode", "fit", "address", "hours", "contact", "theme"]
const lists = ["colors", "fabrics", "styles", "occasions", "categories"]

/** The list; null if there is nothing to tell. */
export function facts(one) {
  const rows = []
  const row = (name, value) => rows.push(h("dt", null, fieldText(name)), h("dd", { dir: "auto" }, value))
  for (const name of texts) if (one[name]) row(name, one[name])
  if (one.state) row("state", say(`state.${one.state}`))
  if (one.for) row("for", say(`for.${one.for}`))
  for (const name of lists) if (one[name]?.length && one.type !== "highlight") row(name, listText(one[name]))
  if (one.seasons?.length) row("seasons", listText(one.seasons.map((season) => say(`season.${season}`))))
  if (one.worn?.length) row("worn", listText(one.worn.slice(-12).map(dayText)))
  if (one.position) row("position", h("a", { href: `geo:${one.position}` }, one.position))
  if (one.place_thing) row("place", part(one.place_thing))
  if (one.layers?.length) row("layers", parts(one.layers.map(({ thing }) => thing)))
  if (one.things?.length) row("things", parts(one.things.map((item) => item.thing)))
  if (one.named_by?.length) row("named_by", parts(one.named_by))
  const film = one.film
    ? h("video", {
        src: fileAddress(one.film), controls: true, preload: "metadata", "aria-label": one.name ?? say("field.film"),
      })
    : null
  const passage = one.type === "highlight"
    ? h("blockquote", { dir: "auto" }, one.prefix, h("mark", null, one.name), one.suffix)
    : null
  return [film, passage, rows.length ? h("dl.facts", null, rows) : null]
}

const part = (one) =>
  one?.id
    ? h("a", { href: `/thing/${one.id}`, dir: "auto" }, one.name || one.title || one.short_id || one.id)
    : say("part.hidden")

const parts = (all) => h("ul", null, all.map((one) => h("li", null, part(one))))

