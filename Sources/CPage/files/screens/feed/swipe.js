// A card that follows the finger to the left or the right, and springs back unless it was meant.

/** What part of its width a card has to go, or how fast it has to be, in pixels a millisecond. */
const part = 0.3
const speed = 0.5

/**
 * Lets a card be swiped away. Up and down stays with the browser (`touch-action: pan-y`).
 *
 * @param {HTMLElement} card
 * @param {{left: () => void, right: () => void, signal: AbortSignal}} acts
 */
export function swipe(card, { left, right, signal }) {
  let from = null
  const put = (by) => {
    card.style.transform = by ? `translateX(${by}px) rotate(${by / 40}deg)` : ""
    card.style.setProperty("--lean", String(Math.max(-1, Math.min(1, by / (card.offsetWidth * part)))))
  }
  const spring = () => {
    from = null
    card.classList.remove("held")
    put(0)
  }
  const on = (name, act) => card.addEventListener(name, act, { signal })
  on("pointerdown", (event) => {
    if (!event.isPrimary || event.button !== 0 || event.target.closest("button")) return
    from = { x: event.clientX, time: event.timeStamp, id: event.pointerId, moved: false }
  })
  on("pointermove", (event) => {
    if (!from || event.pointerId !== from.id) return
    const by = event.clientX - from.x
    if (!from.moved && Math.abs(by) < 8) return
    if (!from.moved) {
      from.moved = true
      card.setPointerCapture(from.id)
      card.classList.add("held")
    }
    put(by)
  })
  on("pointerup", (event) => {
    if (!from || event.pointerId !== from.id) return
    const by = event.clientX - from.x
    const pace = Math.abs(by) / Math.max(1, event.timeStamp - from.time)
    const isMeant = from.moved && (Math.abs(by) > card.offsetWidth * part || (pace > speed && Math.abs(by) > 30))
    if (!isMeant) return spring()
    from = null
    ;(by > 0 ? right : left)()
  })
  on("pointercancel", spring)
  // A link in the card is not followed at the end of a swipe, and nothing is dragged out of it.
  on("click", (event) => card.classList.contains("held") && event.preventDefault())
  on("dragstart", (event) => event.preventDefault())
}
