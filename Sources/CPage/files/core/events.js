// What happens at the node, told to every tab: one tab listens and passes it on, for each open stream takes one of the
// few connections that a browser makes to one place.
import { session } from "./session.js"
import { get, node } from "./api.js"

const channel = new BroadcastChannel("weft.events")
const listeners = new Set()
let lastID = null
let isListening = false
let hearsNode = false

/**
 * Calls `act` with each event of the node: `{id, type, time, data}`. One of the type `gap` says that others
 * were missed, so what is shown has to be read anew.
 *
 * @param {string|RegExp} types - which ones.
 * @returns {() => void} ends it.
 */
export function onEvent(types, act) {
  const fits = types instanceof RegExp ? (type) => types.test(type) : (type) => type === types
  const listener = (event) => {
    if (event.type === "gap" || fits(event.type)) act(event)
  }
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Whether this is the tab that hears the node; the others are told by it. */
export const isListener = () => hearsNode

/** Begins to listen; called once the page is open. */
export function listen() {
  if (isListening) return
  isListening = true
  void navigator.locks.request("weft.events", async () => {
    hearsNode = true
    for (let round = 0; session(); round += 1) {
      try {
        await follow()
        round = 0
      } catch {
        // The node is down, or busy; it is asked again after a pause, and sooner once it is known to answer.
      }
      pass({ type: "ended" })
      await rest(Math.min(15, 2 ** Math.min(round, 4)))
    }
    isListening = hearsNode = false
  })
}

function tell(event) {
  // The node may have ended: each tab asks once, and then says so, and goes on asking, by itself.
  if (event.type === "ended") return void (node.isUp && get("/v1/health").catch(() => {}))
  for (const listener of listeners) listener(event)
}

channel.addEventListener("message", ({ data }) => tell(data))

function rest(seconds) {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, seconds * 1000)
    node.addEventListener("change", () => (clearTimeout(timer), resolve()), { once: true })
  })
}

async function follow() {
  const headers = { Accept: "text/event-stream", Authorization: `Bearer ${session().token}` }
  if (lastID !== null) headers["Last-Event-ID"] = String(lastID)
  const answer = await fetch("/v1/events", { headers })
  if (!answer.ok) throw new Error(String(answer.status))
  // Whoever was away does not know what happened meanwhile, unless the node still does.
  if (lastID === null) pass({ type: "gap" })
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader()
  let rest = ""
  for (;;) {
    const { value, done } = await reader.read()
    if (done) return
    const parts = (rest + value).split("\n\n")
    rest = parts.pop()
    for (const part of parts) hear(part)
  }
}

function hear(part) {
  const data = part
    .split("\n")
    .filter((line) => line.startsWith("data:"))
    .map((line) => line.slice(5).trimStart())
    .join("\n")
  if (!data) return
  const event = JSON.parse(data)
  if (lastID !== null && event.id !== lastID + 1) pass({ type: "gap" })
  lastID = event.id
  pass(event)
}

/** Tells every tab of what this page did itself and the node tells nobody, or later. */
export const tellOwn = (type, data = {}) => pass({ type, data })

function pass(event) {
  channel.postMessage(event)
  tell(event)
}
