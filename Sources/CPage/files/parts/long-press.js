// Selecting by touch: a long press begins a selection, and then a tap adds to it or takes away.

const wait = 450
const slack = 10

/** Lets the rows of a list be selected so. */
export function longPress(element, selection, signal) {
  let timer
  let from = null
  let isPressed = false
  const options = { signal }
  const stop = () => {
    clearTimeout(timer)
    from = null
  }
  element.addEventListener("pointerdown", (event) => {
    isPressed = false
    const row = event.target.closest("[role=row]")
    if (event.pointerType !== "touch" || !row) return
    from = { x: event.clientX, y: event.clientY }
    timer = setTimeout(() => {
      isPressed = true
      navigator.vibrate?.(15)
      selection.toggle(row.dataset.id)
    }, wait)
  }, options)
  element.addEventListener("pointermove", ({ clientX, clientY }) => {
    if (from && Math.hypot(clientX - from.x, clientY - from.y) > slack) stop()
  }, options)
  for (const type of ["pointerup", "pointercancel"]) element.addEventListener(type, stop, options)
  // What the browser would do with a long press: its menu, or a drag.
  const refuse = (event) => (isPressed || from) && event.preventDefault()
  element.addEventListener("contextmenu", refuse, options)
  element.addEventListener("dragstart", refuse, { signal, capture: true })
  element.addEventListener("click", (event) => {
    const row = event.target.closest("[role=row]")
    if (!row || event.target.closest("input.pick, button")) return
    const isTap = event.pointerType === "touch" && selection.size > 0
    if (!isPressed && !isTap) return
    event.preventDefault()
    event.stopImmediatePropagation()
    if (!isPressed) selection.toggle(row.dataset.id)
    isPressed = false
  }, { signal, capture: true })
}
