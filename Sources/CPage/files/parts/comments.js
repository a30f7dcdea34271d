// What people say of a thing: the oldest first, answers below what they answer.
import { all, write } from "../core/api.js"
import { fill, h } from "../core/dom.js"
import { onEvent } from "../core/events.js"
import { icon } from "../core/icons.js"
import { agoText, exactText, say } from "../core/words.js"
import { personMark } from "./picture.js"
import { doing } from "./toasts.js"

/**
 * The comments of a thing with a field for one's own.
 *
 * @param {object} one
 * @param {{signal: AbortSignal, focus?: boolean}} options - `focus` puts the cursor into the field.
 */
export function commentsOf(one, { signal, focus = false }) {
  let answered = null
  const list = h("ol", { "aria-label": say("comments.label") })
  const state = h("p.dim", { role: "status" })
  const text = h("textarea", {
    rows: 1, maxlength: 8192, required: true, "aria-label": say("comments.add"), placeholder: say("comments.add"),
    onkeydown: (event) => {
      if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) form.requestSubmit()
      if (event.key === "Escape" && answered) (event.stopPropagation(), answer(null))
    },
  })
  const to = h("p.hint", { hidden: true })
  const form = h("form", {
    onsubmit: async (event) => {
      event.preventDefault()
      const body = { text: text.value.trim(), in_reply_to: answered?.id }
      if (!body.text) return
      if (await doing(() => write("POST", `/v1/objects/${one.id}/comments`, { body, once: true }))) {
        text.value = ""
        answer(null)
        await show()
      }
    },
  }, to, h("div.row", null, text, h("button.main", { type: "submit" }, say("comments.send"))))
  const answer = (comment) => {
    answered = comment
    to.hidden = !comment
    fill(to, comment ? say("comments.answers", comment.author.name) : null)
    if (comment) text.focus()
  }
  const show = async () => {
    const items = await all(`/v1/objects/${one.id}/comments`, {}, 500).catch(() => null)
    if (signal.aborted || !items) return
    state.textContent = items.length ? "" : say("comments.none")
    const below = (id) => items.filter(({ in_reply_to }) => (in_reply_to ?? null) === id)
    const known = new Set(items.map(({ id }) => id))
    const roots = items.filter(({ in_reply_to }) => !in_reply_to || !known.has(in_reply_to))
    const branch = (comment, depth) => entry(comment, depth, below(comment.id).flatMap((one) => branch(one, depth + 1)))
    fill(list, roots.map((comment) => branch(comment, 0)))
  }
  const entry = (comment, depth, answers) => [
    h("li", { style: { "--depth": String(Math.min(depth, 3)) } },
      personMark(comment.author),
      h("div", null,
        h("p.who", null, h("strong", { dir: "auto" }, comment.author.me ? say("comments.me") : comment.author.name), " ",
          h("time", { datetime: comment.created_at, title: exactText(comment.created_at) }, agoText(comment.created_at)),
          comment.edited_at ? ` · ${say("comments.edited")}` : null),
        h("p.text", { dir: "auto" }, comment.text),
        h("div.acts", null,
          h("button.quiet", { type: "button", onclick: () => answer(comment) }, say("comments.answer")),
          comment.author.me
            ? h("button.quiet", {
                type: "button", "aria-label": say("comments.remove"), title: say("comments.remove"),
                onclick: () => doing(() => write("DELETE", `/v1/comments/${comment.id}`), { undone: show }).then(show),
              }, icon("trash"))
            : null))),
    ...answers,
  ]
  signal.addEventListener("abort", onEvent("comment.added", ({ type, data }) => {
    if (type === "gap" || data.id === one.id) void show()
  }))
  void show().then(() => focus && text.focus())
  return h("section.comments", { "aria-label": say("comments.label") }, state, list, form)
}
