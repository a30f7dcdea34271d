// Films that were made and not sent yet. They lie in the browser's own files until the node has them, so that a closed
// tab or a crash loses nothing.
import { node, write } from "../../core/api.js"
import { session } from "../../core/session.js"
import { say } from "../../core/words.js"
import { tellDone } from "../../parts/toasts.js"

const folderName = "unsent"

/** Fires `change` when one comes, goes, or fares otherwise. */
export const unsent = new EventTarget()
const states = new Map()
const told = () => unsent.dispatchEvent(new Event("change"))

const folder = async () => (await navigator.storage.getDirectory()).getDirectoryHandle(folderName, { create: true })

async function put(place, name, content) {
  const file = await (await place.getFileHandle(name, { create: true })).createWritable()
  await file.write(content)
  await file.close()
}

/**
 * Keeps a film with what is said of it, and sends it.
 *
 * @param {Blob} film
 * @param {object} body - As `POST /v1/clips` takes it, without `film`.
 * @returns {Promise<string>} by what it is named here.
 */
export async function keepUnsent(film, body) {
  const id = crypto.randomUUID()
  const note = { id, key: crypto.randomUUID(), body, type: film.type, size: film.size, at: new Date().toISOString() }
  try {
    const place = await folder()
    await put(place, `${id}.film`, film)
    await put(place, `${id}.json`, JSON.stringify(note))
  } catch {
    // A browser that keeps no files, or has no room for one: then it is sent from memory, or fails while one looks.
    memory.set(id, { note, film })
  }
  void navigator.storage?.persist?.().catch(() => {})
  told()
  void sendUnsent(id)
  return id
}
const memory = new Map()

/** Those that wait, the first that was made first: `{id, body, size, at, state}`; `state` is `waiting`, `sending` or why it failed. */
export async function allUnsent() {
  const found = [...memory.values()].map(({ note }) => note)
  try {
    for await (const [name, file] of (await folder()).entries()) {
      if (!name.endsWith(".json")) continue
      try {
        found.push(JSON.parse(await (await file.getFile()).text()))
      } catch {
        // Half written when the browser ended: its film is dropped with it below.
        await drop(name.slice(0, -5))
      }
    }
  } catch {
    // No files of its own: nothing was kept.
  }
  return found.sort((one, other) => (one.at < other.at ? -1 : 1)).map((note) => ({ ...note, state: states.get(note.id) ?? "waiting" }))
}

/** Throws one away. */
export async function dropUnsent(id) {
  await drop(id)
  states.delete(id)
  told()
}

async function drop(id) {
  memory.delete(id)
  const place = await folder().catch(() => null)
  for (const end of ["json", "film"]) await place?.removeEntry(`${id}.${end}`).catch(() => {})
}

/** Sends one; of several tabs one does it. */
export function sendUnsent(id) {
  return navigator.locks.request(`weft.unsent.${id}`, { ifAvailable: true }, async (lock) => {
    if (!lock || !session()) return
    const place = await folder().catch(() => null)
    const kept = memory.get(id)
    let note = kept?.note
    try {
      if (!note) note = JSON.parse(await (await (await place.getFileHandle(`${id}.json`)).getFile()).text())
    } catch {
      return
    }
    states.set(id, "sending")
    told()
    try {
      if (!note.film) {
        const film = kept?.film ?? (await (await place.getFileHandle(`${id}.film`)).getFile())
        note.film = (await write("POST", "/v1/blobs", { query: { as: "clip" }, body: film })).photo
        // What the node has is not sent twice, should the rest fail.
        if (!kept) await put(place, `${id}.json`, JSON.stringify(note))
      }
      const headers = { "Idempotency-Key": `"${note.key}"` }
      const done = await write("POST", "/v1/clips", { body: { ...note.body, film: note.film }, headers })
      await drop(id)
      states.delete(id)
      tellDone({ summary: say("clip.kept", note.body.name), act: done.act })
    } catch (problem) {
      states.set(id, [problem.message, problem.fix].filter(Boolean).join(" – "))
    }
    told()
  })
}

/** Sends what waits from before, once the page is open. */
export async function resumeUnsent() {
  for (const { id, state } of await allUnsent()) if (state !== "sending") await sendUnsent(id)
}

node.addEventListener("change", () => node.isUp && void resumeUnsent())
