// What is selected: some ids, or everything that matches a search, of which nothing needs to be loaded.
import { announce } from "./dom.js"
import { count, say } from "./words.js"

export class Selection extends EventTarget {
  #ids = new Set()
  /** The search whose matches are all selected; null if single things are. */
  query = null
  #total = 0
  #last = null

  get size() {
    return this.query === null ? this.#ids.size : this.#total
  }

  has(id) {
    return this.query !== null || this.#ids.has(id)
  }

  /** What a request names them by: `{query}` or `{ids}`. */
  get words() {
    return this.query === null ? { ids: [...this.#ids] } : { query: this.query }
  }

  /** The ids; of a search none, for they are not known here. */
  get ids() {
    return [...this.#ids]
  }

  toggle(id, wanted = !this.has(id)) {
    if (this.query !== null) this.clear()
    if (wanted) this.#ids.add(id)
    else this.#ids.delete(id)
    this.#last = id
    this.#changed()
  }

  /** Selects from the last one that was touched to this one, in the order of `skeleton`. */
  extend(id, skeleton) {
    const from = skeleton.place(this.#last ?? id)
    const to = skeleton.place(id)
    if (from < 0 || to < 0) return this.toggle(id, true)
    for (let place = Math.min(from, to); place <= Math.max(from, to); place += 1) {
      this.#ids.add(skeleton.id(place))
    }
    this.query = null
    this.#changed()
  }

  /** Selects everything that matches. */
  all(query, total) {
    this.#ids.clear()
    this.query = query
    this.#total = total
    this.#changed()
  }

  clear() {
    if (!this.size) return
    this.#ids.clear()
    this.query = null
    this.#changed()
  }

  #changed() {
    this.dispatchEvent(new Event("change"))
    announce(this.size ? count(this.size, say("forms.selected")) : say("selection.none"))
  }
}
