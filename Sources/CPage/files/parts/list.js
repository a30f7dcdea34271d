// A list or a board of any length: only what is in view is in the document, and the scroll bar is true.
import { node } from "../core/api.js"
import { afterScroll, h, refill } from "../core/dom.js"
import { thing, watch } from "../core/things.js"
import { draggable } from "./drag.js"
import { gap, Layout } from "./layout.js"
import { hands } from "./list-hands.js"
import { longPress } from "./long-press.js"
import { afterFreeScroll, Scroller } from "./scroller.js"

/** How far beyond the window things are in the document already. */
const spare = 600

export class ThingList {
  #skeleton = null
  #view = "board"
  #make
  #tiles
  #rows = new Map()
  #layout = null
  #scroller
  #width = 0
  #focused = null
  #revealed = null
  #selection
  #frame = 0
  #signal

  /**
   * @param {{make: (thing: object, place: number) => HTMLElement[], label: string, selection: Selection,
   *   onOpen: (id: string, event: Event) => void, signal: AbortSignal,
   *   tiles?: {width: number, height: (width: number) => number}}} options - `make` gives the cells of a thing; `tiles`
   *   makes all tiles of a board alike: no narrower than `width`, and as high as `height` says of the width they get.
   */
  constructor({ make, label, selection, onOpen, signal, tiles = null }) {
    this.#make = make
    this.#tiles = tiles
    this.#selection = selection
    this.#signal = signal
    this.element = h("div.things", {
      role: "grid", "aria-label": label, "aria-multiselectable": "true", tabindex: "-1",
      onfocusin: ({ target }) => this.#focusIn(target),
    })
    // In this order: a long press takes the click that ends it.
    longPress(this.element, selection, signal)
    hands(this, selection, onOpen)
    this.#scroller = new Scroller(this.element)
    addEventListener("scroll", () => this.#draw(), { signal, passive: true })
    afterFreeScroll(() => this.#settle(), signal)
    afterScroll(() => this.#layout && this.onRest?.(this.anchor), signal)
    new ResizeObserver(() => this.#measure()).observe(this.element)
    selection.addEventListener("change", () => this.#mark(), { signal })
    // What could not be read while the node was down is read now.
    node.addEventListener("change", () => node.isUp && this.#draw(), { signal })
    signal.addEventListener("abort", () => this.#clear())
    draggable(this.element, selection, signal)
  }

  /** Shows these, from the top or where `anchor` was: `{id, offset}`. */
  show(skeleton, view, anchor = this.anchor) {
    const hadFocus = this.element.contains(document.activeElement)
    const before = this.#skeleton
    const wasView = this.#view
    this.#skeleton = skeleton
    this.#view = view
    this.element.dataset.view = view
    this.element.setAttribute("aria-rowcount", String(skeleton.total))
    if (before && this.#focused !== null && skeleton.place(this.#focused) < 0) {
      // What had the focus is gone: what stands in its place has it now.
      const place = Math.min(before.place(this.#focused), skeleton.total - 1)
      this.#focused = place < 0 ? null : skeleton.id(place)
    }
    if (wasView === view) this.#keepRows()
    else this.#clear()
    this.#width = 0
    this.#measure(anchor)
    // At once: with the next frame it would be empty for one.
    this.#drawNow()
    if (hadFocus && this.element.contains(document.activeElement)) return
    if (hadFocus && this.#focused !== null) this.focus(this.#focused)
    else if (hadFocus) this.element.focus({ preventScroll: true })
  }

  /** Marks the thing that is shown beside the list, and moves there if it is not in view. */
  reveal(id) {
    this.#revealed = id
    const place = this.#skeleton?.place(id) ?? -1
    if (place < 0 || !this.#layout) return
    this.#focused = id
    this.#bringIntoView(place)
    this.#draw()
    this.#mark()
  }

  /** The first thing in view, and how far it is from the top of the window: where one is, in a few words. */
  get anchor() {
    if (!this.#skeleton?.total || !this.#layout) return null
    const { top } = this.#scroller
    const place = Math.min(this.#layout.first(top), this.#skeleton.total - 1)
    return { id: this.#skeleton.id(place), offset: Math.round(this.#layout.top(place) - top) }
  }

  /** The order that is shown. */
  get order() {
    return this.#skeleton
  }

  /** How many things fit into the window. */
  get page() {
    return Math.max(1, Math.floor(this.#scroller.room / this.#layout.heightOf(0)) * this.#layout.columnCount)
  }

  /** The id of the thing that has the focus, or had it last; else of the first in view. */
  get current() {
    if (this.#focused !== null && this.#skeleton?.place(this.#focused) >= 0) return this.#focused
    return this.anchor?.id ?? null
  }

  /** Moves the focus to a thing, and there if it is not in view. */
  focus(id) {
    const place = this.#skeleton.place(id)
    if (place < 0 || !this.#layout) return
    this.#focused = id
    this.#bringIntoView(place)
    // At once, and not with the next frame: what is not in the document cannot take the focus.
    this.#drawNow()
    this.#rows.get(place)?.element.focus({ preventScroll: true })
  }

  /** Moves by places; to the nearest above or below with `isVertical`, as the eye sees it in a board. */
  step(by, isVertical = false) {
    if (!this.#skeleton?.total || !this.#layout) return
    // Without one that has the focus, the first in view gets it.
    if (this.#focused === null || this.#skeleton.place(this.#focused) < 0) return this.focus(this.current)
    const here = this.#skeleton.place(this.#focused)
    const place = isVertical ? this.#layout.neighbour(here, by) : here + by
    if (place >= 0 && place < this.#skeleton.total) this.focus(this.#skeleton.id(place))
  }

  // MARK: Where everything is

  #measure(anchor = this.anchor) {
    const width = this.element.clientWidth
    if (!this.#skeleton || !width || width === this.#width) return
    this.#width = width
    this.#layout = new Layout(this.#skeleton, this.#view, width, this.#tiles)
    this.#scroller.height = this.#layout.height
    const place = anchor ? this.#skeleton.place(anchor.id) : -1
    if (place >= 0) this.#scroller.to(this.#layout.top(place) - anchor.offset)
    this.#draw()
  }

  // When it rests, the scroll bar is put where it belongs, and nothing that is seen moves.
  #settle() {
    if (!this.#layout) return
    if (this.#scroller.settle()) this.#draw()
  }

  #bringIntoView(place) {
    const { top, room } = this.#scroller
    const at = this.#layout.top(place)
    const end = at + this.#layout.heightOf(place)
    if (at < top) this.#scroller.to(at - gap)
    else if (end > top + room) this.#scroller.to(end - room + gap)
  }

  // MARK: What is in the document

  // What is in both orders stays in the document, at its new place: nothing flickers, and the focus is not lost.
  #keepRows() {
    const rows = [...this.#rows.values()]
    this.#rows.clear()
    for (const row of rows) {
      const place = this.#skeleton.place(row.element.dataset.id)
      if (place < 0) {
        row.end.abort()
        row.element.remove()
      } else {
        row.element.setAttribute("aria-rowindex", String(place + 1))
        this.#rows.set(place, row)
      }
    }
  }

  #clear() {
    for (const { element, end } of this.#rows.values()) {
      end.abort()
      element.remove()
    }
    this.#rows.clear()
  }

  #draw() {
    cancelAnimationFrame(this.#frame)
    this.#frame = requestAnimationFrame(() => this.#drawNow())
  }

  #drawNow() {
    if (this.#signal.aborted || !this.#layout) return
    this.#scroller.follow()
    const { top } = this.#scroller
    const from = this.#layout.first(Math.max(0, top - spare))
    let to = from
    const { total } = this.#skeleton
    while (to < total && this.#layout.top(to) < top + innerHeight + spare) to += 1
    const focused = this.#focused === null ? -1 : this.#skeleton.place(this.#focused)
    for (const [place, row] of this.#rows) {
      // What has the focus keeps it, however far one scrolls.
      if ((place < from || place >= to) && place !== focused) {
        row.end.abort()
        row.element.remove()
        this.#rows.delete(place)
      }
    }
    let before = null
    for (let place = to - 1; place >= from; place -= 1) {
      const row = this.#rows.get(place) ?? this.#row(place)
      // The order in the document is that of the list. What stands right is not moved, for it would lose the focus.
      const isRight = row.element.isConnected && row.element.nextElementSibling === before
      if (!isRight) this.element.insertBefore(row.element, before)
      this.#put(row.element, place)
      before = row.element
    }
    const far = this.#rows.get(focused)
    if (far && (focused < from || focused >= to)) this.#put(far.element, focused)
    this.#load(from, to)
    if (!this.element.querySelector("[role=row][tabindex='0']")) {
      this.#rows.get(from)?.element.setAttribute("tabindex", "0")
    }
  }

  #put(element, place) {
    const top = this.#layout.top(place) - this.#scroller.shift
    element.style.transform = `translate(${this.#layout.left(place)}px, ${top}px)`
    element.style.width = `${this.#layout.columnWidth}px`
    element.style.height = `${this.#layout.heightOf(place)}px`
  }

  #row(place) {
    const id = this.#skeleton.id(place)
    const end = new AbortController()
    const element = h("div.thing", {
      role: "row", tabindex: "-1", "aria-rowindex": String(place + 1), data: { id }, draggable: "true",
      "aria-selected": String(this.#selection.has(id)), "aria-current": id === this.#revealed ? "true" : null,
    })
    const show = (found) => {
      if (found) {
        refill(element, this.#make(found, place))
        // The row alone is a stop of the Tab key: what is in it has keys of its own.
        for (const one of element.querySelectorAll("a, button, input")) one.tabIndex = -1
        const pick = element.querySelector("input.pick")
        if (pick) pick.checked = this.#selection.has(id)
      } else refill(element, h("div", { role: "gridcell", class: "blank" }))
    }
    show(thing(id))
    watch(id, show, end.signal)
    const row = { element, end }
    this.#rows.set(place, row)
    return row
  }

  #loadSoon = 0
  #load(from, to) {
    clearTimeout(this.#loadSoon)
    // While somebody drags the scroll bar, what they only pass is not read.
    this.#loadSoon = setTimeout(() => void this.#skeleton.load(from - 20, to + 20).catch(() => {}), 40)
  }

  #mark() {
    for (const { element } of this.#rows.values()) {
      const isSelected = this.#selection.has(element.dataset.id)
      element.setAttribute("aria-selected", String(isSelected))
      if (element.dataset.id === this.#revealed) element.setAttribute("aria-current", "true")
      else element.removeAttribute("aria-current")
      const box = element.querySelector("input.pick")
      if (box) box.checked = isSelected
    }
    this.element.classList.toggle("selecting", this.#selection.size > 0)
  }

  // MARK: Focus

  #focusIn(target) {
    const row = target.closest("[role=row]")
    if (!row) return
    this.#focused = row.dataset.id
    for (const { element } of this.#rows.values()) element.setAttribute("tabindex", element === row ? "0" : "-1")
  }
}
