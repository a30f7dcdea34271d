// An outfit as it is being arranged: what the node says, what the hand is doing, and the acts that can be taken back.
import { write } from "../../../core/api.js"
import { tellProblem } from "../../../parts/toasts.js"
import { writeAct } from "../acts.js"
import { outfit as readOutfit } from "../store.js"

const pause = 400
const aspects = ["x", "y", "scale", "rotation", "z"]

export class Model extends EventTarget {
  #base = new Map()
  #held = new Map()
  #waiting = new Map()
  #sent = new Map()
  #timer = 0
  #last = Promise.resolve()
  #undone = []
  #acts = []

  /** @param {object} outfit - As `/v1/outfits/{id}` tells it. */
  constructor(outfit) {
    super()
    this.outfit = outfit
    this.#base = new Map(outfit.layers.map((layer) => [layer.layer, layer]))
  }

  /** The layers as they are shown, the lowest first. */
  get layers() {
    return [...this.#base.keys()].map((name) => this.layer(name)).sort((one, other) => one.z - other.z)
  }

  /** A layer as it is shown: what the hand does lies over what waits, and that over what the node says. */
  layer(name) {
    const base = this.#base.get(name)
    return base && { ...base, ...this.#sent.get(name), ...this.#waiting.get(name), ...this.#held.get(name) }
  }

  get canUndo() {
    return this.#acts.length > 0 || this.#waiting.size > 0 || this.#sent.size > 0
  }

  get canRedo() {
    return this.#undone.length > 0
  }

  // MARK: What the hand does

  /** Shows a change while a gesture goes on; nothing is written. */
  hold(name, patch) {
    this.#held.set(name, { ...this.#held.get(name), ...patch })
    this.#changed([name])
  }

  /** The gesture was broken off: everything is as it was before it. */
  cancel() {
    const names = [...this.#held.keys()]
    this.#held.clear()
    this.#changed(names)
  }

  /** The gesture is done: one write, joined with what follows within 400 ms. */
  release() {
    for (const [name, patch] of this.#held) {
      const before = { ...this.#base.get(name), ...this.#sent.get(name), ...this.#waiting.get(name) }
      const changed = Object.fromEntries(Object.entries(rounded(patch)).filter(([aspect, value]) =>
        value !== before[aspect]))
      if (Object.keys(changed).length) this.#waiting.set(name, { ...this.#waiting.get(name), ...changed })
    }
    this.#held.clear()
    this.#changed(null)
    if (!this.#waiting.size) return
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.flush(), pause)
  }

  /** Changes layers at once, as a key or a field does. */
  set(names, patch) {
    for (const name of names) this.#held.set(name,
      { ...this.#held.get(name), ...(typeof patch === "function" ? patch(this.layer(name)) : patch) })
    this.release()
  }

  // One after the other: what is written, taken back, and read anew.
  #inTurn(act) {
    const done = this.#last.then(act)
    this.#last = done.catch(() => {})
    return done
  }

  /** Resolves once nothing is on its way. */
  settled() {
    return this.#last
  }

  /** Writes what waits. */
  flush() {
    clearTimeout(this.#timer)
    return this.#inTurn(async () => {
      const changes = [...this.#waiting].filter(([name]) => this.#base.has(name)).map(([put, patch]) =>
        ({ put, ...patch }))
      this.#sent = this.#waiting
      this.#waiting = new Map()
      if (changes.length) await this.#write(changes)
    })
  }

  /** Lays a garment down, takes a layer off, or does several of these: written at once. */
  async lay(changes) {
    await this.flush()
    return this.#inTurn(() => this.#write(changes))
  }

  async #write(changes) {
    let done = null
    try {
      const before = new Set(this.#base.keys())
      done = await writeAct("POST", `/v1/outfits/${this.outfit.id}/layout`, { body: { changes }, once: true })
      if (done.act) this.#acts.push(done.act)
      this.#undone = []
      this.#tell(done.answer, true)
      done.added = [...this.#base.keys()].filter((name) => !before.has(name))
    } catch (problem) {
      this.#sent = new Map()
      tellProblem(problem)
      this.#tell(await readOutfit(this.outfit.id).catch(() => this.outfit), true)
    }
    this.#changed(null)
    return done
  }

  // MARK: Undo, of what was done on this canvas

  async undo() {
    await this.flush()
    const act = this.#acts.pop()
    if (!act) return null
    return this.#turn(act, "undo", this.#undone, this.#acts)
  }

  async redo() {
    await this.flush()
    const act = this.#undone.pop()
    if (!act) return null
    return this.#turn(act, "redo", this.#acts, this.#undone)
  }

  #turn(act, way, to, from) {
    // What is heard of meanwhile waits: it is one's own.
    return this.#inTurn(async () => {
      let done = null
      try {
        done = await write("POST", `/v1/acts/${act}:${way}`)
        to.push(act)
        this.#take(await readOutfit(this.outfit.id))
      } catch (problem) {
        if (problem.status >= 500 || !problem.status) from.push(act)
        tellProblem(problem)
      }
      this.#changed(null)
      return done
    })
  }

  // MARK: What others do

  /** Reads the outfit anew and fires `others` with what changed: `[{layer, what}]`. */
  refresh() {
    return this.#inTurn(async () => this.#tell(await readOutfit(this.outfit.id)))
  }

  // Takes in what the node says, and tells what of it nobody did here. An answer to what was written here tells only
  // where others have moved: what is laid down and in which order was asked for.
  #tell(outfit, isAnswer = false) {
    const before = new Map(this.layers.map((layer) => [layer.layer, layer]))
    if (isAnswer) this.#sent = new Map()
    this.#take(outfit)
    const changed = []
    for (const layer of this.layers) {
      const old = before.get(layer.layer)
      before.delete(layer.layer)
      const aspect = old && aspects.find((one) => old[one] !== layer[one])
      if (!old) changed.push({ layer, what: "put" })
      else if (aspect) changed.push({ layer, what: { x: "moved", y: "moved", scale: "resized", rotation: "turned",
        z: "reordered" }[aspect] })
    }
    for (const layer of before.values()) changed.push({ layer, what: "taken" })
    // Of a new order each layer has a new place; one is said to have moved.
    const told = changed.filter(({ what }, at) =>
      isAnswer ? ["moved", "resized", "turned"].includes(what)
        : what !== "reordered" || changed.findIndex((one) => one.what === what) === at)
    this.#changed(null)
    if (told.length) this.dispatchEvent(new CustomEvent("others", { detail: told }))
  }

  #take(outfit) {
    this.outfit = outfit
    this.#base = new Map(outfit.layers.map((layer) => [layer.layer, layer]))
    for (const map of [this.#held, this.#waiting,
      this.#sent]) for (const name of map.keys()) if (!this.#base.has(name)) map.delete(name)
  }

  #changed(names) {
    this.dispatchEvent(new CustomEvent("change", { detail: names }))
  }
}

function rounded(patch) {
  const clean = { ...patch }
  const within = (value, least, most) => Math.max(least, Math.min(most, value))
  if ("x" in clean) clean.x = within(Math.round(clean.x), -10_000, 10_000)
  if ("y" in clean) clean.y = within(Math.round(clean.y), -10_000, 10_000)
  if ("scale" in clean) clean.scale = within(Math.round(clean.scale * 100) / 100, 0.05, 20)
  if ("rotation" in clean) clean.rotation = ((Math.round(clean.rotation) % 360) + 360) % 360
  return clean
}
