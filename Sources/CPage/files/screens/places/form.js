// Adding a place, or changing it: a name, one to three categories and where it is; the rest may stay empty.
import { get, write } from "../../core/api.js"
import { fill, h } from "../../core/dom.js"
import { icon } from "../../core/icons.js"
import { read } from "../../core/things.js"
import { say } from "../../core/words.js"
import { audienceSelect } from "../../parts/audience-select.js"
import { field, markRefused, openDialog } from "../../parts/dialog.js"
import { tellDone, tellProblem } from "../../parts/toasts.js"
import { askDevice, centre } from "./centre.js"
import { pointText, readPoint, shifted } from "./geo.js"
import { openNow, weekText } from "./hours.js"

const common = [
  "food", "food/cafe", "food/restaurant", "food/bar", "food/bakery", "shop", "shop/clothes", "shop/shoes", "shop/books", "shop/second-hand",
  "shop/tailor", "culture", "culture/museum", "culture/music", "culture/cinema", "outdoors", "outdoors/park", "outdoors/bench", "outdoors/viewpoint",
  "outdoors/spring", "sport", "health", "school", "work", "stay", "travel", "travel/station",
]

/**
 * Opens the form.
 *
 * @param {object|null} one - The place that is changed; null adds one.
 * @param {{name?: string, position?: object}} [draft]
 * @returns {Promise<string|undefined>} the id of the place.
 */
export async function openPlaceForm(one, draft = {}) {
  const settings = one ? null : await get("/v1/settings").catch(() => ({ audience: "private" }))
  const where = one ? null : await audienceSelect(settings.audience)
  const { items } = await get("/v1/suggest", { q: "category:", limit: 60 }).catch(() => ({ items: [] }))
  const offers = [...new Set([...items.map(({ name }) => name), ...common])].sort()
  return openDialog(one ? say("place.edit") : say("places.add"), (close) => {
    const text = (value, more = {}) => h("input", { value: value ?? "", autocomplete: "off", ...more })
    const name = text(one?.name ?? draft.name, { required: true, maxlength: 1024, autofocus: true })
    const categories = [0, 1, 2].map((at) =>
      text(one?.categories[at], { list: "categories", required: at === 0, maxlength: 128, "aria-label": at ? say("place.categoryMore", at + 1) : null }))
    const position = text(one?.position ?? (draft.position ? pointText(draft.position) : ""), { required: true, inputmode: "text" })
    const address = text(one?.address)
    const hours = text(one?.hours, { placeholder: "mo-fr 09:00-18:00; sa 10:00-14:00", spellcheck: "false" })
    const contact = text(one?.contact)
    const url = text(one?.url, { inputmode: "url", spellcheck: "false" })
    const note = h("textarea", { rows: 2, value: one?.note ?? "" })
    const week = h("div.week", { role: "status" })
    const submit = h("button.main", { type: "submit" }, say(one ? "save" : "place.submit"))
    const wrong = h("small.wrong", { role: "status" })
    const check = () => {
      const point = readPoint(position.value)
      wrong.textContent = position.value.trim() && !point ? say("places.notPoint") : ""
      submit.disabled = !name.value.trim() || !point || !categories.some((one) => one.value.trim())
      const rows = weekText(hours.value)
      const open = openNow(hours.value)
      fill(week, rows
        ? [h("span", null, open.text), ...rows.map(([days, times]) => h("span.dim", null, `${days}: ${times}`))]
        : hours.value.trim() ? h("span.wrong", null, say("hours.wrong")) : null)
    }
    const nudge = (east, north) => {
      const point = readPoint(position.value)
      if (!point) return position.focus()
      position.value = pointText(shifted(point, east, north))
      check()
    }
    const set = (point) => {
      if (point) position.value = pointText(point)
      check()
    }
    const step = (kind, words, east, north) =>
      h("button.quiet", {
        type: "button", "aria-label": say("place.nudge", say(`compass.${words}`)), title: say("place.nudge", say(`compass.${words}`)), onclick: () => nudge(east, north),
      }, icon(kind))
    const form = h("form.place-form", {
      oninput: check,
      onsubmit: async (event) => {
        event.preventDefault()
        const body = {
          name: name.value.trim(), categories: [...new Set(categories.map((one) => one.value.trim()).filter(Boolean))],
          position: pointText(readPoint(position.value)), address: address.value.trim(), hours: hours.value.trim(), contact: contact.value.trim(),
          url: url.value.trim(), note: note.value.trim(),
        }
        if (!one) {
          for (const key of Object.keys(body)) if (body[key] === "") delete body[key]
          body.audience = where.value
        }
        try {
          if (one) {
            await write("PATCH", `/v1/places/${one.id}`, { body, etag: one.etag })
            await read(one.id)
            tellDone({ summary: say("place.changed", body.name.slice(0, 80)) })
            close(one.id)
          } else {
            const kept = await write("POST", "/v1/places", { body, once: true })
            tellDone({ summary: say("place.added", body.name.slice(0, 80)), act: kept.act })
            close(kept.outcomes[0].id)
          }
        } catch (problem) {
          if (!markRefused(form, problem)) tellProblem(problem)
        }
      },
    },
    field(say("place.name"), name, { pointer: "/name" }),
    field(say("place.categories"), categories[0], { pointer: "/categories", hint: say("place.categoriesHint") }),
    h("div.row.more-categories", null, categories.slice(1)),
    h("datalist", { id: "categories" }, offers.map((value) => h("option", { value }))),
    field(say("place.position"), position, { pointer: "/position", hint: say("place.positionHint") }), wrong,
    h("div.row.position-acts", null,
      centre() ? h("button", { type: "button", onclick: () => set(centre()) }, say("place.atCentre")) : null,
      h("button", { type: "button", onclick: () => askDevice().then(set).catch(tellProblem) }, icon("place"), say("device.here")),
      h("span.nudges", { role: "group", "aria-label": say("place.nudges") },
        step("left", "w", -20, 0), step("up", "n", 0, 20), step("down", "s", 0, -20), step("right", "e", 20, 0))),
    field(say("place.address"), address, { pointer: "/address" }),
    field(say("place.hours"), hours, { pointer: "/hours", hint: say("place.hoursHint") }), week,
    field(say("place.contact"), contact, { pointer: "/contact" }),
    field(say("place.url"), url, { pointer: "/url" }),
    field(say("place.note"), note, { pointer: "/note" }),
    where ? field(say("keep.where"), where, { pointer: "/audience" }) : null,
    h("footer", null, h("button", { type: "button", onclick: () => close() }, say("cancel")), submit))
    check()
    return form
  }, { kind: "wide", isTyped: () => [...document.querySelectorAll("dialog input:not([type]), dialog textarea")].some((one) => one.value !== one.defaultValue && !one.readOnly) && !one })
}
