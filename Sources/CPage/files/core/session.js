// The session of this browser: by a code it gets tokens, which stay in web storage, never in a cookie:
// cookies go to every port of the machine, storage does not.
import { say } from "./words.js"

const name = "weft.session"
const tabs = new BroadcastChannel("weft.session")
let tokens = null
const waiting = new Set()

/** The tokens: `{number, token, files_token}`; null while the page is locked. */
export const session = () => tokens

/** Calls when the page is locked or opened. */
export function onSession(act) {
  waiting.add(act)
}

/**
 * Opens the page, if it can be without being asked: by the code in the address, by what this tab or this
 * browser keeps, or by what another tab has.
 *
 * @returns {Promise<string|null>} what is wrong with the code of the address, in words; null if nothing.
 */
export async function begin() {
  const code = new URLSearchParams(location.hash.slice(1)).get("k")
  if (code !== null) {
    // Before anything else: it must not stay in the history, nor be copied with the address.
    history.replaceState(history.state, "", location.pathname + location.search)
    try {
      await enter(code, false)
      return null
    } catch (problem) {
      return problem.message
    }
  }
  tokens = read(sessionStorage) ?? read(localStorage) ?? (await askTabs())
  if (tokens) keep(tokens)
  return null
}

/** Opens a session by a code. `stays` keeps it when the browser is closed. */
export async function enter(code, stays) {
  const answer = await fetch("/v1/web/sessions", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ code, name: browserName() }),
  }).catch(() => null)
  if (!answer) throw new Error(say("node.silent"))
  const json = await answer.json()
  if (!answer.ok) throw new Error(json.detail ?? say("locked.refused"))
  keep(json)
  if (stays) localStorage.setItem(name, JSON.stringify(json))
  tabs.postMessage({ opened: json })
}

/** Forgets the tokens: the session was ended, or this browser leaves. */
export function lock() {
  if (!tokens) return
  tokens = null
  sessionStorage.removeItem(name)
  localStorage.removeItem(name)
  for (const act of waiting) act(null)
}

/** Whether the session outlives this browser's windows. */
export const stays = () => read(localStorage)?.number === tokens?.number

/** Lets it outlive them, or not. */
export function setStays(wanted) {
  if (wanted && tokens) localStorage.setItem(name, JSON.stringify(tokens))
  else localStorage.removeItem(name)
}

function keep(found) {
  const wasLocked = tokens === null
  tokens = found
  sessionStorage.setItem(name, JSON.stringify(found))
  if (wasLocked) for (const act of waiting) act(found)
}

function read(storage) {
  try {
    const found = JSON.parse(storage.getItem(name) ?? "null")
    return found?.token && found?.files_token ? found : null
  } catch {
    return null
  }
}

// Another tab of this browser may have it: they are of the same origin, and nobody else hears them.
function askTabs() {
  return new Promise((resolve) => {
    const done = (found) => {
      clearTimeout(timer)
      tabs.removeEventListener("message", hear)
      resolve(found)
    }
    const hear = ({ data }) => data.here && done(data.here)
    const timer = setTimeout(done, 150, null)
    tabs.addEventListener("message", hear)
    tabs.postMessage({ wanted: true })
  })
}

// A new code in the address of a page that is shown already.
addEventListener("hashchange", () => {
  if (!tokens && location.hash.startsWith("#k=")) location.reload()
})

tabs.addEventListener("message", ({ data }) => {
  if (data.wanted && tokens) tabs.postMessage({ here: tokens })
  if (data.opened && !tokens) keep(data.opened)
})

function browserName() {
  const agent = navigator.userAgent
  const browser =
    [["Firefox", /Firefox\//], ["Edge", /Edg\//], ["Chromium", /Chrom(e|ium)\//], ["Safari", /Safari\//]]
      .find(([, sign]) => sign.test(agent))?.[0] ?? "browser"
  const system =
    [["Android", /Android/], ["iPhone", /iPhone|iPad/], ["Linux", /Linux/], ["macOS", /Mac OS/], ["Windows", /Windows/]]
      .find(([, sign]) => sign.test(agent))?.[0] ?? ""
  return system ? `${browser} on ${system}` : browser
}
