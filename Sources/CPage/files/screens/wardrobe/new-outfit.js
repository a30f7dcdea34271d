// A new outfit: a name, what it is for, who sees it; garments that were chosen lie in it where such things are worn.
import { go } from "../../core/address.js"
import { get, write } from "../../core/api.js"
import { h } from "../../core/dom.js"
import { say } from "../../core/words.js"
import { audienceSelect } from "../../parts/audience-select.js"
import { field, markRefused, openDialog } from "../../parts/dialog.js"
import { tellDone, tellProblem } from "../../parts/toasts.js"
import { placeOf } from "./places.js"
import { garmentsByID } from "./store.js"

/** Opens the form, and the outfit once it is made. */
export async function newOutfit(ids = [], draft = {}) {
  const settings = await get("/v1/settings").catch(() => ({ audience: "private" }))
  const where = await audienceSelect(settings.audience)
  return openDialog(say("outfit.newHeading"), (close) => {
    const name = h("input", { type: "text", required: true, maxlength: 200, autofocus: true, value: draft.name ?? "" })
    const occasions = h("input", { type: "text", value: draft.occasions ?? "" })
    const form = h("form", {
      onsubmit: async (event) => {
        event.preventDefault()
        try {
          const body = { name: name.value.trim(), occasions: words(occasions.value), audience: where.value }
          const kept = await write("POST", "/v1/outfits", { body, once: true })
          const [{ id }] = kept.outcomes
          if (ids.length) await layOut(id, ids)
          tellDone({ summary: say("outfit.made", body.name), act: kept.act })
          close(id)
          void go(`/outfit/${id}`)
        } catch (problem) {
          if (!markRefused(form, problem)) tellProblem(problem)
        }
      },
    }, field(say("outfit.name"), name, { pointer: "/name" }),
    field(say("outfit.occasions"), occasions, { hint: say("hint.commas"), pointer: "/occasions" }),
    field(say("keep.where"), where, { pointer: "/audience" }),
    h("footer", null, h("button", { type: "button", onclick: () => close() }, say("cancel")),
      h("button.main", { type: "submit" }, say("outfit.make"))))
    return form
  })
}

/** Lays garments down, each where it is worn. */
export async function layOut(outfit, ids) {
  const known = await garmentsByID()
  const used = new Map()
  const changes = ids.map((id) => {
    const place = placeOf(known.get(id))
    const before = used.get(place.slot) ?? 0
    used.set(place.slot, before + 1)
    return { put: id, x: place.x + before * 60, y: place.y + before * 20, scale: place.scale, order: place.order }
  })
  changes.sort((one, other) => one.order - other.order)
  for (const change of changes) delete change.order
  return write("POST", `/v1/outfits/${outfit}/layout`, { body: { changes }, once: true })
}

const words = (text) => text.split(",").map((word) => word.trim()).filter(Boolean)
