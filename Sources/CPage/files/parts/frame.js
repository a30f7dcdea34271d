// What stands around every screen: the search, the node's state, and where one can go.
import { get, node } from "../core/api.js"
import { go, onView, refine } from "../core/address.js"
import { $, fill, h, settled } from "../core/dom.js"
import { onEvent } from "../core/events.js"
import { icon } from "../core/icons.js"
import { bind } from "../core/keys.js"
import { count, listText, numberText, say } from "../core/words.js"
import { openDialog } from "./dialog.js"
import { dropTargets } from "./drag.js"
import { openPalette, setPlaces } from "./palette.js"
import { commandLine, redo, undo } from "./toasts.js"
import { openKeep } from "./keep.js"
import { openKeys } from "./keys-list.js"
import { searchBox } from "./search-box.js"
import { quoted, tagQuery } from "./marks.js"
import { learnTrouble, onTrouble, troubles } from "./trouble.js"

/** The places of the page that one goes to: path, words, icon, key, and whether it stands below on a phone. */
export const places = [
  ["/links", "nav.links", "link", "l", true],
  ["/feed", "nav.feed", "feed", "f", true],
  ["/closet", "nav.closet", "closet", "c", true],
  ["/outfits", "nav.outfits", "outfit", "o"],
  ["/places", "nav.places", "place", "m"],
  ["/rate", "nav.rate", "heart", "r"],
  ["/people", "nav.people", "people", "p", true],
  ["/trash", "nav.trash", "trash", "t"],
  ["/settings", "nav.settings", "settings", "s"],
]

/** Builds the frame; what a screen shows goes into `main`. */
export function buildFrame() {
  document.body.className = "open"
  const state = h("a.node-state", { href: "/people" })
  fill(
    document.body,
    h("header", null,
      h("a.name", { href: "/links", "aria-label": say("nav.home") }, icon("link"), h("span", null, "Weft")),
      searchBox(),
      h("button.main", { type: "button", onclick: () => openKeep(), title: `${say("keep.open")} (n)` },
        icon("add"), h("span", null, say("keep.open"))),
      h("button.quiet", { type: "button", onclick: () => undo(), title: `${say("undo")} (z)`, "aria-label": say("undo") },
        icon("undo")),
      state),
    h("nav", { "aria-label": say("nav.label") },
      h("ul.main", null,
        places.map(([path, words, kind, , isOften]) =>
          h(isOften ? "li.often" : "li", null,
            h("a", { href: path, data: { place: path } }, icon(kind), h("span", null, say(words)),
              h("span.count", { data: { count: path } })))),
        h("li.more", null, h("button.quiet", { type: "button", "aria-haspopup": "dialog", onclick: openMore },
          icon("more"), h("span", null, say("nav.more"))))),
      h("section", null, h("h2", null, say("nav.collections")), h("ul", { id: "nav-collections" })),
      h("section", null, h("h2", null, say("nav.tags")), h("ul", { id: "nav-tags" }))),
    h("main", { id: "main", tabindex: "-1" }))
  const showState = settled(50, () => void readState(state))
  const showCounts = settled(200, () => void readNav())
  showState()
  showCounts()
  node.addEventListener("change", () => (showBanner(), showState()))
  onTrouble(showBanner)
  onEvent(/^(friend\.(connected|disconnected)|sync\.|warning\.)/, showState)
  onEvent(/^(object\.|tag\.|friend\.pending|report\.)/, showCounts)
  onView((target) => {
    for (const link of document.querySelectorAll("body > nav a")) {
      const address = new URL(link.href)
      const isHere = address.search
        ? address.href === target.href.split("#")[0]
        : section(target) === section(address) && !target.searchParams.get("q")
      if (isHere) link.setAttribute("aria-current", "page")
      else link.removeAttribute("aria-current")
    }
  })
  dropTargets($("body > nav"))
  setPlaces(places)
  bindKeys()
}

// Which of the places a path belongs to: a single thing to where things of its kind are.
const belongs = { garments: "closet", garment: "closet", outfit: "outfits" }
const section = ({ pathname }) => belongs[pathname.split("/")[1]] ?? pathname.split("/")[1]

/** The part of the frame that a screen fills; its heading takes the focus after a navigation. */
export function main(view, heading, ...children) {
  // While a screen was fetched the page may have been locked: then there is no place for it.
  const place = view.isBeside ? besidePlace(view) : $("#main") ?? h("main")
  place.className = ""
  fill(place, ...children)
  // What is new begins at its top; where one was is found again by the list that remembers it.
  if (view.way === "push" && !view.isBeside) scrollTo({ top: 0, behavior: "instant" })
  if (view.way !== "load" && heading) {
    heading.tabIndex = -1
    heading.focus({ preventScroll: true })
  }
  return place
}

// Beside the list, until its view ends; what comes next stands in the same place.
function besidePlace(view) {
  const place = $("#beside") ?? h("aside", { id: "beside", "aria-label": say("beside.label") })
  if (!place.isConnected) $("#main").after(place)
  place.scrollTop = 0
  place.view = view
  view.signal.addEventListener("abort", () => queueMicrotask(() => {
    if (place.view !== view) return
    place.remove()
    // One is where one came from.
    const row = $(`#main [data-id="${CSS.escape(view.params.id ?? "")}"]`) ?? $("#main")
    row.focus({ preventScroll: true })
  }))
  return place
}

