// What people say of a thing: the oldest first, answers below what they answer.
import { all, write } from "../core/api.js"
import { announce, fill, h } from "../core/dom.js"
import { onEvent } from "../core/events.js"
import { read } from "../core/things.js"
import { agoText, exactText, personText, say } from "../core/words.js"
import { personMark } from "./picture.js"
import { doing } from "./toasts.js"

const most = 2000
const deepest = 4

/**
 * The comments of a thing with a field for one's own.
 *
 * @param {object} one
 * @param {{signal: AbortSignal, focus?: boolean}} options - `focus` puts the cursor into the field.
 * @returns {HTMLElement & {again: () => Promise<void>}} `again` reads them anew.
 */
export function commentsOf(one, { signal, focus = false }) {
  const list = h("div")
  let answered = null
  const { form, text } = field({
    word: say("comment.send"), hint: seenBy(one),
    send: async (said) => {
      const body = { text: said, in_reply_to: answered ?? undefined }
      const done = await doing(() => write("POST", `/v1/objects/${one.id}/comments`, { body, once: true }))
      if (!done) return
      text.value = ""
      answer(null)
      announce(say("comment.sent"))
      await changed()
    },
    leave: () => answer(null),
  })
  const to = h("p.row.dim", { hidden: true })
  form.prepend(to)

  function answer(comment) {
    answered = comment?.id ?? null
    to.hidden = !comment
    if (!comment) return
    fill(to, say("comment.to", personText(comment.author)),
      h("button.quiet", { type: "button", onclick: () => answer(null) }, say("cancel")))
    text.focus()
  }

  const changed = async () => {
    await again()
    // Whoever counts them hears it.
    void read(one.id).catch(() => {})
  }

  async function again() {
    const comments = await all(`/v1/objects/${one.id}/comments`, null, most).catch(() => null)
    if (!comments || signal.aborted || list.querySelector("textarea")) return
    const known = new Set(comments.map(({ id }) => id))
    const below = Map.groupBy(comments, ({ in_reply_to }) => (known.has(in_reply_to) ? in_reply_to : null))
    const branch = (id, depth) => (below.get(id) ?? []).map((comment) =>
      h("li", null, article(comment),
        below.has(comment.id) ? h(depth < deepest ? "ul" : "ul.flat", null, branch(comment.id, depth + 1)) : null))
    fill(list, comments.length ? h("ul", null, branch(null, 0)) : h("p.dim", null, say("comment.none")))
  }

  function article(comment) {
    const { author, created_at: at, edited_at: edited } = comment
    const body = h("div.body", null,
      h("p.who", null, h("strong", { dir: "auto" }, personText(author)), " ",
        h("time", { datetime: at, title: exactText(at) }, agoText(at)),
        edited ? h("span", { title: exactText(edited) }, ` · ${say("comment.edited")}`) : null),
      h("p.text", { dir: "auto" }, comment.text),
      h("p.row.acts", null,
        h("button.quiet", { type: "button", onclick: () => answer(comment) }, say("comment.reply")),
        author.me
          ? [h("button.quiet", { type: "button", onclick: () => change(body, comment) }, say("edit")),
              h("button.quiet", { type: "button", onclick: () => remove(comment) }, say("remove"))]
          : null))
    return h("article", { "aria-label": say("comment.of", personText(author)) }, personMark(author), body)
  }

  function change(body, comment) {
    const leave = () => (fill(list), again())
    const edited = field({
      value: comment.text, word: say("save"),
      send: async (said) => {
        if (!said) return remove(comment)
        if (await doing(() => write("PATCH", `/v1/comments/${comment.id}`, { body: { text: said } }).then(() => ({})))) await leave()
      },
      leave, button: h("button", { type: "button", onclick: leave }, say("cancel")),
    })
    fill(body, edited.form)
    edited.text.focus()
  }

  async function remove(comment) {
    fill(list)
    await doing(() => write("DELETE", `/v1/comments/${comment.id}`), { undone: () => void changed() })
    await changed()
    text.focus()
  }

  signal.addEventListener("abort", onEvent(/^comment\./, ({ type, data }) => {
    if (type === "gap" || data.id === one.id) void again()
  }))
  const element = h("section.comments", { "aria-label": say("comment.label") }, list, form)
  element.again = again
  element.ready = again().then(() => focus && text.focus())
  return element
}

// A field for words, which Ctrl+Enter sends and Esc leaves.
function field({ value = "", word, hint = null, send, leave, button = null }) {
  const text = h("textarea", {
    rows: 2, value, maxlength: 8192, dir: "auto", "aria-label": say("comment.text"), placeholder: say("comment.text"),
    onkeydown: (event) => {
      if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) form.requestSubmit()
      // In a dialog Esc leaves what is typed here first, if there is anything to leave.
      else if (event.key === "Escape" && (button || !form.firstChild.hidden)) (event.preventDefault(), event.stopPropagation(), leave())
    },
  })
  const form = h("form", {
    onsubmit: (event) => {
      event.preventDefault()
      const said = text.value.trim()
      if (said || button) void send(said)
    },
  }, text, h("div.row.apart", null, hint ? h("small.hint", null, hint) : null,
    h("div.row", null, h("button.main", { type: "submit" }, word), button)))
  return { form, text }
}

// Whoever sees the thing sees what is said of it.
const seenBy = (one) =>
  say(one.author.me && one.placement.every((name) => name === "private") ? "comment.onlyMe" : "comment.seen")
