// Asking others what they think: photos of what one wears, or an outfit, with what they should look at, and who is asked.
import { go, title } from "../../core/address.js"
import { get, write } from "../../core/api.js"
import { announce, fill, h } from "../../core/dom.js"
import { icon } from "../../core/icons.js"
import { sendPicture } from "../../core/pictures.js"
import { dayText, listText, numberText, say } from "../../core/words.js"
import { audienceSelect } from "../../parts/audience-select.js"
import { field, markRefused, openDialog } from "../../parts/dialog.js"
import { main } from "../../parts/frame.js"
import { openShare } from "../../parts/share.js"
import { tellDone, tellProblem } from "../../parts/toasts.js"
import { today } from "./acts.js"

const criteria = ["colors", "fit", "together", "occasion", "season"]
const photosMost = 8

// What they should look at, and a question in one's own words: `{element, text}`.
function question() {
  const boxes = criteria.map((value) => h("input", { type: "checkbox", value }))
  const own = h("textarea", { rows: 2, maxlength: 2000, dir: "auto" })
  return {
    element: [
      h("fieldset.inline", null, h("legend", null, say("ask.criteria")),
        boxes.map((box) => h("label.choice", null, box, say(`ask.${box.value}`)))),
      field(say("ask.own"), own, { hint: say("ask.ownHint") }),
    ],
    get text() {
      const chosen = boxes.filter(({ checked }) => checked).map(({ value }) => say(`ask.of.${value}`))
      return [chosen.length ? say("ask.question", listText(chosen)) : "", own.value.trim()].filter(Boolean).join(" ")
    },
  }
}

// Those who see a thing see what is said of it: the question is a comment of the one who asks.
const put = (id, text) => text && write("POST", `/v1/objects/${id}/comments`, { body: { text }, once: true })

/** Asks for an outfit that is there: first what, then whom. */
export async function openAsk(one) {
  const text = await openDialog(say("ask.heading"), (close) => {
    const asked = question()
    return h("form", { onsubmit: (event) => (event.preventDefault(), close({ text: asked.text })) },
      h("p.clamped.dim", { dir: "auto" }, one.name), asked.element,
      h("footer", null, h("button", { type: "button", onclick: () => close() }, say("cancel")),
        h("button.main", { type: "submit" }, say("ask.whom"))))
  }, { isTyped: () => Boolean(document.querySelector("dialog textarea")?.value) })
  if (!text || !(await openShare({ ids: [one.id] }, 1))) return
  await Promise.resolve(put(one.id, text.text)).catch(tellProblem)
}

/** Shows the form with which one asks for photos. */
export async function showAsk(view) {
  title(say("ask.heading"))
  const heading = h("h1", null, say("ask.heading"))
  const settings = await get("/v1/settings").catch(() => ({ audience: "friends" }))
  const where = await audienceSelect(settings.audience === "private" ? "friends" : settings.audience)
  if (view.signal.aborted) return
  // Nobody is asked by what one keeps for oneself.
  where.querySelector("[value=private]")?.remove()
  const photos = []
  view.signal.addEventListener("abort", () => photos.forEach(({ address }) => URL.revokeObjectURL(address)))
  const strip = h("ul.ask-photos", { "aria-label": say("ask.photos") })
  const name = h("input", { type: "text", required: true, maxlength: 200, value: say("ask.name", dayText(today())), dir: "auto" })
  const occasions = h("input", { type: "text" })
  const asked = question()
  const submit = h("button.main", { type: "submit" }, icon("share"), say("ask.send"))
  const wrong = h("p.wrong", { role: "alert", hidden: true })

  const chooser = (words, kind, options) => {
    const input = h("input.unseen", { type: "file", accept: "image/*,.heic,.heif,.avif", ...options, onchange: () => {
      for (const file of input.files) {
        if (photos.length < photosMost) photos.push({ file, address: URL.createObjectURL(file) })
      }
      input.value = ""
      draw()
    } })
    return h("label.button", null, icon(kind), say(words), input)
  }
  const draw = () => {
    wrong.hidden = true
    fill(strip, photos.map((photo, at) => {
      const image = h("img", { src: photo.address, alt: say("photo.number", numberText(at + 1)), onerror: () => image.replaceWith(icon("photo")) })
      return h("li", null, image,
        h("button.quiet", {
          type: "button", "aria-label": say("photo.remove", numberText(at + 1)), title: say("photo.remove", numberText(at + 1)),
          onclick: () => {
            photos.splice(at, 1)
            URL.revokeObjectURL(photo.address)
            draw()
            ;(strip.querySelectorAll("button")[Math.min(at, photos.length - 1)] ?? form.querySelector("input[type=file]")).focus()
          },
        }, icon("cross")))
    }))
    strip.hidden = !photos.length
  }
  const form = h("form.ask", {
    onsubmit: async (event) => {
      event.preventDefault()
      if (!photos.length) {
        wrong.hidden = false
        fill(wrong, say("ask.noPhoto"))
        return form.querySelector("input[type=file]").focus()
      }
      submit.disabled = true
      try {
        const sent = []
        for (const photo of photos) {
          announce(say("ask.sending", numberText(sent.length + 1), numberText(photos.length)))
          // What was sent before something was refused is not sent again.
          photo.reference ??= await sendPicture(photo.file)
          sent.push(photo.reference)
        }
        const body = { name: name.value.trim(), photos: sent, audience: where.value,
          occasions: occasions.value.split(",").map((word) => word.trim()).filter(Boolean) }
        const kept = await write("POST", "/v1/outfits", { body, once: true })
        await put(kept.outcomes[0].id, asked.text)
        tellDone({ summary: say("ask.done", where.selectedOptions[0].textContent), act: kept.act, lang: document.documentElement.lang })
        void go("/portfolio")
      } catch (problem) {
        if (!markRefused(form, problem)) tellProblem(problem)
      } finally {
        submit.disabled = false
      }
    },
  },
  h("fieldset.plain.photos-field", null, h("legend", null, say("ask.photos")), strip,
    h("div.row", null, chooser("ask.take", "photo", { capture: "environment" }), chooser("ask.choose", "add", { multiple: true })), wrong),
  field(say("outfit.name"), name, { pointer: "/name" }),
  field(say("outfit.occasions"), occasions, { hint: say("hint.commas"), pointer: "/occasions" }),
  asked.element,
  field(say("ask.who"), where, { pointer: "/audience", hint: say("ask.whoHint") }),
  h("footer.row", null, submit))
  draw()
  main(view, heading, h("div.bar", null, h("a.button.quiet", { href: "/outfits" }, icon("left"), say("nav.outfits")), heading,
    h("a.button", { href: "/portfolio" }, say("ask.before"))), form)
}
