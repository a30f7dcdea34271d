// Keeping a link: address, title, tags, note, and where it goes, spelled out before it is kept.
import { get, write } from "../core/api.js"
import { go } from "../core/address.js"
import { fill, h, settled } from "../core/dom.js"
import { learn } from "../core/things.js"
import { say } from "../core/words.js"
import { audienceSelect } from "./audience-select.js"
import { field, markRefused, openDialog } from "./dialog.js"
import { tagsInput } from "./tags-input.js"
import { doing, tellDone, tellProblem } from "./toasts.js"

/**
 * Opens the form to keep a link.
 *
 * @param {{url?: string, title?: string, tags?: string[]}} [draft] - What is filled in.
 */
export async function openKeep(draft = {}) {
  const settings = await get("/v1/settings").catch(() => ({ audience: "private" }))
  const where = await audienceSelect(settings.audience)
  return openDialog(say("keep.heading"), (close) => {
    const known = h("p", { role: "status" })
    const url = h("input", { type: "text", inputmode: "url", value: draft.url ?? "", required: true, autofocus: true, spellcheck: "false" })
    const title = h("input", { type: "text", value: draft.title ?? "", maxlength: 1024 })
    const note = h("textarea", { rows: 2 })
    const unread = h("input", { type: "checkbox" })
    const tags = tagsInput(draft.tags ?? [])
    const look = settled(200, async () => {
      fill(known)
      if (!url.value.trim()) return
      const found = await get("/v1/bookmarks/check", { url: url.value.trim() }).catch(() => null)
      if (!found) return
      if (found.bookmark) {
        learn([found.bookmark])
        fill(known, say("keep.known"), " ",
          h("a", { href: `/thing/${found.bookmark.id}`, onclick: () => close() }, found.bookmark.title || url.value))
      } else if (found.auto_tags.length) {
        fill(known, say("keep.autoTags", found.auto_tags.map((tag) => "#" + tag).join(" ")))
      }
    })
    url.addEventListener("input", look)
    if (draft.url) look()
    const form = h("form", {
      onsubmit: async (event) => {
        event.preventDefault()
        const body = {
          url: url.value.trim(), title: title.value.trim() || undefined, note: note.value.trim() || undefined,
          tags: tags.tags, unread: unread.checked || undefined, audience: where.value,
        }
        try {
          const kept = await write("POST", "/v1/bookmarks", { body, once: true })
          const [outcome] = kept.outcomes
          tellDone({ summary: say(`keep.${outcome.outcome}`, title.value || url.value), act: kept.act })
          close(outcome.id)
          if (outcome.outcome !== "added") void go(`/thing/${outcome.id}`)
        } catch (problem) {
          if (!markRefused(form, problem)) tellProblem(problem)
        }
      },
      onkeydown: (event) => {
        if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) form.requestSubmit()
      },
    },
    field(say("keep.address"), url, { pointer: "/url" }), known,
    field(say("keep.title"), title, { pointer: "/title", hint: say("keep.titleHint") }),
    h("div.field", null, h("label", { for: (tags.input.id ||= "keep-tags") }, say("keep.tags")), tags.element),
    field(say("keep.note"), note, { pointer: "/note" }),
    field(say("keep.where"), where, { pointer: "/audience" }),
    h("label.choice", null, unread, say("keep.unread")),
    h("footer", null, h("button", { type: "button", onclick: () => close() }, say("cancel")),
      h("button.main", { type: "submit" }, say("keep.submit"))))
    return form
  }, { isTyped: () => [...document.querySelectorAll("dialog input[type=text], dialog textarea")].some((one) => one.value !== one.defaultValue) })
}

/** Moves things to the trash. */
export function trash(words, options) {
  return doing(() => write("POST", "/v1/bookmarks:remove", { body: words.ids ? { refs: words.ids } : words, once: true }), options)
}
