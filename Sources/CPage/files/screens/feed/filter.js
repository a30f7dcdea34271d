// What the feed is narrowed to: by kind, wearer, price, distance and time. It stands in the address.
import { refine } from "../../core/address.js"
import { freshID, h } from "../../core/dom.js"
import { icon } from "../../core/icons.js"
import { say } from "../../core/words.js"
import { field } from "../../parts/dialog.js"
import { centre } from "../places/centre.js"

const kinds = ["link", "garment", "outfit", "place", "clip"]
const names = ["type", "for", "price", "km", "days"]

/** The search that the words of the address stand for. */
export function filterQuery(query) {
  const words = []
  const value = (name) => query.get(name)
  if (kinds.includes(value("type"))) words.push(`type:${value("type")}`)
  if (["women", "men", "all"].includes(value("for"))) words.push(`for:${value("for")}`)
  if (/^\d+([.,]\d+)? ?[A-Za-z]{3}$/.test(value("price") ?? "")) words.push(`price:<=${value("price").replace(" ", "")}`)
  const here = centre()
  if (/^\d+$/.test(value("km") ?? "") && here) words.push(`near:${here.lat},${here.lon},${value("km")}`)
  if (/^\d+$/.test(value("days") ?? "")) {
    words.push(`after:${new Date(Date.now() - (Number(value("days")) + 1) * 86_400_000).toISOString().slice(0, 10)}`)
  }
  return words.join(" ")
}

/** A button and the panel that it opens. */
export function feedFilter(query) {
  const id = freshID("filter")
  const set = names.filter((name) => query.get(name)).length
  const choose = (name, options) =>
    field(say(`filter.${name}`), h("select", { onchange: ({ target }) => void refine({ [name]: target.value }) },
      [["", say("filter.any")], ...options].map(([value, text]) =>
        h("option", { value, selected: (query.get(name) ?? "") === value }, text))))
  const price = h("input", {
    value: query.get("price") ?? "", placeholder: "50 EUR", pattern: "\\d+([.,]\\d+)? ?[A-Za-z]{3}",
    onchange: ({ target }) => target.checkValidity() && void refine({ price: target.value.trim() }),
  })
  const panel = h("div.filter", { id, hidden: !set },
    choose("type", kinds.map((kind) => [kind, say(`filter.type.${kind}`)])),
    choose("for", ["women", "men", "all"].map((one) => [one, say(`filter.for.${one}`)])),
    field(say("filter.price"), price),
    centre()
      ? choose("km", ["1", "5", "10", "50"].map((km) => [km, say("filter.within", km)]))
      : h("div.field", null, h("span.label", null, say("filter.km")), h("a", { href: "/places" }, say("filter.where"))),
    choose("days", [["1", say("filter.day")], ["7", say("filter.week")], ["31", say("filter.month")]]),
    set ? h("button", {
      type: "button", onclick: () => void refine(Object.fromEntries(names.map((name) => [name, null]))),
    }, say("filter.clear")) : null)
  const button = h("button.quiet", {
    type: "button", "aria-expanded": String(!panel.hidden), "aria-controls": id,
    onclick: () => {
      panel.hidden = !panel.hidden
      button.setAttribute("aria-expanded", String(!panel.hidden))
    },
  }, icon("settings"), h("span", null, set ? say("filter.some", set) : say("filter.label")))
  return { button, panel }
}
