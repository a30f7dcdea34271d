// The photos that are being added: each becomes a garment, three at a time, whatever screen is shown meanwhile.
import { node, Silence, write } from "../../core/api.js"
import { say } from "../../core/words.js"
import { prepared } from "./prepare.js"
import { thumbnail } from "../../core/thumbnail.js"
import { dropUnsent, keepUnsent, unsent, unsentNumber } from "./unsent.js"

const together = 3
const types = ["image/jpeg", "image/png", "image/webp", "image/gif", "image/heic", "image/heif", "image/avif"]

/** The rows: `{number, file, picture, state, problem, id, fields…}`. Fires `change` with `detail` the row, or null. */
export const queue = new (class extends EventTarget {
  rows = []
  isSending = false
  #running = 0

  /** Takes in files; those that are no pictures get a row that says so. */
  async take(files) {
    for (const file of files) {
      const row = newRow(unsentNumber(), file)
      if (!types.includes(file.type) && !/\.(heic|heif|avif)$/i.test(file.name)) {
        Object.assign(row, { state: "refused", problem: say("add.noPicture") })
      } else void keepUnsent(row.number, file, wordsOf(row)).then((isKept) => (row.isKept = isKept))
      this.rows.push(row)
    }
    this.told(null)
  }

  /** Brings back what an earlier page could not send. */
  async resume() {
    const known = new Set(this.rows.map(({ number }) => number))
    const found = await unsent()
    for (const { number, file, words } of found) {
      if (known.has(number)) continue
      const row = Object.assign(newRow(number, file), words, { state: "waiting", isKept: true, isResumed: true })
      this.rows.push(row)
      if (row.isCut || row.turn) void this.#draw(row)
    }
    if (found.length) this.told(null)
  }

  /** Changes fields of a row, and keeps them with its photo. */
  edit(row, fields) {
    Object.assign(row, fields)
    if ("isCut" in fields || "turn" in fields) void this.#draw(row)
    if (row.state === "failed") row.state = "waiting"
    void keepUnsent(row.number, null, wordsOf(row))
    this.told(row)
  }

  // Shows the photo as it will be kept.
  async #draw(row) {
    row.photo = undefined
    const { isCut, turn } = row
    const picture = await prepared(row.file, row)
    if (row.isCut !== isCut || row.turn !== turn) return
    if (isCut && picture === row.file) row.isCut = false
    URL.revokeObjectURL(row.picture)
    row.picture = URL.createObjectURL(picture)
    row.hasNoPlainGround = isCut && !row.isCut
    this.told(row)
  }

  remove(row) {
    this.rows = this.rows.filter((one) => one !== row)
    URL.revokeObjectURL(row.picture)
    void dropUnsent(row.number)
    this.told(null)
  }

  /** Sends all that wait, in the order of the table. */
  send() {
    this.isSending = true
    for (const row of this.rows) if (row.state === "failed") row.state = "waiting"
    this.#next()
    this.told(null)
  }

  /** How many are not at the node yet. */
  get left() {
    return this.rows.filter(({ state }) => state === "waiting" || state === "sending" || state === "failed").length
  }

  #next() {
    while (this.#running < together) {
      const row = this.rows.find(({ state }) => state === "waiting")
      if (!row) break
      row.state = "sending"
      this.#running += 1
      void this.#sendOne(row).finally(() => {
        this.#running -= 1
        this.#next()
      })
    }
    if (!this.#running) this.isSending = false
    this.told(null)
  }

  async #sendOne(row) {
    this.told(row)
    try {
      // One that was put in already is not put in again: the same request under the same key is done once.
      row.photo ??= await putPhoto(await prepared(row.file, row))
      await keepUnsent(row.number, null, wordsOf(row))
      const body = { ...fieldsOf(row), photos: [row.photo] }
      const kept = await write("POST", "/v1/garments", { body, headers: { "Idempotency-Key": `"${row.number}"` } })
      Object.assign(row, { state: "done", id: kept.outcomes[0].id, act: kept.act, problem: null })
      void dropUnsent(row.number)
    } catch (problem) {
      Object.assign(row, { state: "failed", isSilent: problem instanceof Silence,
        problem: [problem.message, problem.fix].filter(Boolean).join(" – ") })
    }
    this.told(row)
  }

  told(row) {
    this.dispatchEvent(new CustomEvent("change", { detail: row }))
  }
})()

/** Puts a photo in, with a thumbnail if one can be made; gives the reference that a thing takes. */
export async function putPhoto(file) {
  const small = await thumbnail(file)
  const thumb = small ? await write("POST", "/v1/blobs", { query: { as: "thumbnail" }, body: small }) : null
  return (await write("POST", "/v1/blobs", { query: { as: "photo", thumbnail: thumb?.photo }, body: file })).photo
}

function newRow(number, file) {
  const name = file.name.replace(/\.[^.]*$/, "").replace(/[_-]+/g, " ").trim()
  return {
    number, file, picture: URL.createObjectURL(file), state: "waiting", problem: null, id: null, isKept: false,
    isPicked: true,
    isCut: false, turn: 0,
    name: name.slice(0, 200) || say("add.unnamed"), category: "", color: "", brand: "", price: "", season: "",
    audience: "",
  }
}

const wordsOf = ({ name, category, color, brand, price, season, audience, photo, isCut, turn, file }) =>
  ({ name, category, color, brand, price, season, audience, photo, isCut, turn, fileName: file.name,
    fileType: file.type })

const words = (text) => text.split(",").map((word) => word.trim()).filter(Boolean)

function fieldsOf({ name, category, color, brand, price, season, audience }) {
  return {
    name: name.trim() || say("add.unnamed"), category: category.trim() || undefined, colors: words(color),
    brand: brand.trim() || undefined,
    price: price.trim() || undefined, seasons: season ? season.split(",") : [], audience: audience || undefined,
  }
}

// What failed because the node was down goes as soon as it is back.
node.addEventListener("change", () => {
  if (!node.isUp) return
  const silent = queue.rows.filter(({ state, isSilent }) => state === "failed" && isSilent)
  for (const row of silent) row.state = "waiting"
  if (silent.length) queue.send()
})

addEventListener("beforeunload", (event) => {
  if (queue.isSending || queue.left) event.preventDefault()
})
