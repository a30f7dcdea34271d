// One thing with everything about it: beside its list where there is room, else on a page of its own.
import { get, Refusal } from "../../core/api.js"
import { go, leave, refine, title } from "../../core/address.js"
import { fill, freshID, h } from "../../core/dom.js"
import { onEvent } from "../../core/events.js"
import { icon } from "../../core/icons.js"
import { bind } from "../../core/keys.js"
import { lastOrder, setOrder, Skeleton } from "../../core/skeleton.js"
import { read, thing, watch } from "../../core/things.js"
import { numberText, say } from "../../core/words.js"
import { isMine, nameOf, setUnread } from "../../parts/edit.js"
import { commentsOf } from "../../parts/comments.js"
import { main } from "../../parts/frame.js"
import { editTags, openPage, putIntoCollection } from "../../parts/acts.js"
import { trash } from "../../parts/keep.js"
import { openShare } from "../../parts/share.js"
import { tellProblem } from "../../parts/toasts.js"
import { head } from "./head.js"
import { highlightsTab } from "./highlights.js"
import { historyTab } from "./history.js"
import { whoTab } from "./who.js"

/** Shows a thing. */
export async function showThing(view) {
  const { id } = view.params
  let one
  try {
    // Of what the list has read all is known but what is told of a single thing alone.
    one = await read(id)
  } catch (problem) {
    if (view.signal.aborted) return
    return showMissing(view, problem)
  }
  if (view.signal.aborted) return
  if (one.id !== id) return go(`/thing/${one.id}`, { replace: true, state: view.state })
  const order = await orderOf(view)
  if (view.signal.aborted) return
  title(nameOf(one))
  order?.reveal?.(id)
  const parts = head(one, view)
  const box = tabs(one, view)
  const draw = () => {
    const now = thing(id)
    if (!now) return showMissing(view)
    title(nameOf(now))
    parts.draw(now)
    box.draw(now)
  }
  main(view, parts.heading, walk(one, order, view), parts.element, box.element)
  watch(id, draw, view.signal)
  const end = onEvent(/^(object\.|reaction|comment|share)/, ({ type, data }) => {
    if (type === "gap" || data.id === id) box.again()
  })
  view.signal.addEventListener("abort", end)
  keys(view, id, order, parts)
}

// Of a page that was loaded anew the order is that of the list from which one came.
async function orderOf(view) {
  const known = lastOrder()
  if (known || !view.state.from) return known
  const from = new URL(view.state.from, location.href)
  if (from.pathname !== "/links") return null
  const sort = from.searchParams.get("sort") ?? localStorage.getItem("weft.sort")
  const words = { q: from.searchParams.get("q"), sort, type: "link" }
  const skeleton = await Skeleton.read(words, view.signal).catch(() => null)
  return skeleton && (setOrder(skeleton), lastOrder())
}

function walk(one, order, view) {
  const back = view.state.from ?? "/links"
  const place = order?.skeleton.place(one.id) ?? -1
  const step = (by, kind, words) => {
    const id = place < 0 ? "" : order.skeleton.id(place + by)
    const isThere = place >= 0 && place + by >= 0 && id
    return h("button.quiet", {
      type: "button", disabled: !isThere, "aria-label": say(words), title: `${say(words)} (${by < 0 ? "k" : "j"})`,
      onclick: () => to(id, view),
    }, icon(kind))
  }
  return h("div.walk", null,
    view.isBeside
      ? h("button.quiet", {
          type: "button", "aria-label": say("close"), title: `${say("close")} (Esc)`, onclick: () => leave(back),
        }, icon("cross"))
      : h("a.button.quiet", { href: back, onclick: (event) => (event.preventDefault(), leave(back)) }, icon("left"),
          h("span", null, place >= 0 ? say("thing.backTo", numberText(order.skeleton.total)) : say("thing.back"))),
    place >= 0
      ? [h("span.dim.count", null, say("thing.placeOf", numberText(place + 1), numberText(order.skeleton.total))),
          step(-1, "up", "thing.previous"), step(1, "down", "thing.next")]
      : null)
}

const to = (id, view) => id && go(`/thing/${id}` + location.search, { replace: true, state: { from: view.state.from } })

// MARK: What is said of it (tabs of ARIA APG; the address carries which)

