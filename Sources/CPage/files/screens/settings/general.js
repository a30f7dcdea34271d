// Where new things go, and how the page looks in this browser.
import { get } from "../../core/api.js"
import { h } from "../../core/dom.js"
import { areLettersOn, setLetters } from "../../core/keys.js"
import { language, say } from "../../core/words.js"
import { audienceSelect } from "../../parts/audience-select.js"
import { field } from "../../parts/dialog.js"
import { live, part } from "../../parts/live.js"
import { noticesField } from "./notices.js"
import { oneOf, set, toggle } from "./setting.js"

/** Shows them. */
export function generalPart(view) {
  return [
    part(say("general.new"), {}, live(view, /^settings\.changed$/,
      async () => {
        const { audience, problem } = await get("/v1/settings")
        const select = await audienceSelect(audience)
        return { audience, problem,
          offers: [...select.options].map(({ value, textContent }) => ({ value, textContent })) }
      },
      ({ audience, problem, offers }) => audienceField(audience, offers, problem))),
    part(say("general.look"), { hint: say("general.here") },
      oneOf(say("general.light"), [["", say("look.auto")], ["light", say("look.light")], ["dark", say("look.dark")]],
        localStorage.getItem("weft.look") ?? "", setLook),
      oneOf(say("general.view"), [["board", say("links.board")], ["list", say("links.list")]],
        localStorage.getItem("weft.view") ?? "board", (value) => localStorage.setItem("weft.view", value)),
      oneOf(say("general.language"), [["", say("look.auto")], ["en", "English"], ["de", "Deutsch"]],
        localStorage.getItem("weft.language") ?? "", setLanguage)),
    part(say("notices.heading"), { hint: say("notices.hint") }, noticesField(view)),
    part(say("general.keys"), {},
      toggle(say("keys.letters"), areLettersOn(), setLetters, say("general.lettersHint")),
      h("p", null, h("a", { href: "/keys" }, say("keys.all")))),
  ]
}

/** A field for where new things go. */
export function audienceField(audience, offers, problem) {
  const select = h("select", { onchange: () => set({ audience: select.value }, () => (select.value = audience)) },
    offers.map(({ value, textContent }) => h("option", { value, selected: value === audience }, textContent)))
  return [field(say("general.where"), select, { hint: say("general.whereHint") }),
    problem ? h("p.wrong", { lang: "en" }, problem.detail, problem.fix ? h("span.fix", null,
      problem.fix) : null) : null]
}

function setLook(value) {
  if (value) {
    localStorage.setItem("weft.look", value)
    document.documentElement.dataset.look = value
  } else {
    localStorage.removeItem("weft.look")
    delete document.documentElement.dataset.look
  }
}

// The words were chosen when the page was loaded.
function setLanguage(value) {
  const before = language
  if (value) localStorage.setItem("weft.language", value)
  else localStorage.removeItem("weft.language")
  if (value !== before) location.reload()
}
