// Gestures on the canvas: one pointer drags, two pinch and turn about their middle, handles scale and turn.
import { announce } from "../../../core/dom.js"
import { say } from "../../../core/words.js"
import { snapAngle, snapPlace } from "./snap.js"

/**
 * Lets layers be moved by pointers.
 *
 * @param {object} stage - `{element, unit(), showLines(lines), middle()}`.
 * @param {Model} model
 * @param {Picked} picked - Which layers are selected.
 * @param {() => boolean} canEdit
 */
export function gestures(stage, model, picked, canEdit) {
  const { element } = stage
  const pointers = new Map()
  let start = null

  // Where a pointer is, in units of the canvas from its middle.
  const place = ({ clientX, clientY }) => {
    const { x, y } = stage.middle()
    const unit = stage.unit()
    return { x: (clientX - x) / unit, y: (clientY - y) / unit }
  }

  // From here on everything is measured from where it is now.
  function rebase(kind) {
    const names = kind === "pinch" ? picked.names.slice(0, 1) : picked.names
    start = { kind, at: new Map(pointers), layers: names.map((name) => model.layer(name)).filter(Boolean),
      hasMoved: start?.hasMoved ?? false }
  }

  function down(event) {
    if (event.button > 0 || !canEdit()) return
    const handle = event.target.closest("[data-handle]")?.dataset.handle
    const name = event.target.closest("[data-layer]")?.dataset.layer
    if (!pointers.size) {
      if (handle) {
        pointers.set(event.pointerId, place(event))
        rebase(handle)
      } else if (name) {
        if (event.shiftKey) return picked.toggle(name)
        if (!picked.has(name)) picked.only(name)
        element.querySelector(`[data-layer="${name}"]`)?.focus({ preventScroll: true })
        pointers.set(event.pointerId, place(event))
        rebase("drag")
      } else if (event.pointerType === "touch" && picked.size) {
        // A first finger beside the garment, with a second to follow: a pinch of what is selected.
        pointers.set(event.pointerId, place(event))
        rebase("none")
      } else return picked.clear()
    } else if (pointers.size === 1 && start?.kind !== "scale" && start?.kind !== "turn") {
      pointers.set(event.pointerId, place(event))
      rebase("pinch")
    } else return
    event.preventDefault()
    element.setPointerCapture(event.pointerId)
  }

  function move(event) {
    if (!pointers.has(event.pointerId) || !start) return
    pointers.set(event.pointerId, place(event))
    if (start.kind === "none") return
    const now = [...pointers.values()]
    const [from] = start.at.values()
    if (!start.hasMoved && now.length === 1
      && Math.hypot(now[0].x - from.x, now[0].y - from.y) * stage.unit() < 3) return
    start.hasMoved = true
    if (start.kind === "pinch") pinch(now, [...start.at.values()])
    else if (start.kind === "drag") drag(now[0], from, event.altKey)
    else if (start.kind === "scale") scale(now[0], from)
    else turn(now[0], from, event.altKey)
  }

  function drag(now, from, isFree) {
    const [first] = start.layers
    if (!first) return
    const wanted = { ...first, x: first.x + now.x - from.x, y: first.y + now.y - from.y }
    const still = model.layers.filter(({ layer }) => !start.layers.some((one) => one.layer === layer))
    const found = isFree ? { ...wanted, lines: [] } : snapPlace(wanted, still, stage.unit())
    stage.showLines(found.lines)
    const words = found.lines.map(({ axis, kind }) => say(`snap.${kind}.${axis}`)).join(", ")
    if (words && words !== start.said) announce(words)
    start.said = words
    for (const layer of start.layers) model.hold(layer.layer,
      { x: layer.x + found.x - first.x, y: layer.y + found.y - first.y })
  }

  function scale(now, from) {
    const [layer] = start.layers
    const before = Math.hypot(from.x - layer.x, from.y - layer.y)
    if (before > 0) model.hold(layer.layer,
      { scale: clamp(layer.scale * Math.hypot(now.x - layer.x, now.y - layer.y) / before) })
  }

  function turn(now, from, isFree) {
    const [layer] = start.layers
    const by = angle(now.x - layer.x, now.y - layer.y) - angle(from.x - layer.x, from.y - layer.y)
    const found = isFree ? { angle: layer.rotation + by } : snapAngle(layer.rotation + by)
    if (found.isSnapped && found.angle !== start.said) announce(say("canvas.angle", found.angle))
    start.said = found.isSnapped ? found.angle : null
    model.hold(layer.layer, { rotation: found.angle })
  }

  function pinch([one, other], [oneBefore, otherBefore]) {
    const [layer] = start.layers
    if (!layer || !other || !otherBefore) return
    const before = { x: otherBefore.x - oneBefore.x, y: otherBefore.y - oneBefore.y }
    const now = { x: other.x - one.x, y: other.y - one.y }
    const factor = Math.hypot(now.x, now.y) / Math.max(1, Math.hypot(before.x, before.y))
    const size = clamp(layer.scale * factor)
    const by = angle(now.x, now.y) - angle(before.x, before.y)
    const middleBefore = { x: (oneBefore.x + otherBefore.x) / 2, y: (oneBefore.y + otherBefore.y) / 2 }
    const middle = { x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 }
    const turned = (by * Math.PI) / 180
    const reach = { x: (layer.x - middleBefore.x) * (size / layer.scale),
      y: (layer.y - middleBefore.y) * (size / layer.scale) }
    model.hold(layer.layer, {
      scale: size, rotation: snapAngle(layer.rotation + by).angle,
      x: middle.x + reach.x * Math.cos(turned) - reach.y * Math.sin(turned),
      y: middle.y + reach.x * Math.sin(turned) + reach.y * Math.cos(turned),
    })
  }

  function up(event) {
    if (!pointers.delete(event.pointerId)) return
    if (pointers.size) return rebase(start?.kind === "pinch" ? "drag" : start?.kind ?? "none")
    stage.showLines([])
    const { hasMoved, kind } = start ?? {}
    start = null
    if (hasMoved) model.release()
    else if (kind === "none") picked.clear()
  }

  // The browser took the pointer away, or a key breaks it off: nothing of the gesture stays.
  function cancel() {
    if (!pointers.size) return false
    pointers.clear()
    start = null
    stage.showLines([])
    model.cancel()
    return true
  }

  element.addEventListener("pointerdown", down)
  element.addEventListener("pointermove", move)
  element.addEventListener("pointerup", up)
  element.addEventListener("pointercancel", cancel)
  element.addEventListener("dragstart", (event) => event.preventDefault())
  element.addEventListener("wheel", (event) => {
    if (!event.altKey || !picked.size || !canEdit()) return
    event.preventDefault()
    model.set(picked.names, ({ scale: now }) => ({ scale: clamp(now * (event.deltaY < 0 ? 1.05 : 1 / 1.05)) }))
  }, { passive: false })
  return { cancel, get isBusy() { return pointers.size > 0 } }
}

const angle = (x, y) => (Math.atan2(y, x) * 180) / Math.PI
const clamp = (scale) => Math.max(0.05, Math.min(20, scale))
