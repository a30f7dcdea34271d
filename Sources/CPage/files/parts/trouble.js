// What keeps everything from being written: a node that can keep nothing, and a clock that is wrong. One tab of a browser
// looks, and tells the others what it has seen.
import { get, node } from "../core/api.js"
import { settled } from "../core/dom.js"
import { isListener, onEvent, tellOwn } from "../core/events.js"
import { say } from "../core/words.js"

/** After how many milliseconds it is looked again: the node tries by itself, and tells nobody that it could not. */
const pause = 5000

/** Why nothing is kept, and what mends it, in the node's own words. */
let reason = null
let fix = null
let look
let shown = "[]"
let changed = () => {}

/** All of it, the worst first: `{text, theirs, fix}`; `theirs` is what the node says, in English. */
export function troubles() {
  return [
    reason ? { text: say("node.readOnly"), theirs: reason, fix: fix ?? say("node.readOnlyFix") } : null,
    node.clock ? { text: say(`node.clock.${node.clock}`), theirs: null, fix: say("node.clockFix") } : null,
  ].filter(Boolean)
}

/** Learns it from the status of the node. */
export function learnTrouble(status) {
  // Between two tries nothing is wrong but the disk: as long as it is full, the next one fails.
  reason = status.read_only_reason ?? (status.room_problem ? reason : null)
  fix = status.read_only_fix ?? null
  clearTimeout(look)
  if (reason && isListener()) look = setTimeout(() => void read(), pause)
  tell()
}

function tell() {
  const now = JSON.stringify(troubles())
  if (now === shown) return false
  shown = now
  changed()
  return true
}

async function read() {
  const status = node.isUp ? await get("/v1/status").catch(() => null) : null
  if (!status) {
    if (reason && isListener()) look = setTimeout(() => void read(), pause)
    return
  }
  const before = reason
  learnTrouble(status)
  if (reason === before) return
  const { read_only_reason, read_only_fix, room_problem } = status
  tellOwn("warning.told", { read_only_reason: read_only_reason ?? reason, read_only_fix, room_problem })
}

/** Calls `act` whenever it is something else. */
export function onTrouble(act) {
  changed = act
  const again = settled(50, () => void read())
  onEvent(/^warning\./, ({ type, data }) => {
    if (type === "warning.told") learnTrouble(data)
    else if (isListener()) again()
  })
  // A change that the node refused is noticed in one tab first.
  node.addEventListener("refused", again)
  node.addEventListener("change", tell)
}
