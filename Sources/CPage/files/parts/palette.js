// The palette: whatever one looks for by its name, with the key that does it (ARIA APG, dialog with a combobox).
import { get } from "../core/api.js"
import { go, isScreen } from "../core/address.js"
import { fill, freshID, h, settled } from "../core/dom.js"
import { icon } from "../core/icons.js"
import { commands } from "../core/keys.js"
import { say } from "../core/words.js"
import { openDialog } from "./dialog.js"
import { nameOf } from "./edit.js"
import { hostOf } from "./marks.js"
import { undo } from "./toasts.js"

const kinds = { tag: "tag", person: "person", place: "place", collection: "folder", group: "group" }
const moreCommands = [
  ["/trash", "nav.trash", "trash"], ["/undo", "undo.heading", "undo"], ["/keys", "keys.all", "keyboard"],
]

/** Opens it. */
export function openPalette() {
  // They are those of the view beneath, and act there once this is closed.
  const acts = known()
  return openDialog(say("keys.palette"), (close) => {
    const list = freshID("palette")
    let offers = []
    let chosen = 0
    let round = 0
    const input = h("input", {
      type: "text", role: "combobox", "aria-autocomplete": "list", "aria-expanded": "true", "aria-controls": list,
      "aria-label": say("palette.label"), placeholder: say("palette.label"), autocomplete: "off", spellcheck: "false",
      autofocus: true,
      oninput: () => {
        show(matching(acts, input.value))
        ask()
      },
      onkeydown: (event) => {
        const by = { ArrowDown: 1, ArrowUp: -1 }[event.key]
        if (by && offers.length) (event.preventDefault(), mark(chosen + by))
        else if (event.key === "Enter" && offers[chosen]) (event.preventDefault(), take(offers[chosen]))
      },
    })
    const options = h("ul", { id: list, role: "listbox", "aria-label": say("palette.offers") })
    const none = h("p.dim", { role: "status" })

    function show(found) {
      offers = found.slice(0, 60)
      fill(options, offers.map((offer, at) =>
        h("li", {
          role: "option", id: `${list}-${at}`, "aria-selected": "false", onclick: () => take(offer),
          onpointermove: () => at !== chosen && mark(at),
        }, icon(offer.icon), h("span.what", { dir: "auto" }, offer.text), h("span.dim", null, offer.about ?? ""),
        offer.key ? h("kbd", null, offer.key) : null)))
      options.hidden = !offers.length
      none.textContent = offers.length ? "" : say("links.noMatch")
      mark(0)
    }

    function mark(to) {
      chosen = offers.length ? (to + offers.length) % offers.length : 0
      ;[...options.children].forEach((option, at) => option.setAttribute("aria-selected", String(at === chosen)))
      if (offers.length) input.setAttribute("aria-activedescendant", `${list}-${chosen}`)
      else input.removeAttribute("aria-activedescendant")
      options.children[chosen]?.scrollIntoView({ block: "nearest" })
    }

    const ask = settled(120, async () => {
      const mine = (round += 1)
      const text = input.value.trim()
      if (text.length < 2) return
      const found = await search(text)
      // What comes late, after more was typed, is dropped.
      if (mine === round && text === input.value.trim()) show([...matching(acts, text), ...found])
    })

    function take(offer) {
      close()
      // After the dialog has given the focus back to where it was.
      setTimeout(() => offer.act(), 0)
    }

    show(acts)
    return h("div.palette", null, input, options, none)
  }, { kind: "wide" })
}

// A key, and a place to go that has a screen: what is bound to none leads nowhere.
function known() {
  const bound = commands().filter(({ key }) => !["Ctrl+k", "Escape"].includes(key) && leads(key))
  const words = new Set(bound.map(({ text }) => text))
  return [
    ...bound.map(({ key, text, act }) => ({ icon: "keyboard", text, key, act })),
    ...moreCommands.filter(([, name]) => !words.has(say(name)))
      .map(([path, name, kind]) => ({ icon: kind, text: say(name), act: () => go(path) })),
    ...(words.has(say("keys.undo")) ? [] : [{ icon: "undo", text: say("keys.undo"), act: () => undo() }]),
  ]
}

const leads = (key) => !key.startsWith("g ") || pathOf(key) === undefined || isScreen(pathOf(key))

let paths = new Map()
const pathOf = (key) => paths.get(key)

/** Tells it where the keys of two letters lead, so that it offers none that leads nowhere. */
export const setPlaces = (places) => (paths = new Map(places.map(([path, , , key]) => [`g ${key}`, path])))

// Any part of a word, those that begin with it first.
function matching(acts, typed) {
  const words = typed.trim().toLowerCase().split(/\s+/).filter(Boolean)
  const rank = ({ text }) => (text.toLowerCase().startsWith(words[0] ?? "") ? 0 : 1)
  return acts
    .filter(({ text }) => words.every((word) => text.toLowerCase().includes(word)))
    .sort((one, other) => rank(one) - rank(other))
}

// Where a name leads: a person to their own screen, if there is one, and anything else to what it finds.
function placeOf(type, name, query) {
  const own = `/people/${encodeURIComponent(name)}`
  return type === "person" && isScreen(own) ? own : `/links?q=${encodeURIComponent(query)}`
}

async function search(text) {
  // Words alone: what is typed here is no search with qualifiers.
  const q = text.replaceAll('"', " ").split(/\s+/).filter(Boolean).map((word) => `"${word}"`).join(" ")
  const [names, things] = await Promise.all([
    get("/v1/suggest", { q: text, limit: 6 }).catch(() => ({ items: [] })),
    get("/v1/things", { q, limit: 8 }).catch(() => ({ items: [] })),
  ])
  return [
    ...names.items.map(({ type, name, query }) => ({
      icon: kinds[type] ?? "search", text: name, about: say(`kinds.${type}`),
      act: () => go(placeOf(type, name, query)),
    })),
    ...things.items.map((one) => ({
      icon: one.type === "bookmark" ? "link" : "open", text: nameOf(one),
      about: hostOf(one.url ?? "") || say(`type.${one.type}`), act: () => go(`/thing/${one.id}`),
    })),
    { icon: "search", text: say("palette.search", text), act: () => go(`/links?q=${encodeURIComponent(text)}`) },
  ]
}
