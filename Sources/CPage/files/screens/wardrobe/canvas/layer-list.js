// The layers as a list, the top first: names that select, buttons and dragging that reorder, and an eye that hides.
import { fill, h } from "../../../core/dom.js"
import { icon } from "../../../core/icons.js"
import { say } from "../../../core/words.js"
import { garmentPicture } from "../photos.js"
import { layerName } from "./stage.js"

/** The list. */
export function layerList(stage, model, picked, things, acts, signal) {
  const list = h("ol.layer-list", { "aria-label": say("canvas.layers") })
  let dragged = null

  function row(layer, at, layers) {
    const name = layerName(layer, things)
    const one = things.get(layer.thing?.id) ?? layer.thing
    const isHidden = stage.hidden.has(layer.layer)
    const button = (kind, text, focus, act, isOff = false) =>
      h("button.quiet", { type: "button", "aria-label": `${text}: ${name}`, title: text, disabled: isOff,
        data: { focus: `${focus} ${layer.layer}` }, onclick: act }, icon(kind))
    const canEdit = acts.canEdit()
    return h("li", {
      draggable: canEdit ? "true" : null, class: picked.has(layer.layer) ? "picked" : "", data: { row: layer.layer },
      ondragstart: (event) => {
        dragged = layer.layer
        event.dataTransfer.setData("application/x-weft-layer", layer.layer)
        event.dataTransfer.effectAllowed = "move"
      },
      ondragover: (event) => {
        if (!dragged) return
        event.preventDefault()
        event.currentTarget.classList.add("over")
      },
      ondragleave: (event) => event.currentTarget.classList.remove("over"),
      ondragend: () => (dragged = null),
      ondrop: (event) => {
        event.preventDefault()
        event.currentTarget.classList.remove("over")
        if (dragged && dragged !== layer.layer) void acts.orderTo(dragged, layer.z)
        dragged = null
      },
    },
    h("span.thumb", null, one ? garmentPicture(one) : h("span.hatched")),
    h("button.quiet.layer-name", { type: "button", dir: "auto", "aria-pressed": String(picked.has(layer.layer)),
      data: { focus: `name ${layer.layer}` },
      onclick: (event) => (event.shiftKey ? picked.toggle(layer.layer) : picked.only(layer.layer)) },
      h("span.clamped", null, name)),
    button(isHidden ? "hidden" : "eye", say(isHidden ? "canvas.show" : "canvas.hide"), "eye",
      () => acts.hide(layer.layer)),
    canEdit ? button("up", say("canvas.up"), "up", () => acts.order(layer.layer, 1), at === 0) : null,
    canEdit ? button("down", say("canvas.down"), "down", () => acts.order(layer.layer, -1), at === layers.length - 1)
      : null,
    canEdit ? button("cross", say("canvas.take"), "take", () => acts.take([layer.layer])) : null)
  }

  function draw() {
    if (!stage.isResting()) return
    const focused = list.contains(document.activeElement) ? document.activeElement.dataset.focus : null
    const layers = model.layers.reverse()
    fill(list, layers.map(row))
    if (focused) {
      const again = list.querySelector(`[data-focus="${focused}"]`)
      ;(again && !again.disabled ? again
        : list.querySelector(`[data-focus="name ${focused.split(" ")[1]}"]`) ?? list.querySelector("button"))?.focus()
    }
  }
  model.addEventListener("change", ({ detail }) => detail === null && draw(), { signal })
  picked.addEventListener("change", draw, { signal })
  draw()
  return { element: list, draw }
}
