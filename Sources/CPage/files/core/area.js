// The areas of the page. Each is fetched when one of its screens is opened first, so that links are there at once.
import { h } from "./dom.js"
import { learn } from "./words.js"

const ready = new Map()

// Fetches something once; what failed is fetched again when it is wanted again.
function once(name, fetch) {
  if (!ready.has(name)) {
    ready.set(name, fetch())
    ready.get(name).catch(() => ready.delete(name))
  }
  return ready.get(name)
}

// Fetches a style sheet and waits until it counts.
const dress = (name) =>
  new Promise((resolve, reject) => {
    const href = new URL(`../style/${name}.css`, import.meta.url).href
    document.head.append(h("link", {
      rel: "stylesheet", href, onload: resolve, onerror: () => reject(new Error(`no style at ${href}`)),
    }))
  })

let lost = () => {}

/** Calls with the view when an area cannot be fetched. */
export function onLost(act) {
  lost = act
}

async function fetched({ words, styles = [] }, load) {
  const [module] = await Promise.all([
    Promise.all(words.map((one) => once(`words/${one}`, () => learn(one)))).then(load),
    ...styles.map((one) => once(`style/${one}`, () => dress(one))),
  ])
  return module
}

/**
 * Declares an area.
 *
 * @param {{words: string[], styles?: string[]}} needs - The files of words and of style that its screens need.
 * @returns {(load: () => Promise<object>, name: string) => (view: object) => Promise} what makes a screen of a module
 *   and of the name under which it exports what shows it.
 */
export const area = (needs) => (load, name) => async (view) => {
  const module = await fetched(needs, load).catch(() => null)
  if (view.signal.aborted) return
  await (module ? module[name](view) : lost(view))
}
