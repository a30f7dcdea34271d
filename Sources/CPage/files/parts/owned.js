// "You have this": that a link or a garment of somebody else is one's own as well, by its address, in any spelling, by
// the digits under its bars, or because one's own is a copy of it.
import { get } from "../core/api.js"
import { $$, h, settled } from "../core/dom.js"
import { onEvent } from "../core/events.js"
import { icon } from "../core/icons.js"
import { say } from "../core/words.js"
import { inQuotes } from "./marks.js"

// How many addresses one search asks for, and how long they may be in all: a search is at most 4 KiB and 64 words.
const mostWords = 20
const mostBytes = 3000

/** The own thing for each that was asked for, as a promise of its id; null if there is none. */
const known = new Map()
let asked = []
let timer = 0

/** Whether one may have something like it. */
const canHave = (one) => !one.author.me && !one.trashed && (one.type === "bookmark" || one.type === "garment")

/**
 * The own thing that is the same as one of somebody else's.
 *
 * @param {object} one
 * @returns {Promise<string|null>} its id.
 */
export function ownOf(one) {
  if (!canHave(one)) return Promise.resolve(null)
  if (!known.has(one.id)) known.set(one.id, one.type === "garment" ? ofGarment(one) : ofLink(one))
  return known.get(one.id)
}

// Links that are shown together are asked for together.
function ofLink(one) {
  return new Promise((resolve) => {
    asked.push({ address: one.canonical_url, resolve })
    clearTimeout(timer)
    timer = setTimeout(ask, 60)
  })
}

async function ask() {
  const waiting = asked
  asked = []
  while (waiting.length) {
    const round = []
    let size = 0
    while (waiting.length && round.length < mostWords && (!round.length || size + waiting[0].address.length < mostBytes)) {
      size += waiting[0].address.length
      round.push(waiting.shift())
    }
    const addresses = round.map(({ address }) => `page:${inQuotes(address)}`).join(" or ")
    const { items } = await get("/v1/things", { q: `by:me (${addresses})`, type: "link", limit: 100 }).catch(() => ({ items: [] }))
    for (const { address, resolve } of round) {
      resolve(items.find((own) => own.author.me && own.canonical_url === address)?.id ?? null)
    }
  }
}

async function ofGarment(one) {
  const words = [one.url && `page:${inQuotes(one.url)}`, one.barcode && `barcode:${one.barcode}`].filter(Boolean)
  const by = words.length ? await get("/v1/garments", { q: `by:me (${words.join(" or ")})`, limit: 1 }).catch(() => null) : null
  return by?.items[0]?.id ?? (await copyOf(one))
}

// A copy has the same photo: the file tells whose things have it.
async function copyOf({ id, photos: [photo] }) {
  const file = photo && (await get(`/v1/blobs/${encodeURIComponent(photo.split(" ")[3])}/state`).catch(() => null))
  for (const other of file?.things ?? []) {
    const found = other !== id && (await get(`/v1/things/${other}`).catch(() => null))
    if (found && found.author.me && !found.trashed && found.type === "garment") return found.id
  }
  return null
}

const marks = new WeakMap()

onEvent(/^object\./, settled(400, () => {
  known.clear()
  for (const mark of $$("span.owned")) void marks.get(mark)?.()
}))

/** A mark that says that one has a thing of somebody else's oneself, and leads to one's own; hidden while one has not. */
export function ownedMark(one) {
  const mark = h("span.owned", { hidden: true })
  if (!canHave(one)) return mark
  const show = async () => {
    const own = await ownOf(one)
    mark.hidden = own === null
    if (own === mark.dataset.own) return
    mark.dataset.own = own ?? ""
    const path = one.type === "garment" ? `/garments/${own}` : `/thing/${own}`
    mark.replaceChildren(...(own ? [h("a.mark", { href: path, tabindex: mark.closest("[role=row]") ? "-1" : null },
      icon("check"), h("span", null, say(one.type === "garment" ? "owned.garment" : "owned.link")))] : []))
  }
  marks.set(mark, show)
  void show()
  return mark
}
