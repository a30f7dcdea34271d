// From the tile of a thing to its page and back: what stands for it moves there, where motion is wanted.
import { $ } from "./dom.js"

const still = matchMedia("(prefers-reduced-motion: reduce)")
/** How long what is seen may stand still for what comes, in milliseconds. */
const most = 250

/** What goes on: until `begun`, what is to be shown is not shown yet. */
let running = null

const picture = "img:not([src=''])"
const tile = (id) => {
  const row = $(`.things > [data-id="${CSS.escape(id)}"], .feed > [data-key="${CSS.escape(id)}"]`)
  return row && ($(picture, row) ?? $(".title", row))
}
const page = (id) => {
  const shown = $(`[data-shown="${CSS.escape(id)}"]`)
  return shown && ($(picture, shown) ?? $("h1", shown))
}

const isInSight = (element) => {
  const { top, bottom, width } = element.getBoundingClientRect()
  return width > 0 && bottom > 0 && top < innerHeight
}

const idOf = (path) => /^\/(?:thing|garments?)\/([0-9A-Z]{26})$/.exec(path)?.[1] ?? null

/**
 * Shows what is at another address.
 *
 * @param {string} from - The path that was shown.
 * @param {string} to - That which is shown now.
 * @param {() => Promise} act - Shows it.
 */
export async function moving(from, to, act) {
  if (running && !running.hasBegun) {
    running.transition.skipTransition()
    await running.begun
  }
  const [left, reached] = [idOf(from), idOf(to)]
  const id = left && reached ? null : left ?? reached
  if (!id || !document.startViewTransition || still.matches || document.hidden) return act()
  const [before, after] = reached ? [tile, page] : [page, tile]
  let element = before(id)
  if (!element || !isInSight(element)) return act()
  const unmark = () => element?.classList.remove("moves")
  element.classList.add("moves")
  let shown
  let begin
  const round = { hasBegun: false, begun: new Promise((resolve) => (begin = resolve)) }
  running = round
  round.transition = document.startViewTransition(async () => {
    unmark()
    round.hasBegun = true
    begin()
    shown = act()
    await Promise.race([shown, new Promise((resolve) => setTimeout(resolve, most))])
    element = after(id)
    if (element && isInSight(element)) element.classList.add("moves")
  })
  round.transition.ready.catch(() => {})
  round.transition.updateCallbackDone.catch(() => {})
  round.transition.finished.catch(() => {}).finally(unmark)
  await round.begun
  return shown
}
