// The address is the state: every view has a path and a query, and going back leads to where one was.
import { moving } from "./transition.js"

/** @type {{pattern: RegExp, open: Function}[]} */
const screens = []
/** What fills the page, and what stands beside it: each with its address and what ends it. */
let base = null
let beside = null

/**
 * Registers a screen.
 *
 * @param {string} pattern - Such as `/thing/:id`; a name takes one part of the path.
 * @param {(view: {params: object, query: URLSearchParams, state: object, signal: AbortSignal}) => any} open -
 *   Shows it; `signal` ends when another view is opened.
 * @param {{isBeside?: boolean, isAlone?: boolean}} [options] - With `isBeside` it stands beside the list from which it was
 *   opened, where there is room; `view.isBeside` says whether it does. Beside one that is alone nothing stands.
 */
export function screen(pattern, open, { isBeside = false, isAlone = false } = {}) {
  const names = []
  const source = pattern.replace(/:(\w+)/g, (_, name) => (names.push(name), "([^/]+)"))
  screens.push({ pattern: new RegExp(`^${source}/?$`), names, open, isBeside, isAlone })
}

/** Whether a screen is at this path. */
export const isScreen = (path) => find(path) !== null

/** Begins to follow the address, and shows what it says now. */
export function beginNavigation() {
  navigation.addEventListener("navigate", (event) => {
    const target = new URL(event.destination.url)
    if (!event.canIntercept || event.hashChange || event.downloadRequest !== null) return
    // Whoever loads the page again wants it from the node.
    if (event.navigationType === "reload") return
    if (target.origin !== location.origin || !find(target.pathname)) return
    event.intercept({
      scroll: "manual",
      focusReset: "manual",
      handler: () => event.info?.isQuiet
        ? void (shown().address = target)
        : moving(shown().address.pathname, target.pathname,
            () => show(target, event.destination.getState() ?? {}, event.navigationType)),
    })
  })
  addEventListener("pagehide", () =>
    sessionStorage.setItem(left, JSON.stringify([location.href, navigation.currentEntry?.getState() ?? null])))
  return show(new URL(location.href), stateAtLoad(), "load")
}

// Firefox forgets the state of an entry when the page is loaded again.
const left = "weft.left"

function stateAtLoad() {
  const [address, state] = JSON.parse(sessionStorage.getItem(left) ?? "[]")
  sessionStorage.removeItem(left)
  const known = navigation.currentEntry?.getState()
  if (known || !state || address !== location.href) return known ?? {}
  remember(state)
  return state
}

/** Goes to an address. `replace` leaves no entry behind, for what only refines the view. */
export function go(address, { replace = false, state } = {}) {
  return navigation.navigate(address, { history: replace ? "replace" : "auto", state })
}

/**
 * Changes words of the query and stays where one is; null takes a word away.
 *
 * @param {{replace?: boolean, view?: object, isQuiet?: boolean}} [options] - Whose address it is: that of the list,
 *   unless `view` is what stands beside it. `isQuiet` only writes it down: the screen shows what it says by itself.
 */
export function refine(words, { replace = true, view, isQuiet = false } = {}) {
  const target = new URL((view?.isBeside ? beside : base)?.address ?? location.href)
  for (const [name, value] of Object.entries(words)) {
    if (value === null || value === "") target.searchParams.delete(name)
    else target.searchParams.set(name, value)
  }
  const state = isQuiet ? navigation.currentEntry?.getState() : undefined
  return navigation.navigate(target.href, { history: replace ? "replace" : "auto", info: { isQuiet }, state })
}

/** The address of what fills the page: of the list, while a thing stands beside it. */
export const baseAddress = () => base?.address ?? new URL(location.href)

/** Leaves what stands beside the list; without a list beside it goes to `otherwise`. */
export function leave(otherwise) {
  const { currentEntry } = navigation
  const before = navigation.entries()[currentEntry.index - 1]
  const target = beside ? base.address.href : new URL(otherwise, location.href).href
  return before?.url === target ? navigation.back() : go(target)
}

/** Keeps with this entry of the history what the address does not carry, such as the first thing in view. */
export function remember(words) {
  const state = { ...(navigation.currentEntry?.getState() ?? {}), ...words }
  navigation.updateCurrentEntry({ state })
}

/** Shows the view again, as after a change of what it is made of. */
export function reload() {
  const { href, pathname } = location
  return moving(pathname, pathname, () => show(new URL(href), navigation.currentEntry?.getState() ?? {}, "reload"))
}

/** Calls when another view is shown: with the address of what fills the page, and of what stands beside it. */
export function onView(act) {
  watchers.add(act)
}
const watchers = new Set()

/** The title of the view: what it is, and whose program. */
export function title(text) {
  document.title = `${text} – Weft`
}

function find(path) {
  for (const { pattern, names, open, isBeside, isAlone } of screens) {
    const found = pattern.exec(path)
    if (!found) continue
    const params = Object.fromEntries(names.map((name, at) => [name, decode(found[at + 1])]))
    return { open, params, isBeside, isAlone }
  }
  return null
}

function decode(text) {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

const shown = () => beside ?? base

/** How wide the page must be for a thing to stand beside its list. */
const roomBeside = matchMedia("(min-width: 75rem)")

async function show(target, state, way) {
  const found = find(target.pathname)
  if (found?.isBeside && roomBeside.matches) {
    // After the page was loaded anew, the list that was there comes first.
    const from = state.from && new URL(state.from, location.href)
    if (from && !base && find(from.pathname)) await showBase(from, state, "load")
    if (base?.isList) {
      beside?.end.abort()
      beside = { address: target, end: new AbortController() }
      if (!state.from) remember({ from: base.address.pathname + base.address.search })
      return open(found, beside, { ...state, ...navigation.currentEntry?.getState() }, way)
    }
  }
  const wasBeside = beside !== null
  beside?.end.abort()
  beside = null
  // What was covered in part is there still.
  if (wasBeside && way !== "reload" && base?.address.href === target.href) {
    for (const act of watchers) act(target, target)
    return
  }
  if (found?.isBeside && base?.isList && !state.from) remember({ from: base.address.pathname + base.address.search })
  await showBase(target, { ...state, ...(found?.isBeside && navigation.currentEntry?.getState()) }, way)
}

function showBase(target, state, way) {
  const found = find(target.pathname)
  base?.end.abort()
  base = { address: target, end: new AbortController(), isList: found !== null && !found.isBeside && !found.isAlone }
  return open(found, base, state, way)
}

async function open(found, place, state, way) {
  const { address, end } = place
  const view = {
    params: found?.params ?? {}, query: address.searchParams, state, signal: end.signal, way,
    isBeside: place === beside,
  }
  for (const act of watchers) act(base.address, address)
  await (found?.open ?? nowhere)(view)
}

let nowhere = () => {}

/** What is shown under an address that is none. */
export function otherwise(open) {
  nowhere = open
}
