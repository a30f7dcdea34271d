// Parts of a screen that stay as the node has them: read again when something happens, and drawn only if that differs.
import { $$, fill, freshID, h, settled } from "../core/dom.js"
import { onEvent } from "../core/events.js"

const isText = (one) => one.matches("textarea, input:not([type=checkbox], [type=radio])")

/**
 * A part that is read now, and again after events of these types. While somebody types in it, what is new waits until
 * that was sent or left.
 *
 * @param {{signal: AbortSignal}} view - With it the part ends.
 * @param {RegExp} types - What makes it be read again.
 * @param {() => Promise<any>} read - What is shown; anything that JSON can hold.
 * @param {(found: any) => Node|Node[]} draw - The children for it.
 * @returns {HTMLElement & {again: () => Promise<void>}} `again` reads it now, as after a change of one's own.
 */
export function live(view, types, read, draw, place = h("div")) {
  let shown
  let rounds = 0
  let latest = 0
  let typing = null
  let isWaiting = false
  const isTyped = () => typing?.isConnected && (typing.form ?? typing).contains(document.activeElement)
  place.again = async () => {
    const round = ++rounds
    let found
    try {
      found = await read()
    } catch {
      // The node is down, which the frame says; what is shown stays.
      return
    }
    // An answer that an earlier question gets late is out of date.
    if (view.signal.aborted || round < latest) return
    latest = round
    const text = JSON.stringify(found)
    if (text === shown) return
    isWaiting = isTyped()
    if (isWaiting) return
    shown = text
    refill(place, draw(found))
  }
  place.addEventListener("input", ({ target }) => isText(target) && (typing = target))
  place.addEventListener("submit", () => (typing = null))
  place.addEventListener("change", ({ target }) => {
    // What was chosen stands there and was sent: it is no longer what was drawn. So is a text that has no form.
    if (!isText(target)) shown = undefined
    else if (!target.form) typing = null
  })
  place.addEventListener("focusout", () => setTimeout(() => {
    if (isWaiting && !isTyped()) void place.again()
  }))
  // A burst of events is one change.
  const end = onEvent(types, settled(250, () => void place.again()))
  view.signal.addEventListener("abort", end)
  place.ready = place.again()
  return place
}

/** Replaces what is in an element, and gives the focus back to what stands where it was. */
export function refill(place, ...children) {
  const held = place.contains(document.activeElement) ? document.activeElement : null
  const sign = (one) => `${one.tagName} ${one.dataset.key ?? one.getAttribute("aria-label") ?? one.textContent}`
  const wanted = held && sign(held)
  fill(place, ...children)
  if (!held) return
  const all = $$("a[href], button, input, select, textarea, summary", place)
  const next = all.find((one) => sign(one) === wanted) ?? place.closest("section")?.querySelector("h2") ?? place
  if (!next.matches("a, button, input, select, textarea, summary")) next.tabIndex = -1
  next.focus({ preventScroll: true })
}

/** A section with its heading, and what can be done beside it. */
export function part(heading, { acts = [], hint } = {}, ...children) {
  const id = freshID("part")
  return h("section.part", { "aria-labelledby": id },
    h("div.part-head", null, h("h2", { id }, heading), acts.length ? h("div.row", null, acts) : null),
    hint ? h("p.hint", null, hint) : null, children)
}

/** A state in words, with a dot that says the same. */
export const standing = (dot, words) => h("span.standing", null, h(`span.dot.${dot}`), h("span", null, words))
