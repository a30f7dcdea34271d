// What was done, in the node's own words, with a way back.
import { write } from "../core/api.js"
import { $, announce, h } from "../core/dom.js"
import { icon } from "../core/icons.js"
import { noteKeys } from "../core/keys.js"
import { say } from "../core/words.js"

const lifetime = 10_000
const most = 4

function shelf() {
  let shelf = $("#toasts")
  if (!shelf) {
    shelf = h("div", { id: "toasts", role: "region", "aria-label": say("toasts.region") })
    document.body.append(shelf)
    noteKeys(shelf, { F6: "keys.toasts" })
    new MutationObserver(() => document.activeElement === document.body && before?.focus()).observe(shelf, { childList: true })
  }
  return shelf
}

// Where one was before F6 led to the latest of them; there it leads back, and so does what closes it.
let before = null

document.addEventListener("keydown", (event) => {
  if (event.key !== "F6" || event.ctrlKey || event.altKey || event.metaKey || $("dialog:modal")) return
  const isThere = $("#toasts")?.contains(document.activeElement)
  const target = isThere ? before : $("#toasts > :last-child button")
  if (!target) return
  event.preventDefault()
  if (!isThere) before = document.activeElement
  target.focus()
})

/**
 * Shows that something was done.
 *
 * @param {{summary: string, act?: number, lang?: string}} done - The node's answer, which is English unless it says
 *   otherwise; with `act` it can be undone.
 * @param {{undone?: () => void}} [options] - What to do once it was undone.
 */
export function tellDone(done, { undone } = {}) {
  const take = done.act
    ? h("button", { onclick: () => undo(done.act, undone).finally(() => toast.remove()) }, say("undo"))
    : null
  const toast = put("toast", [icon("check"), h("span", { lang: done.lang ?? "en", dir: "auto" }, done.summary), take])
  if (done.act) toast.dataset.act = done.act
  announce(done.summary)
  return toast
}

/** Shows what was refused, why, and what to do about it; stays until it is closed. */
export function tellProblem(problem) {
  const fix = problem.fix
    ? h("span.fix", { lang: "en" }, isCommandText(problem.fix) ? commandLine(problem.fix) : problem.fix)
    : null
  const details = problem.requestID
    ? h("details", null, h("summary", null, say("details")), h("code", null, problem.requestID))
    : null
  put("toast.problem", [
    icon("warning"),
    h("div", { role: "alert" }, h("span", { lang: "en" }, problem.message), fix, details),
  ], Infinity)
}

/** Runs `act`, tells what it did, and shows what was refused. Resolves to the answer; null if it was refused. */
export async function doing(act, options) {
  try {
    const done = await act()
    if (done?.summary) tellDone(done, options)
    return done ?? {}
  } catch (problem) {
    if (problem.name === "AbortError") return null
    tellProblem(problem)
    return null
  }
}

/** Takes back an act, or the last one. */
export async function undo(act, undone) {
  try {
    const done = await write("POST", act ? `/v1/acts/${act}:undo` : "/v1/acts:undo")
    // What is taken back offers it no more, by whatever way it was taken back.
    const number = act ?? /^undid act (\d+)/.exec(done.summary)?.[1]
    $(`#toasts [data-act="${number}"]`)?.remove()
    put("toast", [icon("undo"), h("span", { lang: "en" }, done.summary)])
    announce(done.summary)
    undone?.(done)
  } catch (problem) {
    tellProblem(problem)
  }
}

/** Does again what was taken back last. */
export async function redo() {
  await doing(() => write("POST", "/v1/acts:redo"))
}

/** A command line with a button that copies it. */
export function commandLine(text) {
  return h(
    "span.command", null, h("code", null, text),
    h("button.quiet", {
      onclick: () => navigator.clipboard.writeText(text), title: say("copy"), "aria-label": say("copy"),
    }, icon("copy")))
}

/** Whether a fix is a command to copy. */
export const isCommandText = (text) => /^weft( |$)/.test(text)

function put(kind, children, life = lifetime) {
  const close = h("button.quiet", { "aria-label": say("close"), onclick: () => toast.remove() }, icon("cross"))
  const toast = h(`div.${kind}`, null, ...children, close)
  const place = shelf()
  place.append(toast)
  while (place.children.length > most) place.firstChild.remove()
  if (life === Infinity) return toast
  // It stays while somebody is at it: with the pointer, or with the keys.
  let left = life
  const timer = setInterval(() => {
    if (toast.matches(":hover, :focus-within")) left = life
    else if ((left -= 500) <= 0) toast.remove()
    if (!toast.isConnected) clearInterval(timer)
  }, 500)
  return toast
}
