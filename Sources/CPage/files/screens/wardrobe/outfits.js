// Outfits as pictures of their layers, newest first or as one likes.
import { go, remember, title } from "../../core/address.js"
import { write } from "../../core/api.js"
import { fill, h } from "../../core/dom.js"
import { icon } from "../../core/icons.js"
import { bind } from "../../core/keys.js"
import { Selection } from "../../core/selection.js"
import { Skeleton } from "../../core/skeleton.js"
import { count, say } from "../../core/words.js"
import { main } from "../../parts/frame.js"
import { trash } from "../../parts/keep.js"
import { ThingList } from "../../parts/list.js"
import { audienceMark, inQuotes } from "../../parts/marks.js"
import { menuButton } from "../../parts/menu.js"
import { openShare } from "../../parts/share.js"
import { doing, tellProblem } from "../../parts/toasts.js"
import { today, writeAct } from "./acts.js"
import { newOutfit } from "./new-outfit.js"
import { outfitPicture } from "./picture.js"
import { putInCloset } from "./selected.js"
import { onWardrobe } from "./store.js"

const sorts = ["added", "updated", "title", "likes"]

/** Shows the outfits that match, or those of a closet. */
export async function showOutfits(view) {
  const q = view.query.get("q") ?? ""
  const closet = view.query.get("closet")
  const sort = view.query.get("sort") ?? "added"
  const selection = new Selection()
  title(say("nav.outfits"))
  const heading = h("h1", null, say("nav.outfits"), h("small"))
  const list = new ThingList({
    make: (one) => tile(one, view.signal), label: say("nav.outfits"), selection, signal: view.signal,
    onOpen: (id) => go(`/outfit/${id}`), tiles: { width: 200, height: (width) => Math.round(width * 1.25) + 76 },
  })
  list.onRest = (anchor) => remember({ anchor })
  const below = h("div")
  const bar = selectionBar(selection)
  main(view, heading, h("div.bar", null, heading,
    h("select", { "aria-label": say("links.sort"), onchange: ({ target }) => {
      const words = new URLSearchParams(location.search)
      words.set("sort", target.value)
      void go(`/outfits?${words}`, { replace: true })
    } }, sorts.map((one) => h("option", { value: one, selected: one === sort }, say(`sort.${one}`)))),
    h("a.button", { href: "/outfits/ask" }, icon("comment"), say("outfit.ask")),
    h("a.button", { href: "/outfits/suggest" }, icon("heart"), say("suggest.open")),
    h("button.main", { type: "button", onclick: () => newOutfit() }, icon("add"), say("outfit.new"))), below,
      list.element, bar)
  let skeleton = null
  const words = [q, closet && `in:${inQuotes(closet)}`].filter(Boolean).join(" ")
  const show = async (anchor) => {
    try {
      skeleton = await Skeleton.read({ q: words, sort, type: "outfit" }, view.signal)
    } catch (problem) {
      if (view.signal.aborted) return
      if (problem.code !== "invalid_query") return tellProblem(problem)
      return fill(below, h("div.empty", { role: "alert" }, icon("warning"), h("h2", null, say("links.wrongQuery")),
        h("p", { lang: "en" }, problem.message)))
    }
    heading.querySelector("small").textContent = [count(skeleton.total, say("forms.outfits")),
      closet].filter(Boolean).join(" · ")
    fill(below, skeleton.total ? null : words
      ? h("div.empty", null, icon("search"), h("h2", null, say("links.noMatch")),
        h("a.button", { href: "/outfits" }, say("outfit.all")))
      : h("div.empty", null, icon("outfit"), h("h2", null, say("outfit.none")), h("p", null, say("outfit.begin")),
          h("button", { type: "button", onclick: () => newOutfit() }, icon("add"), say("outfit.new"))))
    list.element.hidden = !skeleton.total
    list.show(skeleton, "board", anchor)
  }
  await show(view.state.anchor)
  onWardrobe(() => void show(list.anchor), view.signal)
  const on = (key, about, act) => bind(key, about, act, view.signal)
  on("j", "keys.next", () => list.step(1))
  on("k", "keys.previous", () => list.step(-1))
  on("x", "keys.select", () => list.current && selection.toggle(list.current))
  on("p", "keys.share", () => list.current && openShare({ ids: selection.size ? selection.ids : [list.current] },
    Math.max(1, selection.size)))
  on("Delete", "keys.trash",
    () => list.current && trash({ ids: selection.size ? selection.ids : [list.current] }).then(() => selection.clear()))
  on("Escape", "keys.clear", () => selection.clear())
}

function tile(one, signal) {
  const name = (one.name ?? "").slice(0, 300)
  return [
    h("div.picture", { role: "gridcell" }, outfitPicture(one, signal)),
    h("div.body", { role: "gridcell" },
      h("a.title", { href: `/outfit/${one.id}`, tabindex: "-1", dir: "auto" }, name),
      h("span.host", null, one.author.me ? audienceMark(one.placement) : `@${one.author.name}`,
        one.occasions?.length ? ` · ${one.occasions.join(", ")}` : null)),
    h("div", { role: "gridcell" },
      h("input.pick", { type: "checkbox", tabindex: "-1", "aria-label": say("select.one", name.slice(0, 80)) })),
    h("div.more", { role: "gridcell" }, menuButton(say("menu.of", name.slice(0, 60)), "more", () => [
      { text: say("outfit.open"), icon: "open", act: () => go(`/outfit/${one.id}`) },
      one.author.me
        ? { text: say("garment.wearToday"), icon: "check",
        act: () => doing(() => writeAct("POST", `/v1/outfits/${one.id}/wear`, { body: { day: today() }, once: true })) }
        : null,
      { text: say("garment.clone"), icon: "copy", act: () => cloneOutfit(one) },
      { text: say("closet.put"), icon: "closet", act: () => putInCloset([one.id]) },
      { text: say("share.open"), icon: "share", key: "p", act: () => openShare({ ids: [one.id] }, 1) },
      one.author.me ? { text: say("trash.put"), icon: "trash", key: "Del", act: () => trash({ ids: [one.id] }) } : null,
    ].filter(Boolean), { tabindex: "-1" })),
  ]
}

/** Keeps one's own of an outfit, and opens it. */
export async function cloneOutfit(one) {
  const done = await doing(async () => {
    const kept = await write("POST", `/v1/outfits/${one.id}/clone`, { body: {}, once: true })
    return { ...kept, summary: say("garment.cloned", one.name.slice(0, 80)) }
  })
  if (done?.outcomes) await go(`/outfit/${done.outcomes[0].id}`)
}

function selectionBar(selection) {
  const bar = h("div.selection-bar", { role: "toolbar", "aria-label": say("selection.label"), hidden: true })
  selection.addEventListener("change", () => {
    bar.hidden = !selection.size
    const { ids, size } = selection
    fill(bar, h("strong", null, count(size, say("forms.selected"))),
      h("button.quiet", { type: "button", onclick: () => openShare({ ids }, size) }, icon("share"), say("share.open")),
      h("button.quiet", { type: "button", onclick: () => trash({ ids }).then(() => selection.clear()) }, icon("trash"),
        say("trash.put")),
      h("button.quiet", { type: "button", "aria-label": say("selection.clear"), onclick: () => selection.clear() },
        icon("cross")))
  })
  return bar
}

