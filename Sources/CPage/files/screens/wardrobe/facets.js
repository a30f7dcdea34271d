// Facets: what garments have in common, counted in the page; or within one, and across them.
import { h } from "../../core/dom.js"
import { icon } from "../../core/icons.js"
import { numberText, say } from "../../core/words.js"
import { inQuotes } from "../../parts/marks.js"
import { daysSince, priceOf } from "./measures.js"

const prices = [["0-20", 0, 20], ["20-50", 20, 50], ["50-100", 50, 100], ["100-", 100, Infinity]]
const states = ["clean", "wash", "repair", "retired", "gone"]
const seasons = ["spring", "summer", "autumn", "winter"]

/** The facets: which values a garment has, how one is called, and how a search says it. */
export const facets = {
  category: { of: ({ category }) => (category ? [category.split("/")[0], category].filter(unique) : []),
    word: "category" },
  color: { of: ({ colors }) => colors ?? [], word: "color" },
  season: { of: (one) => one.seasons ?? [], word: "season", order: seasons, name: (value) => say(`season.${value}`) },
  state: { of: ({ state }) => [state ?? "none"], word: "state", order: [...states, "none"],
    name: (value) => say(`state.${value}`) },
  brand: { of: ({ brand }) => (brand ? [brand] : []), word: "brand" },
  price: {
    of: (one) => {
      const price = priceOf(one)
      return price === null ? [] : prices.filter(([, from, to]) => price >= from && price < to).map(([value]) => value)
    },
    order: prices.map(([value]) => value), name: (value) => say("price.range", ...value.split("-")),
  },
  worn: {
    of: ({ worn }) => {
      const days = daysSince(worn)
      return [days === null ? "never" : days > 365 ? "year" : days > 90 ? "quarter" : "lately"]
    },
    order: ["lately", "quarter", "year", "never"], name: (value) => say(`worn.${value}`),
  },
  fabric: { of: ({ fabrics }) => fabrics ?? [], word: "fabric" },
  style: { of: ({ styles }) => styles ?? [], word: "style" },
  wearer: { of: (one) => (one.for ? [one.for] : []), word: "for", name: (value) => say(`for.${value}`) },
  owner: { of: ({ author }) => [author.me ? "me" : "@" + author.name], word: "by",
    name: (value) => (value === "me" ? say("owner.me") : value) },
}

function unique(value, at, all) {
  return all.indexOf(value) === at
}

/** What is chosen in an address: a map from facet to values. */
export function chosenIn(query) {
  const chosen = new Map()
  for (const name of Object.keys(facets)) {
    const values = query.getAll(name)
    if (values.length) chosen.set(name, new Set(values))
  }
  return chosen
}

/** Whether a garment fits what is chosen; `except` leaves one facet out, for the counts beside its values. */
export function fits(one, chosen, except) {
  for (const [name, values] of chosen) {
    if (name !== except && !facets[name].of(one).some((value) => values.has(value))) return false
  }
  return true
}

/** How often each value of a facet is found with the others as they are: `[value, count]`, in its order. */
export function counts(list, name, chosen) {
  const { of, order } = facets[name]
  const found = new Map()
  for (const value of chosen.get(name) ?? []) found.set(value, 0)
  for (const one of list) {
    if (!fits(one, chosen, name)) continue
    for (const value of of(one)) found.set(value, (found.get(value) ?? 0) + 1)
  }
  const all = [...found]
  return order
    ? all.sort(([one], [other]) => order.indexOf(one) - order.indexOf(other))
    : all.sort(([one, many], [other, few]) => few - many || one.localeCompare(other))
}

/** How a value is called. */
export const valueName = (name, value) => facets[name].name?.(value) ?? value

/** What is chosen, in the words of a search; what a search cannot say is left out. */
export function asWords(chosen) {
  const quoted = (text) => (/^[\p{L}\p{N}_@/-]+$/u.test(text) ? text : inQuotes(text))
  return [...chosen]
    .filter(([name, values]) => facets[name].word && !values.has("none"))
    .map(([name, values]) => {
      const all = [...values].map(quoted)
      return `${facets[name].word}:${all.length > 1 ? `(${all.join(",")})` : all[0]}`
    })
    .join(" ")
}

/** A button that opens the values of one facet, with their counts. `choose` is told the value and whether it is on. */
export function facetButton(name, choose) {
  const id = `facet-${name}`
  const list = h("ul", { role: "list" })
  const panel = h("div.facet-panel", { id, popover: "auto", role: "group", "aria-label": say(`facet.${name}`) }, list)
  const number = h("span.facet-number")
  const button = h("button.facet", { type: "button", "aria-expanded": "false", "aria-controls": id,
    onclick: () => panel.togglePopover() },
    h("span", null, say(`facet.${name}`)), number, icon("down"))
  panel.addEventListener("toggle", ({ newState }) => {
    button.setAttribute("aria-expanded", String(newState === "open"))
    if (newState === "open") {
      const box = button.getBoundingClientRect()
      const size = panel.getBoundingClientRect()
      panel.style.left = `${Math.max(8, Math.min(box.left, innerWidth - size.width - 8))}px`
      panel.style.top = `${Math.max(8, Math.min(box.bottom + 4, innerHeight - size.height - 8))}px`
      panel.querySelector("input")?.focus()
    } else if (panel.contains(document.activeElement)) button.focus()
  })
  panel.addEventListener("keydown", (event) => {
    const boxes = [...panel.querySelectorAll("input")]
    const to = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (!to) return
    event.preventDefault()
    boxes.at((boxes.indexOf(document.activeElement) + to) % boxes.length)?.focus()
  })
  const show = (list_, chosen) => {
    const values = counts(list_, name, chosen)
    const picked = chosen.get(name)
    number.textContent = picked?.size ? numberText(picked.size) : ""
    button.classList.toggle("chosen", Boolean(picked?.size))
    button.hidden = values.length < (picked?.size ? 1 : 2)
    const focused = panel.contains(document.activeElement) ? document.activeElement.value : null
    list.replaceChildren(...values.map(([value, many]) =>
      h("li", null, h("label.choice", null,
        h("input", { type: "checkbox", value, checked: Boolean(picked?.has(value)),
          onchange: ({ target }) => choose(name, value, target.checked) }),
        h("span.facet-value", { dir: "auto" }, valueName(name, value)), h("span.count", null, numberText(many))))))
    if (focused !== null) [...panel.querySelectorAll("input")].find((box) => box.value === focused)?.focus()
  }
  return { element: h("span", null, button, panel), show, button }
}
