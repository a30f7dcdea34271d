// A garment: its photos, what is known of it, when it was worn and what that has cost, and in which outfits it lies.
import { go, title } from "../../core/address.js"
import { get, write } from "../../core/api.js"
import { fill, h } from "../../core/dom.js"
import { icon } from "../../core/icons.js"
import { bind } from "../../core/keys.js"
import { forget, read, thing, watch } from "../../core/things.js"
import { count, dayText, numberText, say } from "../../core/words.js"
import { main } from "../../parts/frame.js"
import { trash } from "../../parts/keep.js"
import { audienceMark, tagChip } from "../../parts/marks.js"
import { ownedMark } from "../../parts/owned.js"
import { openShare } from "../../parts/share.js"
import { doing, tellProblem } from "../../parts/toasts.js"
import { editGarment, today } from "./acts.js"
import { calendarStrip } from "./calendar.js"
import { editAll } from "./edit.js"
import { costPerWear, dayAgo, lastWorn, priceText } from "./measures.js"
import { garmentPicture } from "./photos.js"
import { putInCloset } from "./selected.js"
import { outfit } from "./store.js"
import { outfitPicture } from "./picture.js"

const states = ["clean", "wash", "repair", "retired", "gone"]

/** Shows a garment by its id. */
export async function showGarment(view) {
  const { id } = view.params
  typedDay = ""
  const heading = h("h1", { dir: "auto" })
  const body = h("div")
  const show = (one) => {
    if (!one) {
      fill(heading, say("nowhere.heading"))
      return fill(body, h("p", null, say("garment.gone")), h("a.button", { href: "/closet" }, say("nav.closet")))
    }
    title(one.name.slice(0, 80))
    fill(heading, h("span.clamped", null, one.name))
    const focused = document.activeElement?.dataset?.focus
    fill(body, garmentSection(one, view))
    if (focused) body.querySelector(`[data-focus="${focused}"]`)?.focus()
  }
  try {
    await read(id)
  } catch (problem) {
    if (problem.status !== 404) tellProblem(problem)
    forget(id)
  }
  if (view.signal.aborted) return
  show(thing(id))
  watch(id, show, view.signal)
  main(view, heading, h("div.bar", null, h("a.button.quiet", { href: "/closet" }, icon("left"), say("nav.closet")),
    heading), body)
  const here = () => thing(id)
  bind("e", "garment.edit", () => here()?.author.me && editAll(here()), view.signal)
  bind("p", "keys.share", () => openShare({ ids: [id] }, 1), view.signal)
  bind("c", "closet.put", () => putInCloset([id]), view.signal)
  bind("w", "keys.wash",
    () => here()?.author.me && editGarment(here(), { state: here().state === "wash" ? "clean" : "wash" }), view.signal)
  bind("Delete", "keys.trash", () => here()?.author.me && trash({ ids: [id] }).then(() => go("/closet")), view.signal)
}

/**
 * What a page of a thing shows of a garment: photos, state, wearing, outfits, details, and what can be done.
 *
 * @param {object} one - The garment, as `/v1/things` or `/v1/garments` tells it.
 * @param {{signal: AbortSignal}} view
 */
export function garmentSection(one, view) {
  const isMine = one.author.me
  return h("article.garment", { data: { shown: one.id } },
    photos(one),
    h("div.garment-facts", null,
      h("p.row", null, audienceMark(one.placement), isMine ? null : [h("span.dim", null, `@${one.author.name}`), ownedMark(one)],
        one.trashed ? h("strong.wrong", null, say("garment.trashed")) : null),
      h("div.row", null, acts(one, isMine)),
      isMine ? stateButtons(one) : one.state
        ? h("p", null, h(`span.state.${one.state}`, null, say(`state.${one.state}`)))
        : null,
      isMine ? wearing(one) : null,
      details(one),
      one.note ? h("p.note", { dir: "auto" }, one.note) : null,
      one.tags.length ? h("p.chips", null, one.tags.map(tagChip)) : null,
      inOutfits(one, view)))
}

function photos(one) {
  const picture = garmentPicture(one, { original: true, lazy: false })
  const large = one.photos.length
    ? h("a.photo", { href: `/thing/${one.id}/photo`, data: { focus: "photo" },
        "aria-label": say("photo.enlarge", one.name.slice(0, 80)) }, picture)
    : h("div.photo.none", null, picture)
  return h("div.garment-photos", null, large,
    one.photos.length > 1 ? h("ul.photo-strip", null, one.photos.map((photo, at) =>
      h("li", null,
        h("a.photo", { href: `/thing/${one.id}/photo?at=${at + 1}`, "aria-label": say("photo.number", at + 1) },
          garmentPicture({ photos: [photo] }))))) : null)
}

