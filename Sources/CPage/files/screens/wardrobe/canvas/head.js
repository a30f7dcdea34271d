// The head of an outfit: its name, who sees it, and wearing, asking, copying, a picture of it, its details.
import { go, title } from "../../../core/address.js"
import { fill, h } from "../../../core/dom.js"
import { icon } from "../../../core/icons.js"
import { count, dayText, say } from "../../../core/words.js"
import { thing } from "../../../core/things.js"
import { field, markRefused, openDialog } from "../../../parts/dialog.js"
import { trash } from "../../../parts/keep.js"
import { audienceMark } from "../../../parts/marks.js"
import { menuButton } from "../../../parts/menu.js"
import { openShare } from "../../../parts/share.js"
import { tagsInput } from "../../../parts/tags-input.js"
import { doing, tellDone, tellProblem } from "../../../parts/toasts.js"
import { changed, today, writeAct } from "../acts.js"
import { openAsk } from "../ask.js"
import { cloneOutfit } from "../outfits.js"
import { exportPicture } from "../picture.js"

const seasons = ["spring", "summer", "autumn", "winter"]

/** The head: `{element, heading, show, share}`. */
export function outfitHead(view, model, things, stage) {
  const { id } = view.params
  const heading = h("h1", { dir: "auto" })
  const line = h("span.row.outfit-line")
  const share = () => openShare({ ids: [id] }, 1)
  const ground = h("button.quiet",
    { type: "button", "aria-pressed": "true", onclick: () => setGround(ground.getAttribute("aria-pressed") !== "true"),
    title: say("canvas.mannequin") }, icon("person"))
  const setGround = (isOn) => {
    ground.setAttribute("aria-pressed", String(isOn))
    ground.setAttribute("aria-label", say("canvas.mannequin"))
    stage.ground.classList.toggle("off", !isOn)
    localStorage.setItem("weft.mannequin", isOn ? "on" : "off")
  }
  setGround(localStorage.getItem("weft.mannequin") !== "off")
  const wearButton = h("button", { type: "button", onclick: () => wear(model.outfit) }, icon("check"),
    h("span", null, say("outfit.wear")))
  const askButton = h("button", { type: "button", onclick: () => openAsk(model.outfit) }, icon("comment"),
    h("span", null, say("outfit.ask")))
  const more = menuButton(say("menu.of", model.outfit.name.slice(0, 60)), "more", () => {
    const isMine = model.outfit.author.me
    return [
      isMine ? { text: say("outfit.edit"), icon: "edit", act: () => edit(thing(id) ?? model.outfit) } : null,
      { text: say("garment.clone"), icon: "copy", act: () => cloneOutfit(model.outfit) },
      { text: say("outfit.picture"), icon: "download", act: () => download(model, things) },
      isMine ? null : undefined,
      isMine ? { text: say("outfit.clear"), icon: "cross", act: () => model.layers.length
        && model.lay([{ clear: true }]) } : undefined,
      isMine ? { text: say("trash.put"), icon: "trash",
        act: () => trash({ ids: [id] }).then((done) => done && go("/outfits")) } : undefined,
    ].filter((one, at) => one || (one === null && at > 0))
  })
  const element = h("div.bar.outfit-head", null,
    h("a.button.quiet", { href: "/outfits", "aria-label": say("nav.outfits") }, icon("left")), heading, line, ground,
    wearButton, askButton, more)

  function show() {
    const one = { ...model.outfit, ...thing(id) }
    title(one.name.slice(0, 80))
    fill(heading, h("span.clamped", null, one.name))
    const days = one.worn?.length ?? 0
    fill(line, audienceMark(one.placement), one.author.me ? null : h("span.dim", null, `@${one.author.name}`),
      one.occasions?.length ? h("span.dim", { dir: "auto" }, one.occasions.join(", ").slice(0, 80)) : null,
      days ? h("span.dim", null, say("outfit.worn", count(days, say("forms.days")))) : null,
      one.trashed ? h("strong.wrong", null, say("garment.trashed")) : null)
    wearButton.hidden = !one.author.me || one.trashed
  }
  show()
  return { element, heading, show, share }
}

