// Things that are dragged onto a collection or a tag beside them. Whatever can be done so can be done by a command too.
import { h } from "../core/dom.js"
import { thing } from "../core/things.js"
import { count, say } from "../core/words.js"
import { addTags, intoCollection } from "./acts.js"

const mime = "application/x-weft-things"
let dragged = null

/** Lets things of a list be dragged: the whole selection, if what is taken is of it. */
export function draggable(element, selection, signal) {
  element.addEventListener("dragstart", (event) => {
    const row = event.target.closest?.("[role=row]")
    if (!row) return
    const { id } = row.dataset
    const isMany = selection.has(id) && selection.size > 0
    dragged = { words: isMany ? selection.words : { ids: [id] }, size: isMany ? selection.size : 1 }
    event.dataTransfer.effectAllowed = "copy"
    event.dataTransfer.setData(mime, "1")
    const address = thing(id)?.url
    if (address && !isMany) event.dataTransfer.setData("text/uri-list", address)
    const badge = h("div.drag-badge", null, count(dragged.size, say("forms.things")))
    document.body.append(badge)
    event.dataTransfer.setDragImage(badge, 12, 12)
    setTimeout(() => badge.remove())
    document.body.classList.add("dragging")
  }, { signal })
  element.addEventListener("dragend", end, { signal })
  signal.addEventListener("abort", end)
}

function end() {
  dragged = null
  document.body.classList.remove("dragging")
  hint(null)
}

/** Takes what is dropped on the links of collections and tags within an element. */
export function dropTargets(element) {
  const target = (event) => dragged && event.target.closest?.("[data-collection], [data-tag]")
  element.addEventListener("dragover", (event) => {
    const place = target(event)
    hint(place)
    if (!place) return
    event.preventDefault()
    event.dataTransfer.dropEffect = "copy"
  })
  element.addEventListener("dragleave", (event) => element.contains(event.relatedTarget) || hint(null))
  element.addEventListener("drop", (event) => {
    const place = target(event)
    if (!place) return
    event.preventDefault()
    const { words } = dragged
    const { collection, tag } = place.dataset
    end()
    void (collection === undefined ? addTags(words, [tag]) : intoCollection(words, collection))
  })
}

let hinted = null

// What would happen stands on the target itself.
function hint(place) {
  if (hinted === place) return
  hinted?.classList.remove("target")
  hinted?.removeAttribute("data-hint")
  hinted = place
  if (!place) return
  const { collection, tag } = place.dataset
  const things = count(dragged.size, say("forms.things"))
  place.dataset.hint = collection === undefined ? say("drag.tag", things, tag) : say("drag.put", things, collection)
  place.classList.add("target")
}
