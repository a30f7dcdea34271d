// All fields of a garment in one form, and its photos.
import { get } from "../../core/api.js"
import { fill, h } from "../../core/dom.js"
import { icon } from "../../core/icons.js"
import { say } from "../../core/words.js"
import { field, markRefused, openDialog } from "../../parts/dialog.js"
import { tagsInput } from "../../parts/tags-input.js"
import { tellDone, tellProblem } from "../../parts/toasts.js"
import { changed, writeAct } from "./acts.js"
import { garmentPicture } from "./photos.js"
import { putPhoto } from "./queue.js"
import { forgetGarments } from "./store.js"
import { read } from "../../core/things.js"

const texts = ["name", "category", "brand", "price", "fit", "barcode", "url"]
const lists = ["colors", "fabrics", "styles"]
const choices = { state: ["", "clean", "wash", "repair", "retired", "gone"], for: ["", "women", "men", "all"] }
const seasons = ["spring", "summer", "autumn", "winter"]

/** Opens the form; only what was changed is sent. */
export async function editAll(one) {
  const places = await get("/v1/places", { limit: 200, sort: "title" }).catch(() => ({ items: [] }))
  let isTouched = false
  return openDialog(say("garment.edit"), (close) => {
    const inputs = {}
    for (const name of texts) {
      inputs[name] = h("input", { type: name === "url" ? "url" : "text", value: one[name] ?? "",
        required: name === "name", dir: "auto", maxlength: name === "url" ? 8192 : 1024 })
    }
    for (const name of lists) inputs[name] = h("input", { type: "text", value: (one[name] ?? []).join(", ") })
    for (const [name, values] of Object.entries(choices)) {
      inputs[name] = h("select", null,
        values.map((value) => h("option", { value, selected: value === (one[name] ?? "") }, value
        ? say(`${name}.${value}`) : say("field.unsaid"))))
    }
    inputs.place = h("select", null, h("option", { value: "" }, say("field.unsaid")),
      places.items.map(({ id, name }) => h("option", { value: id, selected: id === one.place_thing?.id }, name.slice(0,
        80))))
    const note = h("textarea", { rows: 3, dir: "auto" }, one.note)
    const boxes = seasons.map((value) =>
      h("input", { type: "checkbox", value, checked: (one.seasons ?? []).includes(value) }))
    const tags = tagsInput(one.tags)
    let photos = [...one.photos]
    const strip = h("ul.photo-strip")
    const showPhotos = () => fill(strip, photos.map((photo, at) =>
      h("li", null, garmentPicture({ photos: [photo] }),
        h("div.row", null,
          at ? h("button.quiet", { type: "button", "aria-label": say("photo.first", at + 1),
            title: say("photo.first", at + 1), onclick: () => {
            photos = [photo, ...photos.filter((other) => other !== photo)]
            showPhotos()
          } }, icon("up")) : null,
          h("button.quiet", { type: "button", "aria-label": say("photo.remove", at + 1),
            title: say("photo.remove", at + 1), onclick: () => {
            photos = photos.filter((other) => other !== photo)
            showPhotos()
          } }, icon("cross"))))))
    showPhotos()
    const files = h("input.unseen", { type: "file", multiple: true, accept: "image/*", id: "more-photos",
      onchange: async ({ target }) => {
      for (const file of target.files) {
        try {
          photos.push(await putPhoto(file))
          showPhotos()
        } catch (problem) {
          tellProblem(problem)
        }
      }
      target.value = ""
    } })
    const form = h("form.garment-form", {
      oninput: () => (isTouched = true),
      onsubmit: async (event) => {
        event.preventDefault()
        const body = changes()
        if (!Object.keys(body).length) return close()
        try {
          forgetGarments()
          const done = await writeAct("PATCH", `/v1/garments/${one.id}`, { body, etag: one.etag }, changed(one))
          tellDone(done)
          void read(one.id)
          close(done.answer)
        } catch (problem) {
          if (!markRefused(form, problem)) tellProblem(problem)
        }
      },
    },
    h("section", null, h("h3", null, say("garment.photos")), strip, files,
      h("label.button", { for: "more-photos" }, icon("photo"), say("photo.add"))),
    field(say("field.name"), inputs.name, { pointer: "/name" }),
    h("div.two", null,
      field(say("field.category"), inputs.category, { pointer: "/category", hint: say("hint.category") }),
      field(say("field.color"), inputs.colors, { pointer: "/colors", hint: say("hint.commas") }),
      field(say("field.brand"), inputs.brand, { pointer: "/brand" }),
      field(say("field.price"), inputs.price, { pointer: "/price", hint: say("hint.price") }),
      field(say("field.fit"), inputs.fit, { pointer: "/fit" }),
      field(say("field.for"), inputs.for, { pointer: "/for" }),
      field(say("field.fabric"), inputs.fabrics, { pointer: "/fabrics", hint: say("hint.commas") }),
      field(say("field.style"), inputs.styles, { pointer: "/styles", hint: say("hint.commas") }),
      field(say("facet.state"), inputs.state, { pointer: "/state" }),
      field(say("field.place"), inputs.place, { pointer: "/place" })),
    h("fieldset.inline", null, h("legend", null, say("field.season")),
      boxes.map((box) => h("label.choice", null, box, say(`season.${box.value}`)))),
    h("div.field", null, h("label", { for: (tags.input.id ||= "garment-tags") }, say("keep.tags")), tags.element),
    field(say("keep.note"), note, { pointer: "/note" }),
    field(say("field.url"), inputs.url, { pointer: "/url" }),
    field(say("field.barcode"), inputs.barcode, { pointer: "/barcode" }),
    h("footer", null, h("button", { type: "button", onclick: () => close() }, say("cancel")),
      h("button.main", { type: "submit" }, say("save"))))

    const words = (text) => text.split(",").map((word) => word.trim()).filter(Boolean)
    const isSame = (some, others) => some.join("\n") === others.join("\n")
    const changes = () => {
      const body = {}
      for (const name of [...texts, ...Object.keys(choices)]) {
        const value = inputs[name].value.trim()
        if (value !== (one[name] ?? "")) body[name] = value
      }
      for (const name of lists) {
        const value = words(inputs[name].value)
        if (!isSame(value, one[name] ?? [])) body[name] = value
      }
      if (inputs.place.value !== (one.place_thing?.id ?? "")
        && (inputs.place.value || one.place_thing)) body.place = inputs.place.value
      if (note.value.trim() !== (one.note ?? "").trim()) body.note = note.value.trim()
      const chosen = boxes.filter(({ checked }) => checked).map(({ value }) => value)
      if (!isSame([...chosen].sort(), [...(one.seasons ?? [])].sort())) body.seasons = chosen
      if (!isSame(photos, one.photos)) body.photos = photos
      const added = tags.tags.filter((tag) => !one.tags.includes(tag))
      const removed = one.tags.filter((tag) => !tags.tags.includes(tag))
      if (added.length) body.add_tags = added
      if (removed.length) body.remove_tags = removed
      return body
    }
    return form
  }, { kind: "wide", isTyped: () => isTouched })
}