function bindKeys() {
  bind("/", "keys.search", () => $("#search").select())
  bind("n", "keys.keep", () => openKeep())
  bind("z", "keys.undo", () => undo())
  bind("Shift+z", "keys.redo", () => redo())
  bind("?", "keys.all", () => openKeys())
  bind("Ctrl+k", "keys.palette", () => openPalette())
  for (const [path, words, , key] of places) bind(`g ${key}`, words, () => go(path))
}

// MARK: The node

async function readState(place) {
  const { items } = node.isUp ? await get("/v1/peers").catch(() => ({ items: [] })) : { items: [] }
  const linked = items.filter(({ state }) => state === "in sync")
  const isBusy = items.some(({ state }) => !["in sync", "closed", "dialling", "waiting"].includes(state))
  const [dot, words] = !node.isUp ? ["bad", say("node.down")]
    : isBusy ? ["half", say("node.syncing")]
    : linked.length ? ["good", say("node.inSync", linked.length)]
    : ["idle", say("node.alone")]
  place.title = linked.length ? listText(linked.map(({ name }) => name)) : words
  place.setAttribute("aria-label", words)
  fill(place, h(`span.dot.${dot}`), h("span", null, words))
}

function showBanner() {
  $(".banner")?.remove()
  const all = troubles()
  const waits = node.waiting ? count(node.waiting, say("forms.waiting")) : ""
  const words = !node.isUp ? [say("node.silent"), " ", waits, commandLine("weft up")]
    : all.length ? all.map(({ text, theirs, fix }) =>
        h("span", null, text, " ", theirs ? h("span", { lang: "en" }, theirs, ". ") : null, fix)) : null
  if (words) $("body > header")?.after(h("div.banner", { role: "status" }, icon("warning"), words))
}

// MARK: Where one can go

async function readNav() {
  const [status, collections, tags] = await Promise.all([
    get("/v1/status"), get("/v1/collections"), get("/v1/tags", { limit: 200 }),
  ]).catch(() => [])
  if (!status) return
  learnTrouble(status)
  const things = (wanted) => {
    const found = status.things?.find(({ type }) => type === wanted)
    return found ? found.own + found.seen : 0
  }
  const shown = {
    "/links": status.own_links + status.seen_links,
    "/closet": things("garment"), "/outfits": things("outfit"), "/places": things("place"),
  }
  for (const [path, number] of Object.entries(shown)) {
    $(`[data-count="${path}"]`).textContent = number ? numberText(number) : ""
  }
  lists = {
    collections: () => collections.items.map(({ name, count, query, author }) =>
      entry("folder", name, `in:${quoted(name)}`, count, author.me && !query ? { collection: name } : null)),
    tags: () => tagTree(tags.items).map(branch),
  }
  fill($("#nav-collections"), lists.collections())
  fill($("#nav-tags"), lists.tags())
}

// What builds the collections and the tags as they were read last.
let lists = { collections: () => [], tags: () => [] }

// On a phone the other places stand in a sheet.
function openMore() {
  const part = (name, items) => (items.length ? h("section", null, h("h3", null, say(name)), h("ul", null, items)) : null)
  void openDialog(say("nav.more"), (close) =>
    h("nav.sheet", { "aria-label": say("nav.label"), onclick: ({ target }) => target.closest("a") && close() },
      h("ul", null, places.filter(([, , , , isOften]) => !isOften).map(([path, words, kind]) =>
        h("li", null, h("a", { href: path }, icon(kind), h("span", null, say(words)))))),
      part("nav.collections", lists.collections()), part("nav.tags", lists.tags())))
}

// `target` is what a thing gets that is dropped there: a collection, or a tag.
function entry(kind, name, query, number, target) {
  return h("li", null,
    h("a", { href: "/links?q=" + encodeURIComponent(query), data: { query, ...target } },
      icon(kind), h("span", null, name), h("span.count", null, number ? numberText(number) : "")))
}

/** Tags by their parts: `a/b` stands below `a`. */
export function tagTree(tags) {
  const root = { children: new Map() }
  for (const { name, count } of tags) {
    let place = root
    const parts = name.split("/")
    parts.forEach((part, at) => {
      const key = part.toLowerCase()
      if (!place.children.has(key)) {
        place.children.set(key, { name: parts.slice(0, at + 1).join("/"), part, count: 0, children: new Map() })
      }
      place = place.children.get(key)
    })
    place.count = count
  }
  return [...root.children.values()]
}

function branch({ name, part, count, children }) {
  const item = entry("tag", part, tagQuery(name), count, { tag: name })
  if (!children.size) return item
  const list = h("ul", { hidden: true }, [...children.values()].map(branch))
  const toggle = h("button.quiet", {
    type: "button", "aria-expanded": "false", "aria-label": say("nav.below", name),
    onclick: () => {
      list.hidden = !list.hidden
      toggle.setAttribute("aria-expanded", String(!list.hidden))
      fill(toggle, icon(list.hidden ? "right" : "down"))
    },
  }, icon("right"))
  return h("li.branch", null, h("div.row", null, item.firstChild, toggle), list)
}

export { refine }
