// Which layers are selected: one, or several that move together.
export class Picked extends EventTarget {
  #names = new Set()

  get names() {
    return [...this.#names]
  }

  get size() {
    return this.#names.size
  }

  /** The one that is selected; null if it is none, or several. */
  get one() {
    return this.#names.size === 1 ? this.names[0] : null
  }

  has(name) {
    return this.#names.has(name)
  }

  only(name) {
    if (this.one === name) return
    this.#names = new Set([name])
    this.#changed()
  }

  toggle(name) {
    if (!this.#names.delete(name)) this.#names.add(name)
    this.#changed()
  }

  all(names) {
    this.#names = new Set(names)
    this.#changed()
  }

  clear() {
    if (!this.#names.size) return
    this.#names.clear()
    this.#changed()
  }

  /** Forgets those that are gone. */
  keep(names) {
    const before = this.#names.size
    for (const name of this.#names) if (!names.includes(name)) this.#names.delete(name)
    if (this.#names.size !== before) this.#changed()
  }

  #changed() {
    this.dispatchEvent(new Event("change"))
  }
}
