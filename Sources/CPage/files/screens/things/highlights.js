// Passages of a link's page that somebody has marked.
import { all, write } from "../../core/api.js"
import { fill, h } from "../../core/dom.js"
import { read } from "../../core/things.js"
import { agoText, say } from "../../core/words.js"
import { openDialog } from "../../parts/dialog.js"
import { field, markRefused } from "../../parts/dialog.js"
import { edit, isMine } from "../../parts/edit.js"
import { inPlace } from "../../parts/in-place.js"
import { audienceSelect } from "../../parts/audience-select.js"
import { audienceMark, quoted, tagChip } from "../../parts/marks.js"
import { openShare } from "../../parts/share.js"
import { doing, tellDone, tellProblem } from "../../parts/toasts.js"

const colors = ["yellow", "green", "blue", "pink"]

/** The tab with the highlights of a link's page. */
export async function highlightsTab(one, view) {
  const list = h("div.highlights")

  async function again() {
    const found = await all("/v1/highlights", { q: `page:${quoted(one.url)}` }, 1000)
    if (view.signal.aborted || list.querySelector("textarea")) return
    fill(list, found.length ? found.map((passage) => card(passage, again)) : h("p.dim", null, say("highlight.none")))
  }

  await again()
  return {
    element: h("div", null, list,
      h("button", {
        type: "button", onclick: () => add(one).then((added) => added && again().then(() => read(one.id))),
      }, say("highlight.add"))),
    again,
  }
}

function card(passage, again) {
  const note = inPlace({
    label: say("field.note"), isLong: true, add: say("add.note"), canEdit: isMine(passage), most: 61440,
    read: () => passage.note, show: (text) => h("p.text", { dir: "auto" }, text),
    save: async (text) => {
      const found = await edit(passage, { note: text })
      if (found) Object.assign(passage, found)
      return found
    },
  })
  const color = passage.colors.find((name) => colors.includes(name)) ?? "yellow"
  return h("article.highlight", { "aria-label": say("highlight.one") },
    h(`blockquote.${color}`, { dir: "auto" },
      passage.prefix ? h("span.dim", null, passage.prefix) : null, h("mark", null, passage.name),
      passage.suffix ? h("span.dim", null, passage.suffix) : null),
    note.element,
    h("p.row", null,
      h("span.dim", null, passage.author.me ? "" : `@${passage.author.name} · `, agoText(passage.created_at)),
      audienceMark(passage.placement), passage.tags.map(tagChip),
      isMine(passage)
        ? [passage.author.me
              ? h("button.quiet", {
                  type: "button", onclick: () => openShare({ ids: [passage.id] }, 1).then(again),
                }, say("share.open"))
              : null,
            h("button.quiet", {
              type: "button",
              onclick: () =>
                doing(() => write("DELETE", `/v1/highlights/${passage.id}`), { undone: again }).then(again),
            }, say("remove"))]
        : null))
}

async function add(one) {
  const where = await audienceSelect("private")
  const passage = h("textarea", { rows: 3, required: true, maxlength: 1024, autofocus: true })
  const note = h("textarea", { rows: 2, maxlength: 61440 })
  return openDialog(say("highlight.add"), (close) => {
    const form = h("form", {
      onsubmit: async (event) => {
        event.preventDefault()
        const body = {
          name: passage.value.trim(), url: one.url, note: note.value.trim() || undefined, audience: where.value,
          colors: [form.elements.color.value],
        }
        try {
          const { act } = await write("POST", "/v1/highlights", { body, once: true })
          tellDone({ summary: say("highlight.added"), act })
          close(true)
        } catch (problem) {
          if (!markRefused(form, problem)) tellProblem(problem)
        }
      },
    },
    field(say("highlight.passage"), passage, { pointer: "/name", hint: say("highlight.exact") }),
    field(say("field.note"), note, { pointer: "/note" }),
    h("fieldset.plain", null, h("legend", null, say("highlight.color")), h("div.row", null,
      colors.map((color, at) => h("label.choice", null,
        h("input", { type: "radio", name: "color", value: color, checked: at === 0 }), say(`color.${color}`))))),
    field(say("keep.where"), where, { pointer: "/audience" }),
    h("footer", null, h("button", { type: "button", onclick: () => close() }, say("cancel")),
      h("button.main", { type: "submit" }, say("highlight.submit"))))
    return form
  }, { isTyped: () => passage.value.trim() !== "" })
}
