// A picture that is looked at from near: two fingers, the wheel, a double click and keys make it larger about where they
// are, and it is pushed about by a finger, the mouse or the arrows.
import { settled } from "../core/dom.js"

const most = 8
const step = 1.5
const near = 2.5
/** How far a finger has to go to lead to another picture, in pixels. */
const far = 60

/**
 * Lets the picture in `stage` be looked at from near.
 *
 * @param {HTMLElement} stage - What it lies in; it is as large as the picture may be.
 * @param {HTMLElement} picture
 * @param {{changed: (scale: number) => void, step: (by: number) => void, signal: AbortSignal}} options - `changed` hears
 *   how large it is, of what fits; `step` leads to the next picture, or to the one before.
 */
export function zoom(stage, picture, { changed, step: lead, signal }) {
  const now = { scale: 1, x: 0, y: 0 }
  const pointers = new Map()
  let tapped = null
  let begun = null
  const on = (name, act, options) => stage.addEventListener(name, act, { signal, ...options })

  const put = (scale, x, y) => {
    const before = now.scale
    now.scale = Math.max(1, Math.min(most, scale))
    // Some of it always stays in sight, and what fits stays in the middle.
    const reach = (size, room) => Math.max(0, (size * now.scale - room) / 2)
    const [across, down] = [reach(picture.offsetWidth, stage.clientWidth), reach(picture.offsetHeight, stage.clientHeight)]
    now.x = Math.max(-across, Math.min(across, x))
    now.y = Math.max(-down, Math.min(down, y))
    picture.style.transform = now.scale === 1 ? "" : `translate(${now.x}px, ${now.y}px) scale(${now.scale})`
    stage.classList.toggle("near", now.scale > 1)
    if (now.scale !== before) changed(now.scale)
  }

  // Places are measured from the middle of the stage.
  const place = ({ clientX, clientY }) => {
    const { left, top, width, height } = stage.getBoundingClientRect()
    return { x: clientX - left - width / 2, y: clientY - top - height / 2 }
  }
  const about = (scale, { x, y }) => {
    const wanted = Math.max(1, Math.min(most, scale))
    const factor = wanted / now.scale
    put(wanted, x - (x - now.x) * factor, y - (y - now.y) * factor)
  }

  const rest = () => (begun = { ...now, at: [...pointers.values()], hasMoved: begun?.hasMoved ?? false })

  on("pointerdown", (event) => {
    if (event.button > 0 || event.target.closest("button")) return
    if (!pointers.size) begun = null
    pointers.set(event.pointerId, place(event))
    rest()
  })
  on("pointermove", (event) => {
    if (!pointers.has(event.pointerId)) return
    pointers.set(event.pointerId, place(event))
    const [one, other] = pointers.values()
    const [from, otherFrom] = begun.at
    if (!begun.hasMoved && !other && Math.hypot(one.x - from.x, one.y - from.y) < 6) return
    if (!begun.hasMoved) stage.setPointerCapture(event.pointerId)
    begun.hasMoved = true
    if (other && otherFrom) {
      const spread = ([a, b]) => Math.hypot(b.x - a.x, b.y - a.y)
      const middle = ([a, b]) => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 })
      const scale = begun.scale * (spread([one, other]) / Math.max(1, spread([from, otherFrom])))
      const factor = Math.max(1, Math.min(most, scale)) / begun.scale
      const [was, is] = [middle([from, otherFrom]), middle([one, other])]
      put(scale, is.x - (was.x - begun.x) * factor, is.y - (was.y - begun.y) * factor)
    } else if (now.scale > 1) put(now.scale, begun.x + one.x - from.x, begun.y + one.y - from.y)
  })
  const end = (event, isMeant) => {
    const last = pointers.get(event.pointerId)
    if (!last || !pointers.delete(event.pointerId)) return
    if (pointers.size) return rest()
    const [from] = begun.at
    const by = last.x - from.x
    // Two taps are a double click, which a finger does not always send.
    const isTap = isMeant && !begun.hasMoved && begun.at.length === 1
    const isSecond = isTap && tapped && event.timeStamp - tapped.time < 350 && Math.hypot(last.x - tapped.x, last.y - tapped.y) < 30
    tapped = isTap && !isSecond ? { ...last, time: event.timeStamp } : null
    if (isSecond) about(now.scale > 1 ? 1 : near, last)
    else if (isMeant && begun.hasMoved && now.scale === 1 && begun.scale === 1 && begun.at.length === 1
      && Math.abs(by) > far && Math.abs(by) > Math.abs(last.y - from.y)) lead(by < 0 ? 1 : -1)
  }
  on("pointerup", (event) => end(event, true))
  on("pointercancel", (event) => end(event, false))
  on("wheel", (event) => {
    event.preventDefault()
    about(now.scale * (event.deltaY < 0 ? step : 1 / step) ** Math.min(1, Math.abs(event.deltaY) / 100), place(event))
  }, { passive: false })
  on("dragstart", (event) => event.preventDefault())
  new ResizeObserver(settled(50, () => put(now.scale, now.x, now.y))).observe(stage)

  return {
    /** Makes it larger or smaller by a step, about the middle. */
    by: (steps) => about(now.scale * step ** steps, { x: 0, y: 0 }),
    /** Shows all of it. */
    fit: () => put(1, 0, 0),
    /** Pushes what one sees by parts of the stage; whether there was anything to push. */
    push(across, down) {
      if (now.scale === 1) return false
      put(now.scale, now.x - across * stage.clientWidth * 0.2, now.y - down * stage.clientHeight * 0.2)
      return true
    },
  }
}
