// An outfit: the canvas with its tools, the garments beside it, its layers, and what one does with all of it.
import { title } from "../../../core/address.js"
import { announce, h } from "../../../core/dom.js"
import { onEvent } from "../../../core/events.js"
import { bind } from "../../../core/keys.js"
import { thing, watch } from "../../../core/things.js"
import { say } from "../../../core/words.js"
import { main } from "../../../parts/frame.js"
import { tellProblem } from "../../../parts/toasts.js"
import { placeOf } from "../places.js"
import { garments, garmentsByID, onWardrobe, outfit } from "../store.js"
import { drawer } from "./drawer.js"
import { gestures } from "./gestures.js"
import { outfitHead } from "./head.js"
import { stageKeys } from "./keys.js"
import { layerList } from "./layer-list.js"
import { Model } from "./model.js"
import { Picked } from "./picked.js"
import { layerName, Stage } from "./stage.js"
import { tools } from "./tools.js"

/** Shows an outfit by its id. */
export async function showOutfit(view) {
  const { id } = view.params
  let found
  let list
  try {
    ;[found, list] = await Promise.all([outfit(id), garments()])
  } catch (problem) {
    if (view.signal.aborted) return
    if (problem.status !== 404) tellProblem(problem)
    const heading = h("h1", null, say("nowhere.heading"))
    return void main(view, heading, heading, h("p", null, say("outfit.gone")),
      h("a.button", { href: "/outfits" }, say("nav.outfits")))
  }
  if (view.signal.aborted) return
  const { signal } = view
  const things = await garmentsByID()
  const model = new Model(found)
  const picked = new Picked()
  const hidden = new Set(JSON.parse(sessionStorage.getItem(`weft.hidden.${id}`) ?? "[]"))
  const stage = new Stage(model, picked, things, hidden, signal)
  const canEdit = () => !model.outfit.trashed
    && (model.outfit.author.me || model.outfit.placement.some((one) => one.startsWith("group:")))
  stage.isReadOnly = !canEdit()
  const acts = actsOf({ model, picked, stage, things, hidden, id, canEdit })
  const gesture = gestures(stage, model, picked, canEdit)
  stage.isResting = () => !gesture.isBusy
  stageKeys(stage, model, picked, gesture, acts)
  const layers = layerList(stage, model, picked, things, acts, signal)
  acts.drawn = () => layers.draw()
  const side = canEdit() ? drawer(() => list, model, acts, signal) : null
  const bar = tools(model, picked, acts, signal)
  const news = h("p.canvas-news", { "aria-hidden": "true" })
  const head = outfitHead(view, model, things, stage)
  model.addEventListener("change",
    ({ detail }) => detail === null && picked.keep(model.layers.map(({ layer }) => layer)), { signal })
  title(found.name.slice(0, 80))
  dropOnto(stage, acts, things)
  main(view, head.heading, head.element,
    h("div", { class: side ? "canvas" : "canvas read-only" },
      bar.element,
      side?.element ?? null,
      h("div.stage-place", null, stage.element, news,
        h("p.unseen", { id: "canvas-help" }, say("canvas.help"))),
      h("section.layers-place", null, h("h2", null, say("canvas.layers")), layers.element,
        side ? null : h("p.dim", null, say("canvas.readOnly")))))
  stage.draw(null)

  // What others do: merged, flashed, and said.
  let by = null
  model.addEventListener("others", ({ detail }) => {
    const who = by && !by.me ? by.name : null
    const lines = detail.map(({ layer, what }) => {
      stage.flash(layer.layer)
      const name = layerName(layer, things)
      return who ? say(`others.${what}`, who, name) : say(`elsewhere.${what}`, name)
    })
    news.textContent = lines[0] + (lines.length > 1 ? " …" : "")
    announce(lines.slice(0, 3).join(". "))
    clearTimeout(news.timer)
    news.timer = setTimeout(() => (news.textContent = ""), 8000)
  }, { signal })
  const end = onEvent(/^object\.(updated|deleted|changed_many)$/, async ({ type, data }) => {
    if (type !== "gap" && type !== "object.changed_many" && data.id !== id) return
    if (type === "object.deleted") {
      model.outfit.trashed = true
      head.show()
      return
    }
    by = data?.by ?? null
    await model.refresh().catch(() => {})
    stage.isReadOnly = !canEdit()
    head.show()
  })
  signal.addEventListener("abort", () => {
    end()
    gesture.cancel()
    void model.flush()
  })
  onWardrobe(async () => {
    list = await garments().catch(() => list)
    for (const one of list) things.set(one.id, one)
    side?.draw()
  }, signal)
  watch(id, () => thing(id) && head.show(), signal)
  const on = (key, about, act) => bind(key, about, act, signal)
  on("z", "undo", () => acts.undo())
  on("Shift+z", "keys.redo", () => acts.redo())
  on("f", "canvas.filter", () => side?.filter.focus())
  on("p", "keys.share", () => head.share())
  document.addEventListener("keydown", (event) => {
    if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== "z"
      || event.target.closest("input, textarea, dialog")) return
    event.preventDefault()
    void (event.shiftKey ? acts.redo() : acts.undo())
  }, { signal })
}