// A day on which it was worn; days that are noted can be taken out again.
function wear(one) {
  const noted = [...((thing(one.id) ?? one).worn ?? [])].sort().reverse()
  return openDialog(say("outfit.wear"), (close) => {
    const day = h("input", { type: "date", value: today(), max: today(), required: true })
    const send = (body) => doing(() => writeAct("POST", `/v1/outfits/${one.id}/wear`, { body, once: true },
      changed(one)))
    return h("form", {
      onsubmit: async (event) => {
        event.preventDefault()
        close(await send({ day: day.value }))
      },
    }, field(say("garment.day"), day, { hint: say("outfit.wearHint") }),
    noted.length ? h("details", null,
      h("summary", null, say("garment.allDays", count(noted.length, say("forms.days")))),
      h("ul.chips", null,
        noted.slice(0,
        60).map((one_) =>
        h("li.chip", null, dayText(one_),
        h("button.quiet", { type: "button", "aria-label": say("garment.removeDay", dayText(one_)),
        onclick: async () => close(await send({ day: one_, remove: true })) }, icon("cross")))))) : null,
    h("footer", null, h("button", { type: "button", onclick: () => close() }, say("cancel")),
      h("button.main", { type: "submit" }, say("outfit.wear"))))
  })
}

async function download(model, things) {
  try {
    const blob = await exportPicture(model.layers,
      new Map(model.layers.map((layer) => [layer.layer, things.get(layer.thing?.id) ?? layer.thing])))
    const address = URL.createObjectURL(blob)
    h("a", { href: address,
      download: `${model.outfit.name.slice(0, 60).replace(/[^\p{L}\p{N} _-]+/gu, "")}.png` }).click()
    setTimeout(() => URL.revokeObjectURL(address), 10_000)
    tellDone({ summary: say("outfit.saved") })
  } catch (problem) {
    tellProblem(problem)
  }
}

function edit(one) {
  let isTouched = false
  return openDialog(say("outfit.edit"), (close) => {
    const words = (text) => text.split(",").map((word) => word.trim()).filter(Boolean)
    const name = h("input", { type: "text", value: one.name, required: true, maxlength: 1024, dir: "auto" })
    const occasions = h("input", { type: "text", value: (one.occasions ?? []).join(", ") })
    const styles = h("input", { type: "text", value: (one.styles ?? []).join(", ") })
    const note = h("textarea", { rows: 3, dir: "auto" }, one.note)
    const boxes = seasons.map((value) =>
      h("input", { type: "checkbox", value, checked: (one.seasons ?? []).includes(value) }))
    const tags = tagsInput(one.tags)
    const form = h("form", {
      oninput: () => (isTouched = true),
      onsubmit: async (event) => {
        event.preventDefault()
        const body = {
          name: name.value.trim(), occasions: words(occasions.value), styles: words(styles.value),
          note: note.value.trim(),
          seasons: boxes.filter(({ checked }) => checked).map(({ value }) => value),
        }
        for (const [key,
          value] of Object.entries(body)) if (JSON.stringify(value) === JSON.stringify(one[key] ?? "")) delete body[key]
        const added = tags.tags.filter((tag) => !one.tags.includes(tag))
        const removed = one.tags.filter((tag) => !tags.tags.includes(tag))
        if (added.length) body.add_tags = added
        if (removed.length) body.remove_tags = removed
        try {
          if (Object.keys(body).length) tellDone(await writeAct("PATCH", `/v1/outfits/${one.id}`, { body },
            changed(one)))
          close(true)
        } catch (problem) {
          if (!markRefused(form, problem)) tellProblem(problem)
        }
      },
    }, field(say("outfit.name"), name, { pointer: "/name" }),
    field(say("outfit.occasions"), occasions, { hint: say("hint.commas"), pointer: "/occasions" }),
    field(say("field.style"), styles, { hint: say("hint.commas"), pointer: "/styles" }),
    h("fieldset.inline", null, h("legend", null, say("field.season")),
      boxes.map((box) => h("label.choice", null, box, say(`season.${box.value}`)))),
    h("div.field", null, h("label", { for: (tags.input.id ||= "outfit-tags") }, say("keep.tags")), tags.element),
    field(say("keep.note"), note, { pointer: "/note" }),
    h("footer", null, h("button", { type: "button", onclick: () => close() }, say("cancel")),
      h("button.main", { type: "submit" }, say("save"))))
    return form
  }, { isTyped: () => isTouched })
}
