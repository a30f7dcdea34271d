// The search: a combobox that completes while one types, and shows where a search is wrong.
import { get } from "../core/api.js"
import { go, onView } from "../core/address.js"
import { freshID, h, settled } from "../core/dom.js"
import { icon } from "../core/icons.js"
import { numberText, say } from "../core/words.js"

/** The form with the search of the whole page. */
export function searchBox() {
  const list = freshID("found")
  let offers = []
  let chosen = -1
  let round = 0
  const input = h("input", {
    id: "search", type: "search", role: "combobox", "aria-autocomplete": "list", "aria-expanded": "false",
    "aria-controls": list, "aria-label": say("search.label"), placeholder: say("search.hint"), autocomplete: "off",
    spellcheck: "false", enterkeyhint: "search",
    oninput: () => ask(),
    onblur: () => close(),
    onkeydown: (event) => {
      const isOpen = !options.hidden
      if (event.key === "ArrowDown" && isOpen) (event.preventDefault(), mark(chosen + 1))
      else if (event.key === "ArrowUp" && isOpen) (event.preventDefault(), mark(chosen - 1))
      else if (event.key === "Tab" && isOpen && chosen < 0 && offers.length && !event.shiftKey) {
        event.preventDefault()
        take(offers[0])
      } else if (event.key === "Enter" && chosen >= 0) (event.preventDefault(), take(offers[chosen]))
      else if (event.key === "Escape") {
        event.preventDefault()
        if (isOpen) close()
        else input.blur()
      }
    },
  })
  const options = h("ul", { id: list, role: "listbox", "aria-label": say("search.offers"), hidden: true })

  const ask = settled(150, async () => {
    const mine = (round += 1)
    const text = input.value
    if (text.trim().length < 2) return close()
    const { items } = await get("/v1/suggest", { q: text, limit: 8 }).catch(() => ({ items: [] }))
    if (mine !== round || document.activeElement !== input) return
    offers = items
    chosen = -1
    options.replaceChildren(
      ...offers.map((offer, at) =>
        h("li", {
          role: "option", id: `${list}-${at}`, "aria-selected": "false",
          onpointerdown: (event) => (event.preventDefault(), take(offer)),
        }, h("span", null, offer.query), h("span.dim", null, say(`kinds.${offer.type}`), " ", numberText(offer.count)))))
    options.hidden = !offers.length
    input.setAttribute("aria-expanded", String(!options.hidden))
  })

  function mark(to) {
    chosen = (to + offers.length) % offers.length
    ;[...options.children].forEach((option, at) => option.setAttribute("aria-selected", String(at === chosen)))
    input.setAttribute("aria-activedescendant", `${list}-${chosen}`)
  }

  // The last word becomes what it was meant to be; one goes on typing behind it.
  function take({ query }) {
    const before = input.value.replace(/(?:[^\s"]|"[^"]*"?)*$/u, "")
    input.value = before + query + " "
    round += 1
    close()
    input.focus()
  }

  function close() {
    options.hidden = true
    chosen = -1
    input.setAttribute("aria-expanded", "false")
    input.removeAttribute("aria-activedescendant")
  }

  onView((target) => {
    if (document.activeElement !== input) input.value = target.searchParams.get("q") ?? ""
  })
  return h("form", {
    role: "search",
    onsubmit: (event) => {
      event.preventDefault()
      close()
      const words = input.value.trim()
      const place = /^\/(links|garments|closet\/[^/]+|closet|outfits|places|feed)$/.exec(location.pathname)?.[0] ?? "/links"
      void go(words ? `${place}?q=${encodeURIComponent(words)}` : place)
      input.blur()
    },
  }, icon("search"), input, options)
}
