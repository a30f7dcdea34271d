// The tools above the canvas: undo, alignment, order, and the exact way by numbers.
import { h } from "../../../core/dom.js"
import { icon } from "../../../core/icons.js"
import { say } from "../../../core/words.js"
import { menuButton } from "../../../parts/menu.js"
import { extent } from "./snap.js"

/** The bar of tools. */
export function tools(model, picked, acts, signal) {
  const button = (kind, text, act) => h("button.quiet", { type: "button", "aria-label": text, title: text,
    onclick: act }, icon(kind))
  const undo = button("undo", say("undo"), () => acts.undo())
  const redo = button("redo", say("keys.redo"), () => acts.redo())
  const front = button("up", say("canvas.front"), () => picked.one && acts.order(picked.one, Infinity))
  const back = button("down", say("canvas.back"), () => picked.one && acts.order(picked.one, -Infinity))
  const again = button("copy", say("canvas.again"), () => acts.again(picked.names))
  const take = button("cross", say("canvas.take"), () => acts.take(picked.names))
  const align = menuButton(say("canvas.align"), "board", () => [
    ["centre", (_, all) => ({ x: all ? (all.left + all.right) / 2 : 0 })],
    ["middle", (_, all) => ({ y: all ? (all.top + all.bottom) / 2 : 0 })],
    null,
    ["left", (layer, all) => ({ x: layer.x + (all ?? ground).left - extent(layer).left })],
    ["right", (layer, all) => ({ x: layer.x + (all ?? ground).right - extent(layer).right })],
    ["top", (layer, all) => ({ y: layer.y + (all ?? ground).top - extent(layer).top })],
    ["bottom", (layer, all) => ({ y: layer.y + (all ?? ground).bottom - extent(layer).bottom })],
    null,
    ["upright", () => ({ rotation: 0 })],
    ["natural", () => ({ scale: 1 })],
  ].map((entry) => entry && { text: say(`align.${entry[0]}`), act: () => {
    const names = picked.names
    const all = names.length > 1 ? union(names.map((name) => extent(model.layer(name)))) : null
    model.set(names, (layer) => entry[1](layer, all))
  } }))

  const fields = {
    x: number("canvas.x", -10_000, 10_000, 1, (value) => ({ x: value })),
    y: number("canvas.y", -10_000, 10_000, 1, (value) => ({ y: value })),
    scale: number("canvas.scale", 5, 2000, 1, (value) => ({ scale: value / 100 }), "%"),
    rotation: number("canvas.turn", 0, 359, 1, (value) => ({ rotation: ((value % 360) + 360) % 360 }), "°"),
  }
  const slider = (label, min, max, patch) => h("input", {
    type: "range", min, max, step: 1, "aria-label": say(label),
    oninput: ({ target }) => picked.names.forEach((name) => model.hold(name, patch(Number(target.value)))),
    onchange: () => model.release(),
  })
  const size = slider("canvas.scale", "5", "400", (value) => ({ scale: value / 100 }))
  const angle = slider("canvas.turn", "0", "359", (value) => ({ rotation: value }))

  function number(label, min, max, step, patch, unit = "") {
    const input = h("input", { type: "number", min: String(min), max: String(max), step: String(step),
      onchange: ({ target }) => {
      const value = Number(target.value)
      if (target.value === "" || !Number.isFinite(value)) return show()
      model.set(picked.names, patch(Math.max(min, Math.min(max, value))))
    } })
    const element = h("label.number", null, h("span", null, say(label)), input,
      h("span.unit", { "aria-hidden": "true" }, unit))
    return { element, input }
  }

  const element = h("div.canvas-tools", { role: "toolbar", "aria-label": say("canvas.tools") }, undo, redo, align,
    front, back, again, take,
    Object.values(fields).map((one) => one.element), h("span.sliders", null, size, angle))

  function show() {
    const layer = picked.one ? model.layer(picked.one) : null
    const isAny = picked.size > 0 && acts.canEdit()
    undo.disabled = !model.canUndo
    redo.disabled = !model.canRedo
    for (const one of [align, again, take]) one.disabled = !isAny
    for (const one of [front, back, size, angle]) one.disabled = !isAny || !layer
    const values = layer && { x: Math.round(layer.x), y: Math.round(layer.y), scale: Math.round(layer.scale * 100),
      rotation: Math.round(layer.rotation) }
    for (const [name, { input }] of Object.entries(fields)) {
      input.disabled = !isAny || !layer
      if (document.activeElement !== input) input.value = values ? String(values[name]) : ""
    }
    if (values) {
      if (document.activeElement !== size) size.value = String(values.scale)
      if (document.activeElement !== angle) angle.value = String(values.rotation)
    }
  }
  model.addEventListener("change", show, { signal })
  picked.addEventListener("change", show, { signal })
  show()
  return { element, fields }
}

const ground = { left: -250, right: 250, top: -320, bottom: 320 }

const union = (all) => ({
  left: Math.min(...all.map(({ left }) => left)), right: Math.max(...all.map(({ right }) => right)),
  top: Math.min(...all.map(({ top }) => top)), bottom: Math.max(...all.map(({ bottom }) => bottom)),
})
