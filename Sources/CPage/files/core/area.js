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

const sheets = new Map()

// Fetches a style sheet and waits until it counts.
const dress = (name) =>
  new Promise((resolve, reject) => {
    const href = new URL(`../style/${name}.css`, import.meta.url).href
    const sheet = h("link", {
      rel: "stylesheet", href, onload: resolve, onerror: () => (sheet.remove(), reject(new Error(`no style at ${href}`))),
    })
    sheets.set(name, sheet)
    document.head.append(sheet)
  })

// Leaves only these sheets on: two areas may call different things by one name. What stands beside a list changes nothing.
function wear(styles) {
  for (const [name, sheet] of sheets) {
    const isOff = !styles.includes(name)
    if (sheet.disabled !== isOff) sheet.disabled = isOff
  }
}

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
  if (!view.isBeside) wear(needs.styles ?? [])
  await (module ? module[name](view) : lost(view))
}
