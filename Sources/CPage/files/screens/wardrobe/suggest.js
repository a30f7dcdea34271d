// A suggestion for a day: what goes together, from head to feet, and why.
import { refine, title } from "../../core/address.js"
import { get } from "../../core/api.js"
import { fill, h } from "../../core/dom.js"
import { icon } from "../../core/icons.js"
import { listText, say } from "../../core/words.js"
import { field } from "../../parts/dialog.js"
import { main } from "../../parts/frame.js"
import { tellProblem } from "../../parts/toasts.js"
import { today } from "./acts.js"
import { newOutfit } from "./new-outfit.js"
import { garmentPicture } from "./photos.js"
import { garmentsByID } from "./store.js"

const seasons = ["spring", "summer", "autumn", "winter"]

/** Shows what the node suggests for the day, occasion and season of the address. */
export async function showSuggestion(view) {
  title(say("suggest.heading"))
  const heading = h("h1", null, say("suggest.heading"))
  const words = { day: view.query.get("day") ?? today(), occasion: view.query.get("occasion") ?? "",
    season: view.query.get("season") ?? "" }
  const day = h("input", { type: "date", value: words.day, data: { focus: "day" } })
  const occasion = h("input", { type: "text", value: words.occasion })
  const season = h("select", null, h("option", { value: "" }, say("suggest.any")),
    seasons.map((one) => h("option", { value: one, selected: one === words.season }, say(`season.${one}`))))
  const place = h("div", { "aria-live": "polite" })
  main(view, heading, h("div.bar", null, h("a.button.quiet", { href: "/outfits" }, icon("left"), say("nav.outfits")),
    heading),
    h("form.suggest-form", { onsubmit: (event) => {
      event.preventDefault()
      void refine({ day: day.value, occasion: occasion.value.trim(), season: season.value })
    } }, field(say("suggest.day"), day), field(say("suggest.occasion"), occasion), field(say("facet.season"), season),
    h("button.main", { type: "submit" }, say("suggest.again"))), place)
  try {
    const [advice, known] = await Promise.all([get("/v1/outfits/suggest", words, { signal: view.signal }),
      garmentsByID()])
    if (!advice.pieces.length) {
      return fill(place, h("div.empty", null, icon("closet"), h("h2", null, say("suggest.none")),
        h("p", null, say("closet.fill")),
        h("a.button", { href: "/garments/add" }, icon("photo"), say("add.open"))))
    }
    const ids = advice.pieces.map(({ thing }) => thing.id)
    fill(place,
      h("ul.pieces", null, advice.pieces.map(({ slot, thing, reasons }) => h("li.card", null,
        garmentPicture(known.get(thing.id) ?? thing),
        h("div", null, h("span.dim", null, say(`slot.${slot}`)),
          h("a.clamped", { href: `/garments/${thing.id}`, dir: "auto" }, thing.name),
          h("ul.reasons", { lang: "en" }, reasons.map((reason) => h("li", null, reason))))))),
      advice.lacking.length
        ? h("p.dim", null, say("suggest.lacking", listText(advice.lacking.map((slot) => say(`slot.${slot}`))))) : null,
      h("button.main",
        { type: "button",
        onclick: () =>
        newOutfit(ids, { occasions: words.occasion, name: [words.occasion, words.day].filter(Boolean).join(" ") }) },
        icon("outfit"), say("suggest.keep")))
  } catch (problem) {
    if (!view.signal.aborted) tellProblem(problem)
  }
}
