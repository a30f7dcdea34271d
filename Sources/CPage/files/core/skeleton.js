// The order of everything that matches, without what is in it: an id and a shape each. With it a list of 100,000
// things has its true height at once, and reads only what is in view.
import { get } from "./api.js"
import { learn, thing } from "./things.js"

const idLength = 26
const windowMost = 200

export class Skeleton {
  #ids
  #shapes
  #places = null
  #asked = new Map()

  /** @param {{total: number, ids: string, shapes: string}} index - What `GET /v1/index` answers. */
  constructor(index) {
    this.total = index.total
    this.#ids = index.ids
    this.#shapes = index.shapes
  }

  /** Reads the order of what matches these words: `q`, `sort`, `type`. */
  static async read(query, signal) {
    return new Skeleton(await get("/v1/index", query, { signal }))
  }

  /** Whether another one is the same, so that nothing has to be shown anew. */
  isSame(other) {
    return other !== null && this.#ids === other.#ids && this.#shapes === other.#shapes
  }

  /** The id at a place. */
  id(place) {
    return this.#ids.slice(place * idLength, (place + 1) * idLength)
  }

  /** The shape at a place: `s`, `m` or `l`; in capitals if it has a picture. */
  shape(place) {
    return this.#shapes[place]
  }

  /** The place of an id; -1 if it is not among them. */
  place(id) {
    if (!this.#places) {
      this.#places = new Map()
      for (let place = 0; place < this.total; place += 1) this.#places.set(this.id(place), place)
    }
    return this.#places.get(id) ?? -1
  }

  /** Reads what is not known yet of the things at these places. */
  async load(from, to) {
    const wanted = []
    for (let place = Math.max(0, from); place < Math.min(to, this.total); place += 1) {
      const id = this.id(place)
      if (!thing(id) && !this.#asked.has(id)) wanted.push(id)
    }
    const rounds = []
    for (let at = 0; at < wanted.length; at += windowMost) {
      const ids = wanted.slice(at, at + windowMost)
      const round = get("/v1/things", { ids: ids.join(",") })
        .then(({ items }) => learn(items))
        .finally(() => ids.forEach((id) => this.#asked.delete(id)))
      for (const id of ids) this.#asked.set(id, round)
      rounds.push(round)
    }
    await Promise.all(rounds)
  }
}

let order = null

/**
 * The order that was shown last, along which one goes from thing to thing; null if none was. `reveal` shows in the list
 * where one is.
 *
 * @returns {{skeleton: Skeleton, reveal: (id: string) => void}|null}
 */
export const lastOrder = () => order

/** Remembers the order that is shown, and how its list shows where one is. */
export function setOrder(skeleton, reveal = () => {}) {
  order = { skeleton, reveal }
  return skeleton
}
