// The closet: garments in a grid, by facets, in closets, with what can be done to one or many.
import { go, remember, title } from "../../core/address.js"
import { announce, fill, h } from "../../core/dom.js"
import { icon } from "../../core/icons.js"
import { bind } from "../../core/keys.js"
import { Selection } from "../../core/selection.js"
import { Skeleton } from "../../core/skeleton.js"
import { thing } from "../../core/things.js"
import { count, numberText, say } from "../../core/words.js"
import { main } from "../../parts/frame.js"
import { trash } from "../../parts/keep.js"
import { ThingList } from "../../parts/list.js"
import { audienceMark } from "../../parts/marks.js"
import { ownedMark } from "../../parts/owned.js"
import { openShare } from "../../parts/share.js"
import { tellProblem } from "../../parts/toasts.js"
import { editGarment } from "./acts.js"
import { asWords, chosenIn, facetButton, facets, fits, valueName } from "./facets.js"
import { closetField, closetMenu } from "./closets.js"
import { dayAgo, lastWorn, orders } from "./measures.js"
import { garmentPicture } from "./photos.js"
import { closet, garments, onWardrobe } from "./store.js"
import { commands, putInCloset, selectionActs } from "./selected.js"

let shown = null

/** Shows all garments, or those of a closet. A change of what is chosen leaves what is shown where it is. */
export async function showCloset(view) {
  const name = view.params.name ?? null
  if (!shown?.element.isConnected || shown.name !== name) shown = new Closet(name)
  await shown.open(view)
}

class Closet {
  #list = []
  #closet = null
  #skeleton = null
  #selection = new Selection()
  #buttons = new Map()
  #grid
  #end = null
  #q = ""
  #chosen = new Map()
  #sort = "added"
  #sorts
  #menu = h("span")
  #menuOf

  constructor(name) {
    this.name = name
    this.heading = h("h1", null, h("span", { dir: "auto" }, name ?? say("nav.closet")), h("small"))
    this.below = h("div")
    this.facets = h("div.facets", { role: "group", "aria-label": say("facet.all") })
    this.unworn = h("a", { hidden: true })
    this.chips = h("div.chips.chosen-facets")
    this.bar = h("div.bar.closet-bar")
    this.element = h("div.closet")
  }

