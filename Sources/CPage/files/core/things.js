// Things that are shown, by their ids: every part of the page that shows one is told when it changes.
import { get } from "./api.js"
import { onEvent } from "./events.js"

const known = new Map()
const patches = new Map()
const watchers = new Map()

/** A thing as it is shown: with the changes that are on their way; undefined if it was not read. */
export function thing(id) {
  const base = known.get(id)
  const patch = patches.get(id)
  return base && patch ? Object.assign(Object.create(base), patch) : base
}

/** Takes in things that were read, and tells who shows them. */
export function learn(things) {
  for (const one of things) {
    known.set(one.id, one)
    tell(one.id)
  }
  return things
}

/** Reads a thing anew. */
export async function read(id) {
  const [found] = learn([await get(`/v1/things/${id}`)])
  return found
}

/** Shows a change before the node has confirmed it. `done` is what confirms it, and takes it back if it fails. */
export async function change(id, patch, done) {
  patches.set(id, { ...patches.get(id), ...patch, isPending: true })
  tell(id)
  try {
    return await done()
  } finally {
    patches.delete(id)
    await read(id).catch(() => forget(id))
    tell(id)
  }
}

/** Forgets a thing that is gone. */
export function forget(id) {
  known.delete(id)
  tell(id)
}

/** Calls `act` when a thing changes, until `signal` ends. */
export function watch(id, act, signal) {
  if (!watchers.has(id)) watchers.set(id, new Set())
  watchers.get(id).add(act)
  signal?.addEventListener("abort", () => watchers.get(id)?.delete(act))
}

function tell(id) {
  for (const act of watchers.get(id) ?? []) act(thing(id))
}

onEvent(/^(object\.(updated|deleted)|reaction\.changed|comment\.added)$/, async ({ type, data }) => {
  if (type === "gap") {
    for (const [id, acts] of watchers) if (acts.size) read(id).catch(() => forget(id))
    return
  }
  if (!known.has(data.id)) return
  if (type === "object.deleted") forget(data.id)
  else if (watchers.get(data.id)?.size) await read(data.id).catch(() => forget(data.id))
  else known.delete(data.id)
})
