// All garments, closets and the names by which outfits refer to garments: read once, and anew when something changes.
import { all, get } from "../../core/api.js"
import { settled } from "../../core/dom.js"
import { onEvent } from "../../core/events.js"
import { learn } from "../../core/things.js"

const most = 20_000
const lists = new Map()
const references = new Map()
const watchers = new Set()

/** The garments that match a search, all pages of it; without one, all that can be seen here. */
export function garments(q = "") {
  if (!lists.has(q)) {
    const list = all("/v1/garments", { q, sort: "added" }, most).then(learn)
    list.catch(() => lists.delete(q))
    lists.set(q, list)
    // Few searches are kept: what was asked first goes first, and never the list of all.
    for (const old of lists.keys()) if (lists.size > 6 && old !== "" && old !== q) lists.delete(old)
  }
  return lists.get(q)
}

/** The garments by their ids. */
export async function garmentsByID() {
  return new Map((await garments()).map((one) => [one.id, one]))
}

/** Every closet. */
export const closets = () => all("/v1/closets", { sort: "title" })

/** A closet by its name or id, with what hangs in it; null if there is none. */
export async function closet(name) {
  const found = (await closets()).find((one) => one.name === name || one.id === name)
  return found ? get(`/v1/closets/${found.id}`) : null
}

/** An outfit whose layers tell their garments, which a list leaves out. */
export async function outfit(id, options) {
  const [found] = learn([await get(`/v1/outfits/${id}`, null, options)])
  for (const { garment, thing } of found.layers) if (thing) references.set(garment, thing.id)
  return found
}

/** The id of the garment that an outfit names so; undefined while nobody has told it. */
export const garmentOf = (reference) => references.get(reference)

/** Learns by which names these outfits refer to garments: reads those that have unknown ones, three at a time. */
export async function learnLayers(outfits, signal) {
  const wanted = outfits.filter(({ layers }) => layers.some(({ garment }) => !references.has(garment)))
  const work = async () => {
    for (let one = wanted.shift(); one && !signal?.aborted; one = wanted.shift()) {
      if (one.layers.some(({ garment }) => !references.has(garment))) {
        const read = await outfit(one.id, { signal }).catch(() => null)
        // One that may not be seen stays unknown, but is asked for once only.
        for (const { garment, thing } of read?.layers ?? []) if (!thing) references.set(garment, null)
      }
    }
  }
  await Promise.all([work(), work(), work()])
}

/** Calls when garments, outfits or closets may have changed, until `signal` ends. */
export function onWardrobe(act, signal) {
  watchers.add(act)
  signal?.addEventListener("abort", () => watchers.delete(act))
}

/** Forgets the lists, after a change of one's own. */
export const forgetGarments = () => lists.clear()

const told = settled(250, () => {
  for (const act of watchers) act()
})

onEvent(/^(object\.|share\.received)/, () => {
  lists.clear()
  for (const [name, id] of references) if (id === null) references.delete(name)
  told()
})
