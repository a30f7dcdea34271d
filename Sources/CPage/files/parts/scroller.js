// Scrolling along something longer than an element can be: the element is shorter then, and stands for more.

/** Where a longer element would be cut by a browser: Chromium at 33 million device pixels, Firefox near 17. */
const tallest = 8_000_000 / Math.max(1, devicePixelRatio)

/** How long after the last scroll it rests, and how long after wheel, key or finger a scroll is theirs, in milliseconds. */
const rest = 300
const theirs = 1000

/**
 * Calls `act` when the window rests after a scroll and nobody holds its scroll bar, which no browser tells: a scroll
 * that neither wheel, key nor finger began may be that of a hand on the bar, and is over when the pointer is seen
 * elsewhere without a button, or when one of these comes.
 */
export function afterFreeScroll(act, signal) {
  let last = -Infinity
  let isFree = false
  let isDue = false
  let timer
  const settle = () => {
    clearTimeout(timer)
    if (signal.aborted) return
    if (!isFree) return void (isDue = true)
    isFree = isDue = false
    act()
  }
  addEventListener("scroll", () => {
    isFree ||= performance.now() - last < theirs
    clearTimeout(timer)
    timer = setTimeout(settle, rest)
  }, { signal, passive: true })
  for (const name of ["wheel", "keydown", "touchmove"]) {
    addEventListener(name, () => (last = performance.now()), { signal, passive: true })
  }
  for (const name of ["pointermove", "keydown", "wheel"]) {
    addEventListener(name, ({ buttons = 0 }) => {
      if (!isDue || buttons) return
      isFree = true
      settle()
    }, { signal, passive: true })
  }
}

export class Scroller {
  #element
  #height = 0
  #last = 0
  /** How much of what is above the element does not have room for. */
  shift = 0

  constructor(element) {
    this.#element = element
  }

  /** How high everything is. */
  set height(height) {
    this.#height = height
    this.#element.style.height = `${Math.min(height, tallest)}px`
    this.shift = 0
  }

  /** How high the part of the window is that shows it. */
  get room() {
    return innerHeight - this.#header()
  }

  /** What is at the upper edge of that part, in pixels from the top of everything. */
  get top() {
    return Math.max(0, scrollY - this.#begin() + this.#header()) + this.shift
  }

  /** Brings this to the upper edge. */
  to(top) {
    const most = Math.max(0, this.#height - innerHeight)
    const wanted = Math.max(0, Math.min(top, most))
    const real = this.#height > tallest ? (wanted / most) * (tallest - innerHeight) : wanted
    this.shift = wanted - real
    scrollTo({ top: real === 0 && wanted === 0 ? 0 : real + this.#begin() - this.#header(), behavior: "instant" })
    this.#last = scrollY
  }

  /** Takes notice of a scroll: a small movement is one in pixels, a jump of the scroll bar one in parts of the whole. */
  follow() {
    if (this.#height <= tallest) return
    const by = scrollY - this.#last
    this.#last = scrollY
    if (Math.abs(by) < innerHeight) return
    const real = Math.max(0, scrollY - this.#begin())
    this.shift = (real / (tallest - innerHeight)) * (this.#height - innerHeight) - real
  }

  /** When it rests, puts the scroll bar where it belongs; nothing that is seen moves. Whether there was a need to. */
  settle() {
    if (this.#height <= tallest) return false
    this.to(this.top)
    return true
  }

  #begin() {
    return this.#element.getBoundingClientRect().top + scrollY
  }

  #header() {
    return document.querySelector("body > header")?.offsetHeight ?? 0
  }
}