function tabs(one, view) {
  const kinds = [
    one.type === "bookmark" ? ["highlights", (now) => now.highlights_count, highlightsTab] : null,
    ["comments", (now) => now.reactions.comments, commentsTab],
    ["history", () => null, historyTab],
    ["who", () => null, whoTab],
  ].filter(Boolean)
  const asked = view.query.get("tab")
  let chosen = kinds.some(([name]) => name === asked) ? asked : one.highlights_count ? "highlights" : "comments"
  let shown = null
  const id = freshID("tab")
  const panel = h("div.panel", { role: "tabpanel", id: `${id}-panel`, tabindex: "0" })
  const bar = h("div.tabs", { role: "tablist", "aria-label": say("thing.tabs"), onkeydown: move })
  const button = new Map(kinds.map(([name]) => [name, h("button", {
    type: "button", role: "tab", id: `${id}-${name}`, "aria-controls": panel.id, onclick: () => choose(name),
  })]))
  bar.append(...button.values())

  function move(event) {
    const at = kinds.findIndex(([name]) => name === chosen)
    const next = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: kinds.length - 1 }[event.key]
    if (next === undefined) return
    event.preventDefault()
    choose(kinds.at(next % kinds.length)[0])
    button.get(chosen).focus()
  }

  function choose(name) {
    chosen = name
    void refine({ tab: name }, { view, isQuiet: true })
    mark(thing(one.id) ?? one)
    open()
  }

  function mark(now) {
    for (const [name, number] of kinds) {
      const is = name === chosen
      const count = number(now)
      const place = button.get(name)
      place.setAttribute("aria-selected", String(is))
      place.tabIndex = is ? 0 : -1
      fill(place, say(`tab.${name}`), count ? h("span.count", null, " ", numberText(count)) : null)
    }
    panel.setAttribute("aria-labelledby", `${id}-${chosen}`)
  }

  async function open() {
    const mine = chosen
    const tab = await kinds.find(([name]) => name === chosen)[2](thing(one.id) ?? one, view).catch((problem) => {
      if (!view.signal.aborted) tellProblem(problem)
      return null
    })
    if (!tab || mine !== chosen || view.signal.aborted) return
    shown = tab
    fill(panel, tab.element)
  }

  mark(one)
  void open()
  return { element: h("section.about", null, bar, panel), draw: mark, again: () => shown?.again?.() }
}

// It listens by itself to what is said.
async function commentsTab(one, view) {
  const element = commentsOf(one, view)
  await element.ready
  return { element }
}

// MARK: Keys, and what is not there

function keys(view, id, order, parts) {
  const { signal } = view
  const on = (key, about, act) => bind(key, about, act, signal)
  const step = (by) => {
    const place = order?.skeleton.place(id) ?? -1
    if (place >= 0 && place + by >= 0) to(order.skeleton.id(place + by), view)
  }
  const now = () => thing(id)
  on("j", "keys.next", () => step(1))
  on("k", "keys.previous", () => step(-1))
  on("o", "keys.page", () => openPage(now()))
  if (now().author.me) on("p", "keys.share", () => openShare({ ids: [id] }, 1))
  on("Escape", "keys.back", () => leave(view.state.from ?? "/links"))
  on("c", "keys.collection", () => putIntoCollection({ ids: [id] }))
  if (!isMine(now())) return
  on("e", "keys.editTitle", () => parts.editTitle())
  on("t", "keys.tags", () => editTags([now()]))
  if (now().unread !== undefined) on("u", "keys.unread", () => setUnread(now()))
  on("Delete", "keys.trash", () => trash({ ids: [id] }))
}

async function showMissing(view, problem) {
  const found = await get("/v1/things", { q: "is:trashed", limit: 500 }, { signal: view.signal })
    .catch(() => ({ items: [] }))
  if (view.signal.aborted) return
  const gone = found.items.find((one) => one.id === view.params.id)
  const heading = h("h1", null, gone ? nameOf(gone) : say("thing.missing"))
  title(heading.textContent)
  main(view, heading, walk({ id: view.params.id }, lastOrder(), view), h("div.empty", null,
    icon(gone ? "trash" : "hidden"), heading, h("p", null, gone ? say("thing.trashed") : say("thing.missingText")),
    !gone && problem instanceof Refusal && problem.status !== 404 ? h("p", { lang: "en" }, problem.message) : null,
    gone ? h("a.button", { href: "/trash" }, say("nav.trash")) : h("a.button", { href: "/links" }, say("links.all"))))
}
