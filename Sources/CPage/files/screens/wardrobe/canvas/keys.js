// The canvas by keys alone: arrows move, + and - scale, comma and full stop turn, PageUp and PageDown order.
import { announce } from "../../../core/dom.js"
import { noteKeys } from "../../../core/keys.js"
import { say } from "../../../core/words.js"
import { snapAngle } from "./snap.js"

/** Listens on the stage. */
export function stageKeys(stage, model, picked, gesture, acts) {
  noteKeys(stage.element, {
    "↑ ↓ ← →": "canvas.keyMove", "+ -": "canvas.keyScale", ", .": "canvas.keyTurn", "PageUp PageDown": "canvas.keyOrder",
    Delete: "canvas.keyTake", "Ctrl+d": "canvas.keyAgain", "Enter Space": "canvas.keyPick", "Ctrl+a": "canvas.keyAll",
    Escape: "canvas.keyCancel",
  })
  stage.element.addEventListener("keydown", (event) => {
    const name = event.target.closest("[data-layer]")?.dataset.layer
    const isCommand = event.ctrlKey || event.metaKey
    if (event.key === "Escape") {
      if (gesture.cancel()) announce(say("canvas.cancelled"))
      else if (picked.size) picked.clear()
      else return
      return event.preventDefault()
    }
    if (isCommand && event.key.toLowerCase() === "a") {
      event.preventDefault()
      return picked.all(model.layers.map(({ layer }) => layer))
    }
    if (!name || !acts.canEdit() || event.altKey) return
    const names = picked.has(name) ? picked.names : [name]
    const act = isCommand ? { d: () => acts.again(names) }[event.key.toLowerCase()]
      : actOf(event, names, model, acts, picked)
    if (!act) return
    event.preventDefault()
    act()
  })
}

function actOf(event, names, model, acts, picked) {
  const far = event.shiftKey ? 1 : 10
  const by = (x, y) => () => model.set(names, (layer) => ({ x: layer.x + x, y: layer.y + y }))
  const scale = (factor) => () =>
    model.set(names, (layer) => ({ scale: Math.max(0.05, Math.min(20, layer.scale * factor)) }))
  const turn = (step) => () =>
    model.set(names, (layer) => ({ rotation: (snapAngle(layer.rotation + step).angle + 360) % 360 }))
  return {
    ArrowLeft: by(-far, 0), ArrowRight: by(far, 0), ArrowUp: by(0, -far), ArrowDown: by(0, far),
    "+": scale(1.1), "=": scale(1.1), "-": scale(1 / 1.1), ",": turn(-15), ".": turn(15),
    PageUp: () => acts.order(names[0], 1), PageDown: () => acts.order(names[0], -1),
    Home: () => acts.order(names[0], -Infinity), End: () => acts.order(names[0], Infinity),
    Delete: () => acts.take(names), Backspace: () => acts.take(names),
    Enter: () => picked.toggle(names[0]), " ": () => picked.toggle(names[0]),
  }[event.key]
}
