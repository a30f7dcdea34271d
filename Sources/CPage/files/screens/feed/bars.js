// The bars of a phone, which give way to pictures.

/** Lets them leave while one scrolls down, and come back on the way up. */
export function slideBars(signal) {
  let last = scrollY
  addEventListener("scroll", () => {
    if (Math.abs(scrollY - last) < 8) return
    document.body.classList.toggle("bars-away", scrollY > last && scrollY > 80)
    last = scrollY
  }, { signal, passive: true })
  signal.addEventListener("abort", () => document.body.classList.remove("bars-away"))
}
