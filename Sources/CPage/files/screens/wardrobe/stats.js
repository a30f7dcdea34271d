// What the garments are worth, and how they are worn: figures, meters and tables.
import { go, title } from "../../core/address.js"
import { get } from "../../core/api.js"
import { h } from "../../core/dom.js"
import { icon } from "../../core/icons.js"
import { count, listText, numberText, say } from "../../core/words.js"
import { main } from "../../parts/frame.js"
import { tellProblem } from "../../parts/toasts.js"
import { counts, facets, valueName } from "./facets.js"
import { daysSince, priceText } from "./measures.js"
import { closet, closets, garments, onWardrobe } from "./store.js"

/** Shows the figures of all garments, or of a closet. */
export async function showStats(view) {
  const name = view.query.get("closet")
  title(say("stats.heading"))
  const heading = h("h1", null, say("stats.heading"))
  const show = async () => {
    const [found, all, list] = await Promise.all([name ? closet(name) : null, closets(), garments()])
    const told = await get(found ? `/v1/closets/${found.id}/stats` : "/v1/closets/stats")
    if (view.signal.aborted) return
    const inside = found && new Set(found.things.map((one) => one.thing?.id))
    const own = list.filter(({ id, author }) => (inside ? inside.has(id) : author.me))
    main({ ...view, way: "load" }, heading,
      h("div.bar", null, h("a.button.quiet", { href: name ? `/closet/${encodeURIComponent(name)}` : "/closet" },
        icon("left"), say("nav.closet")), heading,
        h("select", { "aria-label": say("closet.which"), onchange: ({ target }) =>
          go(`/garments/stats${target.value ? `?closet=${encodeURIComponent(target.value)}` : ""}`) },
          h("option", { value: "" }, say("closet.all")),
          all.map((one) => h("option", { value: one.name, selected: one.name === name }, one.name.slice(0, 60))))),
      h("dl.figures", null,
        figure("stats.garments", numberText(told.garments)),
        figure("stats.value", told.value.length ? listText(told.value.map(priceText)) : "–"),
        figure("stats.never", numberText(told.never_worn_count)),
        figure("stats.year", numberText(own.filter(({ worn }) => (daysSince(worn) ?? Infinity) > 365).length)),
        told.unpriced ? figure("stats.unpriced", numberText(told.unpriced)) : null,
        told.of_others ? figure("stats.others", numberText(told.of_others)) : null,
        told.hidden ? figure("stats.hidden", numberText(told.hidden)) : null),
      h("div.stat-columns", null,
        worth("stats.best", told.best), worth("stats.worst", told.worst), never(told),
        ...["category", "color", "state", "season", "brand"].map((facet) => bars(facet, own))))
  }
  onWardrobe(() => void show().catch(tellProblem), view.signal)
  try {
    await show()
  } catch (problem) {
    if (!view.signal.aborted) tellProblem(problem)
  }
}

const figure = (words, value) => h("div", null, h("dt", null, say(words)), h("dd", null, value))

function worth(words, list) {
  if (!list.length) return null
  return h("section.card", null, h("h2", null, say(words)), h("table", null,
    h("thead", null,
      h("tr", null, h("th", { scope: "col" }, say("field.name")), h("th", { scope: "col" }, say("garment.days")),
      h("th", { scope: "col" }, say("garment.cost")))),
    h("tbody", null, list.map(({ thing, cost_per_wear: cost, days }) => h("tr", null,
      h("td", null, h("a.clamped", { href: `/garments/${thing.id}`, dir: "auto" }, thing.name)),
        h("td", null, numberText(days)), h("td", null, priceText(cost)))))))
}

function never({ never_worn: list, never_worn_count: number }) {
  if (!list.length) return null
  return h("section.card", null, h("h2", null, say("stats.neverHeading")),
    h("ul.plain", null,
      list.map((one) => h("li", null, h("a.clamped", { href: `/garments/${one.id}`, dir: "auto" }, one.name)))),
    number > list.length
      ? h("a", { href: "/closet?worn=never" }, say("stats.allNever", count(number, say("forms.garments")))) : null)
}

function bars(name, list) {
  const found = counts(list, name, new Map()).filter(([value]) => name !== "category" || !value.includes("/")).slice(0,
    10)
  if (!found.length || !facets[name]) return null
  const most = Math.max(...found.map(([, many]) => many))
  return h("section.card", null, h("h2", null, say(`facet.${name}`)),
    h("table.bars", null, h("tbody", null, found.map(([value, many]) =>
    h("tr", null,
      h("th", { scope: "row", dir: "auto" }, h("a.clamped", { href: `/closet?${name}=${encodeURIComponent(value)}` },
      valueName(name, value))),
      h("td", null,
        h("meter", { value: many, max: most,
        "aria-label": `${valueName(name, value).slice(0, 60)}: ${numberText(many)}` })),
        h("td.number", null, numberText(many)))))))
}