  async open(view) {
    const isNew = !this.element.isConnected
    this.view = view
    this.#q = view.query.get("q") ?? ""
    this.#chosen = chosenIn(view.query)
    this.#sort = view.query.get("sort") ?? localStorage.getItem("weft.closet.sort") ?? "added"
    if (!(this.#sort in orders)) this.#sort = "added"
    title(this.name ?? say("nav.closet"))
    if (isNew) this.#build(view)
    onWardrobe(() => void this.#read(view), view.signal)
    this.#keys(view)
    await this.#read(view)
  }

  // What is built stays while only the query of the address changes: what has the focus keeps it.
  #build(view) {
    const life = new AbortController()
    this.#grid = new ThingList({
      make: (one) => this.#tile(one), label: say("nav.closet"), selection: this.#selection, signal: life.signal,
      onOpen: (id) => go(`/garments/${id}`), tiles: { width: 170, height: (width) => Math.round(width * 1.25) + 68 },
    })
    const into = this.name ? `?closet=${encodeURIComponent(this.name)}` : ""
    this.#sorts = h("select", { "aria-label": say("links.sort"), onchange: ({ target }) => {
      localStorage.setItem("weft.closet.sort", target.value)
      void go(this.#address((words) => words.set("sort", target.value)), { replace: true })
    } }, Object.keys(orders).map((one) => h("option", { value: one }, say(`order.${one}`))))
    fill(this.bar, this.heading, closetField(this.name), this.#sorts,
      h("a.button.quiet", { href: `/garments/stats${into}` }, icon("list"), say("stats.open")),
      h("a.button", { href: `/garments/add${into}` }, icon("photo"), say("add.open")), this.#menu)
    this.#grid.onRest = (anchor) => remember({ anchor })
    for (const name of Object.keys(facets)) {
      const button = facetButton(name, (...words) => this.#choose(...words))
      this.#buttons.set(name, button)
      this.facets.append(button.element)
    }
    this.facets.append(this.unworn)
    fill(this.element, this.facets, this.chips, this.below, this.#grid.element,
      selectionActs(this.#selection, () => this.#closet))
    main(view, this.heading, this.bar, this.element)
    const watch = new MutationObserver(() => {
      if (this.element.isConnected) return
      life.abort()
      watch.disconnect()
    })
    watch.observe(document.querySelector("#main"), { childList: true })
  }

  async #read(view) {
    try {
      const [list, found] = await Promise.all([garments(this.#q), this.name ? closet(this.name) : null])
      if (view.signal.aborted) return
      this.#closet = found
      const inside = found && new Set(found.things.map((one) => one.thing?.id))
      this.#list = found ? list.filter(({ id }) => inside.has(id)) : this.name ? [] : list
      this.#show(view.state.anchor)
    } catch (problem) {
      if (view.signal.aborted) return
      fill(this.below, h("div.empty", { role: "alert" }, icon("warning"), h("h2", null, say("links.wrongQuery")),
        h("p", { lang: "en" }, problem.message), problem.fix ? h("p", { lang: "en" }, problem.fix) : null))
      if (problem.code !== "invalid_query") tellProblem(problem)
    }
  }

  #show(anchor) {
    const found = this.#list.filter((one) => fits(one, this.#chosen)).sort(orders[this.#sort])
    const isFirst = this.#skeleton === null
    const before = this.#skeleton && found.length === this.#skeleton.total
      && found.every(({ id }, at) => this.#skeleton.id(at) === id)
    this.#skeleton = new Skeleton({ total: found.length, ids: found.map(({ id }) => id).join(""),
      shapes: "M".repeat(found.length) })
    for (const [name, button] of this.#buttons) button.show(this.#list, this.#chosen)
    const unworn = this.#list.filter(({ worn }) => (lastWorn(worn) ?? "") < yearAgo()).length
    fill(this.heading.querySelector("small"), count(found.length, say("forms.garments")))
    this.unworn.hidden = !unworn || this.#chosen.size > 0
    this.unworn.textContent = say("closet.unworn", numberText(unworn))
    this.unworn.href = this.#address((words) => (words.append("worn", "year"), words.append("worn", "never")))
    this.#sorts.value = this.#sort
    if (this.#closet?.etag !== this.#menuOf) {
      this.#menuOf = this.#closet?.etag
      fill(this.#menu, this.#closet ? closetMenu(this.#closet) : null)
    }
    this.#showChips()
    const others = this.#closet?.things.filter(({ thing: one }) => !one || one.type !== "garment") ?? []
    const outfits = others.filter((one) => one.thing?.type === "outfit").length
    const hidden = others.filter((one) => !one.thing).length
    fill(this.below,
      this.#closet ? h("p.row.dim", null, audienceMark(this.#closet.placement),
        this.#closet.author.me ? null : `@${this.#closet.author.name}`,
        this.#closet.note ? h("span.clamped", { dir: "auto" }, this.#closet.note) : null) : null,
      outfits || hidden ? h("p.dim", null,
        outfits ? h("a", { href: `/outfits?closet=${encodeURIComponent(this.name)}` },
          say("closet.outfits", count(outfits, say("forms.outfits")))) : null,
        outfits && hidden ? " · " : "", hidden ? say("closet.hidden", numberText(hidden)) : "") : null,
      found.length ? null : this.#empty())
    this.#grid.element.hidden = !found.length
    if (!before) this.#grid.show(this.#skeleton, "board", isFirst ? anchor : undefined)
    if (!isFirst && !before) announce(count(found.length, say("forms.garments")))
  }

  #showChips() {
    const words = [this.#q, asWords(this.#chosen)].filter(Boolean).join(" ")
    fill(this.chips,
      [...this.#chosen].flatMap(([name, values]) => [...values].map((value) =>
        h("span.chip", null, h("span", { dir: "auto" }, valueName(name, value)),
          h("button.quiet", { type: "button", "aria-label": say("facet.remove", valueName(name, value)),
            onclick: () => {
            this.#choose(name, value, false)
            this.#buttons.get(name).button.focus()
          } }, icon("cross"))))),
      this.#chosen.size
        ? h("a", { href: this.#address((all) => Object.keys(facets).forEach((name) => all.delete(name))) },
        say("facet.none")) : null,
      this.#chosen.size && words ? h("span.dim", null, say("facet.words"), " ", h("code", null, words)) : null)
  }

  #address(change) {
    const words = new URLSearchParams(location.search)
    change(words)
    const text = words.toString()
    return location.pathname + (text ? "?" + text : "")
  }

  #choose(name, value, isOn) {
    void go(this.#address((words) => {
      const values = new Set(words.getAll(name))
      if (isOn) values.add(value)
      else values.delete(value)
      words.delete(name)
      for (const one of values) words.append(name, one)
    }), { replace: true })
  }

  #tile(one) {
    const state = one.state ?? "none"
    return [
      h("div.picture", { role: "gridcell" }, garmentPicture(one)),
      h("div.body", { role: "gridcell" },
        h("a.title", { href: `/garments/${one.id}`, tabindex: "-1", dir: "auto" }, (one.name ?? "").slice(0, 300)),
        h("span.host", null, state === "none" ? null : h(`span.state.${state}`, { title: say(`state.${state}`) },
          h("span.unseen", null, say(`state.${state}`))),
          one.author.me ? lastLine(one) : [`@${one.author.name}`, ownedMark(one)],
          one.isPending ? h("span.pending", { title: say("pending") }) : null)),
      h("div", { role: "gridcell" },
        h("input.pick",
        { type: "checkbox", tabindex: "-1", "aria-label": say("select.one", (one.name ?? "").slice(0, 80)),
        checked: this.#selection.has(one.id) })),
      h("div.more", { role: "gridcell" }, commands(one, () => this.#closet)),
    ]
  }

  #empty() {
    if (this.#chosen.size || this.#q) {
      return h("div.empty", null, icon("search"), h("h2", null, say("links.noMatch")),
        h("a.button", { href: location.pathname }, say("facet.none")))
    }
    if (this.name && !this.#closet) {
      return h("div.empty", null, icon("closet"), h("h2", null, say("closet.unknown")),
        h("a.button", { href: "/closet" }, say("closet.all")))
    }
    return h("div.empty", null, icon("closet"), h("h2", null, say(this.name ? "closet.emptyOne" : "closet.empty")),
      h("p", null, say(this.name ? "closet.fillOne" : "closet.fill")),
      this.name ? h("a.button", { href: "/closet" }, say("closet.all"))
        : h("a.button", { href: "/garments/add" }, icon("photo"), say("add.open")))
  }

  #keys({ signal }) {
    const grid = this.#grid
    const here = () => thing(grid.current)
    const ids = () => (this.#selection.size ? this.#selection.ids : [grid.current].filter(Boolean))
    const on = (key, about, act) => bind(key, about, act, signal)
    on("j", "keys.next", () => grid.step(1))
    on("k", "keys.previous", () => grid.step(-1))
    on("e", "keys.edit", () => here() && go(`/garments/${here().id}`))
    on("x", "keys.select", () => grid.current && this.#selection.toggle(grid.current))
    on("Shift+x", "keys.selectRange", () => grid.current && this.#selection.extend(grid.current, this.#skeleton))
    on("* a", "keys.selectAll", () => {
      for (let place = 0; place < this.#skeleton.total; place += 1) this.#selection.toggle(this.#skeleton.id(place),
        true)
    })
    on("* n", "keys.selectNone", () => this.#selection.clear())
    on("c", "closet.put", () => ids().length && putInCloset(ids()))
    on("p", "keys.share", () => ids().length && openShare({ ids: ids() }, ids().length))
    on("w", "keys.wash", () =>
      here()?.author.me && editGarment(here(), { state: here().state === "wash" ? "clean" : "wash" }))
    on("Delete", "keys.trash", () => ids().length && trash({ ids: ids() }).then(() => this.#selection.clear()))
    on("Escape", "keys.clear", () => this.#selection.clear())
  }
}

const yearAgo = () => new Date(Date.now() - 365 * 86_400_000).toISOString().slice(0, 10)

function lastLine({ worn }) {
  const last = lastWorn(worn)
  return last ? dayAgo(last) : say("worn.never")
}
