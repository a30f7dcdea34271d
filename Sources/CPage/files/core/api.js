// Requests to the node: one way for all, so that a node that is down is noticed once and writes wait for it.
import { lock, session } from "./session.js"
import { say } from "./words.js"

/** What the node has refused, as RFC 9457 has it. */
export class Refusal extends Error {
  constructor(status, json) {
    super(json.detail ?? json.title ?? String(status))
    this.status = status
    this.code = json.code
    this.fix = json.fix
    this.errors = json.errors ?? []
    this.requestID = json.request_id
  }
}

/** The node does not answer. */
export class Silence extends Error {
  constructor() {
    super(say("node.silent"))
  }
}

/**
 * Whether the node answers, how many changes wait for it, and what is wrong with its clock: `never` for a year that no
 * node accepts, `apart` from the clock of this browser. `node` fires `change`, and `refused` when it can keep nothing.
 */
export const node = new (class extends EventTarget {
  isUp = true
  waiting = 0
  clock = null
  told() {
    this.dispatchEvent(new Event("change"))
  }
})()

/** Reads what is at a path; `query` is what stands behind the question mark, null and "" left out. */
export const get = (path, query, options) => send("GET", path, { query, ...options })

/**
 * Changes something. While the node is down it waits in memory, in order, and goes when it is back: under
 * the same key if `once` is set, so that it is never done twice.
 *
 * @param {object} options - `body` is sent as JSON; `etag` of a thing becomes If-Match; `once` sends an Idempotency-Key.
 */
export function write(method, path, options = {}) {
  const headers = { ...options.headers }
  if (options.once) headers["Idempotency-Key"] = `"${crypto.randomUUID()}"`
  if (options.etag) headers["If-Match"] = `"${options.etag}"`
  const act = () => send(method, path, { ...options, headers })
  if (node.isUp && !queue.length) {
    return act().catch((problem) => {
      if (problem instanceof Silence && (options.once || method !== "POST")) return later(act)
      throw problem
    })
  }
  return later(act)
}

/** The address of a file, for `src`: with the files token, since no header can be sent there. */
export function fileAddress(reference) {
  // A reference is: its time, type and size, the file's name and key; then the same of its thumbnail, if it has one.
  const name = reference.split(" ")[3] ?? reference
  const words = new URLSearchParams({ reference, token: session()?.files_token ?? "" })
  return `/v1/blobs/${encodeURIComponent(name)}?${words}`
}

/** The address of the small picture of a photo; of one that has none, its own. */
export function thumbnailAddress(reference) {
  const name = reference.split(" ")[7]
  if (!name) return fileAddress(reference)
  return `/v1/blobs/${encodeURIComponent(name)}?${new URLSearchParams({ token: session()?.files_token ?? "" })}`
}

/** Opens what only a window of its own may show, such as a saved page, by a ticket. */
export async function openWindow(target) {
  const opened = window.open("", "_blank")
  try {
    const { url } = await write("POST", "/v1/web/tickets", { body: { target } })
    opened.opener = null
    opened.location = url
  } catch (problem) {
    opened?.close()
    throw problem
  }
}

/** Every item of a list that comes in pages, up to `most`. */
export async function all(path, query, most = 5000) {
  const items = []
  let cursor = null
  do {
    const page = await get(path, { limit: 500, ...query, cursor })
    items.push(...page.items)
    cursor = page.next_cursor ?? null
  } while (cursor && items.length < most)
  return items
}

async function send(method, path, { query, body, headers, signal, raw } = {}) {
  const address = path + asQuery(query)
  const fields = new Headers(headers)
  const tokens = session()
  if (tokens) fields.set("Authorization", `Bearer ${tokens.token}`)
  let content
  if (body instanceof Blob) content = body
  else if (body !== undefined) {
    content = JSON.stringify(body)
    fields.set("Content-Type", "application/json")
  }
  let answer
  try {
    answer = await fetch(address, { method, headers: fields, body: content, signal })
  } catch (problem) {
    if (signal?.aborted) throw problem
    down()
    throw new Silence()
  }
  up()
  lookAtClock(Date.parse(answer.headers.get("Date")))
  if (raw && answer.ok) return answer
  const type = answer.headers.get("Content-Type") ?? ""
  const json = type.includes("json") ? await answer.json() : null
  if (answer.ok) return json
  if (answer.status === 401) lock()
  if (json?.code === "read_only") node.dispatchEvent(new Event("refused"))
  throw new Refusal(answer.status, json ?? {})
}

/** What stands behind the question mark. A list gives its name several times. */
export function asQuery(query) {
  const words = new URLSearchParams()
  for (const [name, value] of Object.entries(query ?? {})) {
    for (const one of [value].flat()) {
      if (one !== null && one !== undefined && one !== "" && one !== false) words.append(name, one)
    }
  }
  const text = words.toString()
  return text ? "?" + text : ""
}

// Outside these years, from 2020 to 2200, what is written counts for nobody.
const years = [1_577_836_800_000, 7_258_118_400_000]
const apartMost = 120_000

function lookAtClock(time) {
  if (Number.isNaN(time)) return
  const found = time < years[0] || time >= years[1] ? "never" : Math.abs(time - Date.now()) > apartMost ? "apart" : null
  if (found === node.clock) return
  node.clock = found
  node.told()
}

// MARK: A node that is down

const queue = []
const pauses = [1, 2, 4, 8, 15]
let probe
let probes = 0

function later(act) {
  return new Promise((resolve, reject) => {
    queue.push({ act, resolve, reject })
    node.waiting = queue.length
    down()
  })
}

function down() {
  if (!probe) {
    probe = setTimeout(look, pauses[Math.min(probes, pauses.length - 1)] * 1000)
    probes += 1
  }
  if (node.isUp || node.waiting !== queue.length) {
    node.isUp = false
    node.waiting = queue.length
    node.told()
  }
}

function up() {
  if (node.isUp) return
  clearTimeout(probe)
  probe = undefined
  probes = 0
  node.isUp = true
  node.told()
  void drain()
}

async function look() {
  probe = undefined
  try {
    await send("GET", "/v1/health")
  } catch {
    // It says itself that it is still down; a refusal means that it is up.
  }
}

async function drain() {
  while (queue.length && node.isUp) {
    const [{ act, resolve, reject }] = queue
    try {
      resolve(await act())
    } catch (problem) {
      if (problem instanceof Silence) return
      reject(problem)
    }
    queue.shift()
    node.waiting = queue.length
    node.told()
  }
}

document.addEventListener("visibilitychange", () => {
  if (!document.hidden && !node.isUp) void look()
})

window.addEventListener("beforeunload", (event) => {
  if (queue.length) event.preventDefault()
})