function actsOf({ model, picked, stage, things, hidden, id, canEdit }) {
  const place = (name) => model.layers.findIndex(({ layer }) => layer === name) + 1
  const acts = {
    canEdit,
    drawn: () => {},
    // Lays a garment down where such a thing is worn, or where it was dropped.
    async put(one, at) {
      const { x, y, scale } = { ...placeOf(one), ...at }
      const done = await model.lay([{ put: one.id, x: Math.round(x), y: Math.round(y), scale }])
      if (!done) return
      const [name] = done.added
      if (name) picked.only(name)
      announce(say("canvas.putOn", one.name.slice(0, 80)))
    },
    // One tap puts on, the next takes off; a quick second one waits for the first.
    async toggle(one) {
      await model.settled()
      const lies = model.layers.find((layer) => layer.thing?.id === one.id)
      return lies ? acts.take([lies.layer]) : acts.put(one)
    },
    async take(names) {
      const said = names.map((name) => layerName(model.layer(name), things)).join(", ")
      if (names.length && (await model.lay(names.map((take) => ({ take }))))) announce(say("canvas.taken", said))
    },
    async again(names) {
      const changes = names.map((name) => model.layer(name)).filter((layer) => layer?.thing)
        .map(({ thing: one, x, y, scale, rotation }) => ({ put: one.id, again: true, x: x + 20, y: y + 20, scale,
          rotation }))
      const done = changes.length ? await model.lay(changes) : null
      if (done) picked.all(done.added)
    },
    order: (name, by) => acts.orderTo(name, Math.max(1, Math.min(model.layers.length, place(name) + by))),
    async orderTo(name, z) {
      if (z === place(name)) return
      if (await model.lay([{ put: name, z }])) announce(say("canvas.placed", layerName(model.layer(name), things),
        place(name), model.layers.length))
    },
    hide(name) {
      if (!hidden.delete(name)) hidden.add(name)
      sessionStorage.setItem(`weft.hidden.${id}`, JSON.stringify([...hidden]))
      stage.draw(null)
      acts.drawn()
    },
    async undo() {
      const done = await model.undo()
      announce(done?.summary ?? say("canvas.nothingToUndo"))
    },
    async redo() {
      const done = await model.redo()
      if (done) announce(done.summary)
    },
  }
  return acts
}

// A garment of the drawer can be dropped where it is to lie.
function dropOnto(stage, acts, things) {
  stage.element.addEventListener("dragover", (event) => {
    if (event.dataTransfer.types.includes("application/x-weft-garment")) event.preventDefault()
  })
  stage.element.addEventListener("drop", (event) => {
    const one = things.get(event.dataTransfer.getData("application/x-weft-garment"))
    if (!one) return
    event.preventDefault()
    const { x, y } = stage.middle()
    void acts.put(one, { x: (event.clientX - x) / stage.unit(), y: (event.clientY - y) / stage.unit() })
  })
}

