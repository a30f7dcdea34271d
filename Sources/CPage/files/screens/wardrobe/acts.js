// Changes of garments, outfits and closets, told with a way back: their answers do not name the act, so it is asked for.
import { get, write } from "../../core/api.js"
import { change } from "../../core/things.js"
import { count, language, say } from "../../core/words.js"
import { doing } from "../../parts/toasts.js"
import { forgetGarments } from "./store.js"

let last = Promise.resolve()

/** Changes something, one after the other, and gives `{answer, act, summary}`; `summary` says it in the page's words. */
export function writeAct(method, path, options, summary) {
  const done = last.then(async () => {
    const answer = await write(method, path, options)
    if (answer?.act) return { answer, act: answer.act, summary: answer.summary }
    const { items } = await get("/v1/acts", { limit: 1 }).catch(() => ({ items: [] }))
    return { answer, act: items[0]?.number, summary: summary ?? items[0]?.summary ?? say("done"),
      lang: summary ? language : "en" }
  })
  last = done.catch(() => {})
  return done
}

/** Changes fields of a garment and shows them at once. */
export function editGarment(one, body, shown = body, options) {
  forgetGarments()
  return change(one.id, shown, () =>
    doing(() => writeAct("PATCH", `/v1/garments/${one.id}`, { body }, changed(one)), options))
}

/** What is said of a change of a thing. */
export const changed = ({ name }) => say("wardrobe.changed", (name ?? "").slice(0, 80))

/** Changes the same fields of several garments, one request each; tells how many, and undoes all of them together. */
export async function editGarments(ids, body) {
  forgetGarments()
  return doing(async () => {
    let done = 0
    for (const id of ids) {
      await change(id, body, () => write("PATCH", `/v1/garments/${id}`, { body }))
      done += 1
    }
    return { summary: say("closet.changed", count(done, say("forms.garments"))) }
  })
}

/** Puts things into a closet, or takes them out. */
export function fillCloset(closet, body) {
  const { add = [], remove = [] } = body
  const things = count(add.length + remove.length, say("forms.things"))
  const summary = say(add.length ? "closet.filled" : "closet.emptied", things, closet.name.slice(0, 80))
  return doing(() => writeAct("POST", `/v1/closets/${closet.id}/things`, { body, once: true }, summary))
}

/** Today, as a day is written. */
export function today() {
  const now = new Date()
  return dayOf(now)
}

/** The day of a time, here. */
export const dayOf = (time) =>
  `${time.getFullYear()}-${String(time.getMonth() + 1).padStart(2, "0")}-${String(time.getDate()).padStart(2, "0")}`
