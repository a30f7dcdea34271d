// From the tile of a thing to its page and back: what stands for it moves there, where motion is wanted.
import { $ } from "./dom.js"

const still = matchMedia("(prefers-reduced-motion: reduce)")
/** How long what is seen may stand still for what comes, in milliseconds. */
const most = 250

/** What goes on: until `begun`, what is to be shown is not shown yet. */
let running = null

const isInSight = (element) => {
  const { top, bottom, width } = element?.getBoundingClientRect() ?? { width: 0 }
  return width > 0 && bottom > 0 && top < innerHeight
}

// What stands for a thing: its picture, or else its name.
const tile = (id) => $(`.things > [data-id="${CSS.escape(id)}"], .feed > [data-key="${CSS.escape(id)}"]`)
const page = (id) => $(`[data-shown="${CSS.escape(id)}"]`)
const standing = (place) => place && [$("img", place), $(".title, .called, h1", place)].find(isInSight)

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
  let element = standing(before(id))
  if (!element) return act()
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
    const pictured = shown.then(() => after(id)?.querySelector("img")?.decode()).catch(() => {})
    await Promise.race([pictured, new Promise((resolve) => setTimeout(resolve, most))])
    element = standing(after(id))
    element?.classList.add("moves")
  })
  round.transition.ready.catch(() => {})
  round.transition.updateCallbackDone.catch(() => {})
  round.transition.finished.catch(() => {}).finally(unmark)
  await round.begun
  return shown
}
