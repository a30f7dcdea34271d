// The first run: a name, the links one has, where new ones go, and somebody to meet. Each step can be left.
import { go, title } from "../../core/address.js"
import { get, write } from "../../core/api.js"
import { h } from "../../core/dom.js"
import { icon } from "../../core/icons.js"
import { say } from "../../core/words.js"
import { audienceSelect } from "../../parts/audience-select.js"
import { bringBox } from "../../parts/bring.js"
import { field, markRefused } from "../../parts/dialog.js"
import { main } from "../../parts/frame.js"
import { commandLine, tellProblem } from "../../parts/toasts.js"
import { openInvite } from "../people/invitations.js"
import { openMakeCode, openTake } from "../people/meet.js"
import { requestsPart } from "../people/requests.js"
import { set } from "../settings/setting.js"
import { setWelcomed } from "./home.js"

const steps = [nameStep, bringStep, audienceStep, meetStep]

/** Shows the step that the address names. */
export async function showWelcome(view) {
  const at = Math.min(steps.length, Math.max(1, Number(view.query.get("step")) || 1))
  const profile = await get("/v1/profile").catch(() => null)
  if (view.signal.aborted) return
  title(say("welcome.title"))
  const heading = h("h1", { dir: "auto" }, at === 1 ? say("welcome.heading",
    profile?.author.name ?? "") : say(`welcome.step${at}`))
  const address = (step) => (step > steps.length ? "/links" : `/welcome?step=${step}`)
  const next = () => {
    if (at === steps.length) setWelcomed()
    void go(address(at + 1))
  }
  const onward = h("button.main", { type: "button", onclick: next },
    at === steps.length ? say("welcome.finish") : say("welcome.next"))
  const body = h("div.card")
  main(view, heading,
    h("div.bar", null, heading, h("span.dim", null, say("welcome.of", at, steps.length))),
    h("progress.steps", { max: steps.length, value: at, "aria-label": say("welcome.of", at, steps.length) }),
    body,
    h("div.row.apart", null,
      at > 1 ? h("a.button", { href: address(at - 1) }, icon("left"), say("welcome.back"))
        : h("button.quiet", { type: "button", onclick: () => (setWelcomed(), go("/links")) }, say("welcome.skip")),
      onward)
  ).classList.add("welcome")
  body.replaceChildren(...[await steps[at - 1](view, { profile, next, onward })].flat())
}

// The words never come here: a page could be read by what runs in the browser.
function nameStep(view, { profile, next, onward }) {
  const name = h("input", { value: profile?.profile?.name ?? profile?.author.name ?? "", required: true, maxlength: 256,
    autocomplete: "nickname" })
  const known = name.value
  const form = h("form", {
    onsubmit: async (event) => {
      event.preventDefault()
      const wanted = name.value.trim()
      if (wanted === known) return next()
      try {
        await write("PATCH", "/v1/profile", { body: { name: wanted } })
        next()
      } catch (problem) {
        if (!markRefused(form, problem)) tellProblem(problem)
      }
    },
  }, field(say("welcome.name"), name, { hint: say("me.nameHint"), pointer: "/name" }))
  onward.onclick = null
  onward.replaceWith(h("button.main", { type: "button", onclick: () => form.requestSubmit() }, say("welcome.next")))
  return [
    form,
    h("h2", null, say("welcome.words")), h("p", null, say("welcome.wordsText")),
    h("details", null, h("summary", null, say("welcome.wordsNot")), h("p", null, say("welcome.wordsHelp")),
      h("p", null, commandLine("weft help key"))),
  ]
}

function bringStep(view) {
  return [h("p", null, say("welcome.bring")), bringBox(view, { level: "h2" })]
}

async function audienceStep() {
  const { audience } = await get("/v1/settings").catch(() => ({ audience: "private" }))
  const other = (await audienceSelect(audience)).value
  const values = ["private", "friends", "public", ...(["private", "friends", "public"].includes(other) ? [] : [other])]
  return [
    h("fieldset.one-of", null, h("legend", null, say("general.where")),
      values.map((value) =>
        h("label.choice", null,
          h("input", { type: "radio", name: "audience", value, checked: value === audience,
            onchange: () => set({ audience: value }) }),
          h("span", null, ["private", "friends", "public"].includes(value) ? say(`welcome.${value}`) : value)))),
    h("p.hint", null, say("general.whereHint")),
  ]
}

function meetStep(view) {
  const act = (kind, words, about, open) =>
    h("li", null, h("button", { type: "button", onclick: open }, icon(kind), say(words)),
      h("span.hint", null, say(about)))
  return [
    h("p", null, say("welcome.meet")),
    h("ul.choices", null,
      act("keyboard", "people.makeCode", "welcome.code", () => openMakeCode()),
      act("people", "people.take", "welcome.take", () => openTake()),
      act("share", "people.invite", "welcome.invite", () => openInvite())),
    requestsPart(view),
  ]
}
