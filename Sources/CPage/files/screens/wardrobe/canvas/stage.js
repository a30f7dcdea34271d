// The canvas: each layer is an element that can have the focus, moved by transform; what may not be seen is hatched.
import { fill, h } from "../../../core/dom.js"
import { count, say } from "../../../core/words.js"
import { garmentPicture } from "../photos.js"
import { box, frameOf } from "../picture.js"
import { mannequin } from "./mannequin.js"

const corners = ["nw", "ne", "se", "sw"]

/** The name of the garment of a layer, as it is spoken. */
export const layerName = (layer, things) => {
  const one = things.get(layer.thing?.id) ?? layer.thing
  return one ? (one.name ?? "").slice(0, 80) : say("canvas.unseen")
}

export class Stage {
  #shown = new Map()
  #unit = 1
  #model
  #picked
  #things

  /**
   * @param {Model} model
   * @param {Picked} picked
   * @param {Map} things - The garments by their ids, for their photos.
   * @param {Set} hidden - Layers that are not shown here.
   */
  constructor(model, picked, things, hidden, signal) {
    this.#model = model
    this.#picked = picked
    this.#things = things
    this.hidden = hidden
    this.isResting = () => true
    this.ground = mannequin()
    this.lines = h("div.snap-lines", { "aria-hidden": "true" })
    this.handles = h("div.handles", { "aria-hidden": "true", hidden: true },
      corners.map((corner) => h(`span.handle.${corner}`, { data: { handle: "scale" } })),
        h("span.handle.turn", { data: { handle: "turn" } }))
    this.empty = h("p.canvas-empty", null, say("canvas.empty"))
    this.element = h("div.stage", { role: "group", "aria-label": say("canvas.label"),
      "aria-describedby": "canvas-help" },
      this.ground, this.empty, this.handles, this.lines)
    const sized = new ResizeObserver(() => this.#measure())
    sized.observe(this.element)
    signal.addEventListener("abort", () => sized.disconnect())
    model.addEventListener("change", ({ detail }) => this.draw(detail), { signal })
    picked.addEventListener("change", () => this.draw(null), { signal })
  }

  unit() {
    return this.#unit
  }

  middle() {
    const { left, top, width, height } = this.element.getBoundingClientRect()
    return { x: left + width / 2, y: top + height / 2 }
  }

  /** The element of a layer. */
  of(name) {
    return this.#shown.get(name) ?? null
  }

  showLines(lines) {
    const unit = this.#unit
    fill(this.lines, lines.map(({ axis, at, kind }) => {
      const line = h(`span.${axis}.${kind}`)
      line.style[axis === "x" ? "left" : "top"] = `calc(50% + ${at * unit}px)`
      return line
    }))
  }

  /** Shows that somebody else changed a layer. */
  flash(name) {
    const element = this.#shown.get(name)
    if (!element) return
    element.classList.remove("flash")
    void element.offsetWidth
    element.classList.add("flash")
    setTimeout(() => element.classList.remove("flash"), 1600)
  }

  /** Draws all layers, or those of these names. */
  draw(names) {
    const layers = this.#model.layers
    if (names === null && this.isResting()) this.#fit(layers)
    for (const [name, element] of this.#shown) {
      if (layers.some(({ layer }) => layer === name)) continue
      const hadFocus = element === document.activeElement
      element.remove()
      this.#shown.delete(name)
      if (hadFocus) (this.element.querySelector("[data-layer]") ?? document.querySelector("#main h1"))?.focus()
    }
    this.empty.hidden = layers.length > 0
    layers.forEach((layer, at) => {
      if (names && !names.includes(layer.layer)) return
      this.#place(this.#shown.get(layer.layer) ?? this.#make(layer), layer, at, layers.length)
    })
    if (names === null) this.#order(layers)
    this.#drawHandles()
  }

  #make(layer) {
    const one = this.#things.get(layer.thing?.id) ?? layer.thing
    const element = h(one ? "div.layer" : "div.layer.unseen-thing",
      { role: "button", tabindex: "0", data: { layer: layer.layer } },
      one ? garmentPicture(one, { original: true, lazy: false }) : h("span", null, say("canvas.unseen")))
    element.addEventListener("focus", () => {
      if (!this.#picked.has(layer.layer) && this.isResting()) this.#picked.only(layer.layer)
    })
    this.#shown.set(layer.layer, element)
    return element
  }

  #place(element, layer, at, total) {
    const unit = this.#unit
    const side = box * layer.scale * unit
    element.style.width = element.style.height = `${side}px`
    element.style.transform = `translate(-50%, -50%) translate(${layer.x * unit}px, ${layer.y * unit}px) rotate(${layer.rotation}deg)`
    element.style.zIndex = String(at + 1)
    element.hidden = this.hidden.has(layer.layer)
    element.setAttribute("aria-pressed", String(this.#picked.has(layer.layer)))
    element.setAttribute("aria-label", say("canvas.layer", layerName(layer, this.#things), {
      x: Math.round(layer.x), y: Math.round(layer.y), percent: Math.round(layer.scale * 100),
      angle: Math.round(layer.rotation), place: at + 1, total,
    }))
  }

  // Tab goes from the lowest to the highest. What has the focus is never moved in the document: it would lose it.
  #order(layers) {
    const elements = layers.map(({ layer }) => this.#shown.get(layer))
    const now = [...this.element.querySelectorAll(":scope > [data-layer]")]
    if (now.length === elements.length && now.every((one, at) => one === elements[at])) return
    const held = elements.indexOf(document.activeElement)
    elements.forEach((element, at) => {
      if (held >= 0 && at === held) return
      if (held >= 0 && at < held) elements[held].before(element)
      else this.handles.before(element)
    })
  }

  #drawHandles() {
    const layer = this.#picked.one ? this.#model.layer(this.#picked.one) : null
    this.handles.hidden = !layer || this.hidden.has(layer.layer) || this.isReadOnly
    if (this.handles.hidden) return
    const side = box * layer.scale * this.#unit
    this.handles.style.width = this.handles.style.height = `${side}px`
    this.handles.style.transform =
      `translate(-50%, -50%) translate(${layer.x * this.#unit}px, ${layer.y * this.#unit}px) rotate(${layer.rotation}deg)`
  }

  // How much of the canvas is shown: all layers, and never less than a person takes.
  #fit(layers) {
    const frame = frameOf([...layers, { x: 300, y: 0, scale: 0 }, { x: 0, y: 380, scale: 0 }])
    const { clientWidth: width, clientHeight: height } = this.element
    if (!width || !height) return
    // A little more than fills it, so that the handles of the outermost layer can be reached.
    this.#unit = Math.min(width / frame.width, height / frame.height) * 0.94
    this.ground.style.width = `${320 * this.#unit}px`
    this.ground.style.height = `${760 * this.#unit}px`
  }

  #measure() {
    this.draw(null)
  }
}

/** How many layers there are, in words. */
export const layersText = (model) => count(model.layers.length, say("forms.layers"))

