// What people say of a thing: answers stand below what they answer.
import { all, write } from "../../core/api.js"
import { announce, fill, h } from "../../core/dom.js"
import { read } from "../../core/things.js"
import { agoText, exactText, say } from "../../core/words.js"
import { doing, tellProblem } from "../../parts/toasts.js"

/** The tab with the comments. */
export async function commentsTab(one, view) {
  const list = h("div.comments")
  let answered = null
  const text = h("textarea", {
    rows: 2, required: true, maxlength: 8192, "aria-label": say("comment.text"), placeholder: say("comment.text"),
    onkeydown: (event) => event.key === "Enter" && (event.ctrlKey || event.metaKey) && form.requestSubmit(),
  })
  const to = h("p.row.dim", { hidden: true })
  const form = h("form.comment-form", {
    onsubmit: async (event) => {
      event.preventDefault()
      const said = text.value.trim()
      if (!said) return
      try {
        const body = { text: said, in_reply_to: answered ?? undefined }
        await write("POST", `/v1/objects/${one.id}/comments`, { body, once: true })
        text.value = ""
        answer(null)
        announce(say("comment.sent"))
        await again()
        void read(one.id).catch(() => {})
      } catch (problem) {
        tellProblem(problem)
      }
    },
  }, to, text, h("div.row.apart", null,
    h("small.hint", null, say(seenBy(one))), h("button.main", { type: "submit" }, say("comment.send"))))

  function answer(comment) {
    answered = comment?.id ?? null
    to.hidden = !comment
    if (!comment) return
    fill(to, say("comment.to", nameOf(comment.author)),
      h("button.quiet", { type: "button", onclick: () => answer(null) }, say("cancel")))
    text.focus()
  }

  async function again() {
    const comments = await all(`/v1/objects/${one.id}/comments`, null, 2000)
    if (view.signal.aborted || list.querySelector("textarea")) return
    const known = new Set(comments.map(({ id }) => id))
    const below = Map.groupBy(comments, ({ in_reply_to }) => (known.has(in_reply_to) ? in_reply_to : null))
    const branch = (id, depth) => (below.get(id) ?? []).map((comment) =>
      h("li", null, article(comment),
        below.has(comment.id) ? h(depth < 4 ? "ul" : "ul.flat", null, branch(comment.id, depth + 1)) : null))
    fill(list, comments.length ? h("ul", null, branch(null, 0)) : h("p.dim", null, say("comment.none")))
  }

  function article(comment) {
    const body = h("p.text", { dir: "auto" }, comment.text)
    const element = h("article", { "aria-label": say("comment.of", nameOf(comment.author)) },
      h("p.row", null, h("strong", null, nameOf(comment.author)),
        h("time.dim", { datetime: comment.created_at, title: exactText(comment.created_at) }, agoText(comment.created_at)),
        comment.edited_at ? h("span.dim", { title: exactText(comment.edited_at) }, say("comment.edited")) : null),
      body,
      h("p.row.acts", null,
        h("button.quiet", { type: "button", onclick: () => answer(comment) }, say("comment.reply")),
        comment.author.me
          ? [h("button.quiet", { type: "button", onclick: () => change(element, comment) }, say("edit")),
              h("button.quiet", { type: "button", onclick: () => remove(comment) }, say("remove"))]
          : null))
    return element
  }

  function change(element, comment) {
    const field = h("textarea", {
      rows: 2, maxlength: 8192, "aria-label": say("comment.text"), value: comment.text, dir: "auto",
      onkeydown: (event) => {
        if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) edited.requestSubmit()
        else if (event.key === "Escape") (event.preventDefault(), event.stopPropagation(), leave())
      },
    })
    const leave = () => (fill(list), again())
    const edited = h("form", {
      onsubmit: async (event) => {
        event.preventDefault()
        const body = { text: field.value.trim() }
        if (!body.text) return remove(comment)
        const done = await doing(() => write("PATCH", `/v1/comments/${comment.id}`, { body }).then(() => ({})))
        if (done) await leave()
      },
    }, field, h("div.row", null, h("button.main", { type: "submit" }, say("save")),
      h("button", { type: "button", onclick: leave }, say("cancel"))))
    fill(element, edited)
    field.focus()
  }

  async function remove(comment) {
    fill(list)
    await doing(() => write("DELETE", `/v1/comments/${comment.id}`), { undone: () => void again() })
    await again()
    text.focus()
    void read(one.id).catch(() => {})
  }

  await again()
  return { element: h("div", null, list, form), again }
}

const nameOf = (author) => (author.me ? say("you") : "@" + author.name)

// Whoever sees the thing sees what is said of it.
const seenBy = (one) =>
  (one.author.me && one.placement.every((name) => name === "private") ? "comment.onlyMe" : "comment.seen")
