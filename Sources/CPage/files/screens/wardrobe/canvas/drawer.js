// The garments beside the canvas: a filter, mine or those of others; a tap puts one on, and another takes it off.
import { fill, h, settled } from "../../../core/dom.js"
import { icon } from "../../../core/icons.js"
import { numberText, say } from "../../../core/words.js"
import { garmentPicture } from "../photos.js"

const most = 48

/** The drawer. `list` gives all garments that can be seen. */
export function drawer(list, model, acts, signal) {
  let whose = "mine"
  let category = ""
  let shown = most
  const filter = h("input", { type: "search", placeholder: say("canvas.filter"), "aria-label": say("canvas.filter"),
    oninput: () => ((shown = most), drawSoon()) })
  const select = h("select",
    { "aria-label": say("facet.category"), onchange: ({ target }) => ((category = target.value), (shown = most),
    draw()) })
  const grid = h("ul.drawer-grid", { "aria-label": say("canvas.garments") })
  const toggle = (value) => h("button", { type: "button", "aria-pressed": String(whose === value),
    data: { whose: value }, onclick: () => {
    whose = value
    shown = most
    for (const one of tabs.children) one.setAttribute("aria-pressed", String(one.dataset.whose === whose))
    drawSelect()
    draw()
  } }, say(`canvas.${value}`))
  const tabs = h("div.row", { role: "group", "aria-label": say("canvas.whose") })
  tabs.append(toggle("mine"), toggle("others"))
  const element = h("section.drawer", { "aria-label": say("canvas.garments") },
    h("h2.unseen", null, say("canvas.garments")), tabs, h("div.drawer-filter", null, filter, select), grid)

  const inside = () => list().filter(({ author, state }) => author.me === (whose === "mine") && state !== "gone"
    && state !== "retired")

  function drawSelect() {
    const categories = [...new Set(inside().map((one) => one.category?.split("/")[0]).filter(Boolean))].sort()
    if (!categories.includes(category)) category = ""
    fill(select, h("option", { value: "" }, say("canvas.allCategories")),
      categories.map((one) => h("option", { value: one, selected: one === category }, one.slice(0, 40))))
    select.hidden = categories.length < 2
  }

  function draw() {
    const words = filter.value.toLowerCase().split(/\s+/).filter(Boolean)
    const found = inside().filter((one) => {
      if (category && one.category?.split("/")[0] !== category) return false
      const text = [one.name, one.category, one.brand, ...(one.colors ?? []),
        ...(one.tags ?? [])].join(" ").toLowerCase()
      return words.every((word) => text.includes(word))
    })
    const worn = new Map(model.layers.map((layer) => [layer.thing?.id, layer.layer]))
    const focused = grid.contains(document.activeElement) ? document.activeElement.dataset.garment : null
    fill(grid, found.slice(0, shown).map((one) => h("li", null,
      h("button", {
        type: "button", "aria-pressed": String(worn.has(one.id)), draggable: "true", data: { garment: one.id },
        title: (one.name ?? "").slice(0, 120),
        ondragstart: (event) => {
          event.dataTransfer.setData("application/x-weft-garment", one.id)
          event.dataTransfer.effectAllowed = "copy"
        },
        onclick: () => acts.toggle(one),
      }, garmentPicture(one), h("span.clamped", { dir: "auto" }, (one.name ?? "").slice(0, 120)),
      one.state === "wash" || one.state === "repair" ? h(`span.state.${one.state}`,
        { title: say(`state.${one.state}`) }) : null))),
    found.length > shown
      ? h("li.more", null, h("button", { type: "button", onclick: () => ((shown += most), draw()) },
      say("canvas.more", numberText(found.length - shown)))) : null,
    found.length ? null
      : h("li.dim.none", null, icon("closet"), say(whose === "mine" ? "canvas.noneMine" : "canvas.noneOthers")))
    if (focused) grid.querySelector(`[data-garment="${focused}"]`)?.focus()
  }
  const drawSoon = settled(120, draw)
  model.addEventListener("change", ({ detail }) => detail === null && drawSoon(), { signal })
  drawSelect()
  draw()
  return { element, filter, draw: () => (drawSelect(), draw()) }
}