function acts(one, isMine) {
  const button = (kind, text, act, name = kind) => h("button", { type: "button", data: { focus: name }, onclick: act },
    icon(kind), text)
  return [
    isMine ? button("edit", say("garment.edit"), () => editAll(one)) : null,
    button("copy", say("garment.clone"), async () => {
      const done = await doing(async () => {
        const kept = await write("POST", `/v1/garments/${one.id}/clone`, { body: {}, once: true })
        return { ...kept, summary: say("garment.cloned", one.name.slice(0, 80)) }
      })
      if (done) await go(`/garments/${done.outcomes[0].id}`)
    }),
    button("closet", say("closet.put"), () => putInCloset([one.id])),
    button("share", say("share.open"), () => openShare({ ids: [one.id] }, 1)),
    isMine && !one.trashed
      ? button("trash", say("trash.put"), () => trash({ ids: [one.id] }).then((done) => done && go("/closet"))) : null,
  ]
}

// One tap: the state is a row of buttons, and the one that is pressed is how it is.
function stateButtons(one) {
  return h("div.states", { role: "group", "aria-label": say("facet.state") },
    states.map((state) =>
      h("button", { type: "button", data: { focus: `state-${state}` }, "aria-pressed": String(one.state === state),
        onclick: () => editGarment(one, { state: one.state === state ? "" : state },
        { state: one.state === state ? undefined : state }) },
        h(`span.state.${state}`, { "aria-hidden": "true" }), say(`state.${state}`))))
}

// What is typed outlives that the section is shown anew.
let typedDay = ""

function wearing(one) {
  const days = one.worn ?? []
  const cost = costPerWear(one)
  const isToday = days.includes(today())
  const setDay = (day, isOn) =>
    editGarment(one, isOn ? { add_worn: [day] } : { remove_worn: [day] },
      { worn: isOn ? [...days, day] : days.filter((other) => other !== day) })
  const day = h("input", {
    type: "date", max: today(), "aria-label": say("garment.day"), required: true, data: { focus: "day" },
    value: typedDay,
    oninput: ({ target }) => (typedDay = target.value),
  })
  return h("section", null,
    h("h2", null, say("garment.worn")),
    h("dl.figures", null,
      h("div", null, h("dt", null, say("garment.days")), h("dd", null, numberText(days.length))),
      h("div", null, h("dt", null, say("garment.last")),
        h("dd", null, days.length ? dayAgo(lastWorn(days)) : say("worn.never"))),
      h("div", null, h("dt", null, say("garment.cost")), h("dd", null, cost ? priceText(cost) : "–"))),
    calendarStrip(days, setDay),
    h("div.row", null,
      h("button", { type: "button", data: { focus: "today" }, "aria-pressed": String(isToday),
        onclick: () => setDay(today(), !isToday) }, icon("check"), say("garment.wearToday")),
      h("form.row", { onsubmit: (event) => {
        event.preventDefault()
        typedDay = ""
        void setDay(day.value, true)
      } }, day, h("button", { type: "submit" }, say("garment.addDay")))),
    days.length ? h("details", null, h("summary", null, say("garment.allDays", count(days.length, say("forms.days")))),
      h("ul.chips", null, [...days].sort().reverse().map((one_) => h("li.chip", null, dayText(one_),
        h("button.quiet", { type: "button", "aria-label": say("garment.removeDay", dayText(one_)),
          onclick: () => setDay(one_, false) }, icon("cross")))))) : null)
}

function details(one) {
  const lines = [
    ["field.category", one.category && h("a", { href: `/closet?category=${encodeURIComponent(one.category)}` },
      one.category)],
    ["field.brand", one.brand && h("a", { href: `/closet?brand=${encodeURIComponent(one.brand)}` }, one.brand)],
    ["field.price", one.price && priceText(one.price)],
    ["field.color", one.colors?.join(", ")],
    ["field.fit", one.fit],
    ["field.for", one.for && say(`for.${one.for}`)],
    ["field.fabric", one.fabrics?.join(", ")],
    ["field.style", one.styles?.join(", ")],
    ["field.season", one.seasons?.map((season) => say(`season.${season}`)).join(", ")],
    ["field.place", one.place_thing && h("a", { href: `/thing/${one.place_thing.id}` }, one.place_thing.name)],
    ["field.barcode", one.barcode],
    ["field.url",
      /^https?:/.test(one.url ?? "") && h("a", { href: one.url, rel: "noopener noreferrer", target: "_blank" },
      one.url)],
  ].filter(([, value]) => value)
  if (!lines.length) return null
  return h("table.details", null,
    h("tbody", null,
    lines.map(([name, value]) => h("tr", null, h("th", { scope: "row" }, say(name)), h("td", { dir: "auto" }, value)))))
}

function inOutfits(one, view) {
  const list = h("ul.outfit-strip")
  const section = h("section", { hidden: true }, h("h2", null, say("garment.outfits")), list)
  const named = one.named_by ? Promise.resolve(one) : get(`/v1/garments/${one.id}`, null, { signal: view.signal })
  named.then(async ({ named_by: by }) => {
    const outfits = (by ?? []).filter(({ type }) => type === "outfit").slice(0, 12)
    section.hidden = !outfits.length
    for (const { id, name } of outfits) {
      const picture = h("span")
      list.append(h("li", null, h("a", { href: `/outfit/${id}` }, picture, h("span.clamped", { dir: "auto" }, name))))
      void outfit(id).then((found) => picture.replaceWith(outfitPicture(found, view.signal))).catch(() => {})
    }
  }).catch(() => {})
  return section
}
