// Files that are brought from other programs: each goes to the node whole, which tells how far it is.
import { get, write } from "./api.js"
import { onEvent } from "./events.js"
import { say } from "./words.js"

/** How large a file may be: as much as the node takes. */
export const fileMost = 256 * 2 ** 20

const types = { html: "text/html", htm: "text/html", json: "application/json", csv: "text/csv", txt: "text/plain" }

let given = null

/** Keeps a file that was dropped elsewhere, for the screen that takes it in. */
export const giveFile = (file) => (given = file)

/** The file that was given, once. */
export function takeFile() {
  const file = given
  given = null
  return file
}

/**
 * Sends a file and follows its job to the end.
 *
 * @param {{audience?: string, on_dup?: string, folders?: string, tags?: string, dry_run?: boolean}} query
 * @param {(job: object) => void} told - Called as it goes.
 */
export async function importFile(file, query, told, signal) {
  if (file.size > fileMost) throw new Error(say("bring.tooLarge"))
  const type = types[file.name.split(".").at(-1).toLowerCase()] ?? "application/octet-stream"
  const body = new Blob([file], { type })
  let job = await write("POST", "/v1/import", { query: { ...query, name: file.name }, body, signal })
  while (job.state === "running") {
    told(job)
    await progress(job.id)
    signal?.throwIfAborted()
    job = await get(`/v1/jobs/${job.id}`)
  }
  told(job)
  return job
}

// The next word of a job; after a second it is asked, for events may be missed.
function progress(id) {
  return new Promise((resolve) => {
    const done = () => (clearTimeout(timer), end(), resolve())
    const timer = setTimeout(done, 1000)
    const end = onEvent("import.progress", ({ data }) => String(data?.job) === id && done())
  })
}
