// What can be done with things, from a list and from their own page: one act each, which one undo takes back.
import { get, write } from "../core/api.js"
import { h } from "../core/dom.js"
import { numberText, say } from "../core/words.js"
import { openDialog } from "./dialog.js"
import { edit, isMine, setUnread } from "./edit.js"
import { trash } from "./keep.js"
import { openReport } from "./report.js"
import { openShare } from "./share.js"
import { tagsInput } from "./tags-input.js"
import { doing } from "./toasts.js"

/** The commands for one thing, as a menu takes them. */
export function commands(one) {
  const isLink = one.type === "bookmark"
  return [
    one.url ? { text: say("open.page"), icon: "open", key: "o", act: () => openPage(one) } : undefined,
    one.url
      ? { text: say("copy.address"), icon: "copy", act: () => navigator.clipboard.writeText(one.url) }
      : undefined,
    one.url ? null : undefined,
    isMine(one) ? { text: say("edit.tags"), icon: "tag", key: "t", act: () => editTags([one]) } : undefined,
    { text: say("collection.put"), icon: "folder", key: "c", act: () => putIntoCollection({ ids: [one.id] }) },
    one.author.me
      ? { text: say("share.open"), icon: "share", key: "p", act: () => openShare({ ids: [one.id] }, 1) }
      : undefined,
    isLink && isMine(one)
      ? { text: one.unread ? say("read.done") : say("read.later"), icon: "clock", key: "u", act: () => setUnread(one) }
      : undefined,
    one.author.me ? undefined : { text: say("report.open"), icon: "flag", act: () => openReport(one) },
    isMine(one) ? null : undefined,
    isMine(one)
      ? { text: say("trash.put"), icon: "trash", key: "Del", act: () => trash({ ids: [one.id] }) }
      : undefined,
  ].filter((entry) => entry !== undefined)
}

/** Opens the page of a link in a window of its own, if it is one of the web. */
export const openPage = (one) =>
  /^https?:/.test(one?.url ?? "") && window.open(one.url, "_blank", "noopener,noreferrer")

/** Opens the tags of one thing, or those that several are to get: of `words`, `size` many. */
export function editTags(things, words, size = things.length) {
  const [one] = things
  return openDialog(words ? say("edit.tagsOf", numberText(size)) : say("edit.tags"), (close) => {
    const tags = tagsInput(words ? [] : one.tags)
    return h("form", {
      onsubmit: async (event) => {
        event.preventDefault()
        close()
        if (words) return tags.tags.length && addTags(words, tags.tags)
        await setTags(one, tags.tags)
      },
    }, tags.element, h("footer", null, h("button.main", { type: "submit" }, say("save"))))
  })
}

/** Gives one thing these tags instead of its own. */
export async function setTags(one, tags) {
  const added = tags.filter((tag) => !one.tags.includes(tag))
  const removed = one.tags.filter((tag) => !tags.includes(tag))
  if (!added.length && !removed.length) return one
  return edit(one, { add_tags: added, remove_tags: removed }, { tags })
}

/** Adds tags to things. */
export const addTags = (words, tags) => batch({ op: "add_tags", ...words, tags })

/** Does one thing to many: one act, which one undo takes back. */
export function batch(op, options) {
  return doing(async () => {
    const { act, ops, summary } = await write("POST", "/v1/bookmarks:batch", { body: { ops: [op] }, once: true })
    const refused = ops.find((one) => one.problem)?.problem
    if (refused) throw Object.assign(new Error(refused.detail), refused, { message: refused.detail })
    return { act, summary }
  }, options)
}

/** Puts things into a collection that is there. */
export const intoCollection = (words, collection) => batch({ op: "add_to_collection", ...words, collection })

/** Puts things into a collection that is chosen, or made. */
export async function putIntoCollection(words) {
  const { items } = await get("/v1/collections")
  const byHand = items.filter(({ query, author }) => !query && author.me)
  return openDialog(say("collection.put"), (close) => {
    const name = h("input", { list: "collections", required: true, autofocus: true, autocomplete: "off" })
    return h("form", {
      onsubmit: async (event) => {
        event.preventDefault()
        const chosen = name.value.trim()
        close()
        if (!byHand.some((one) => one.name === chosen)) {
          const made = await doing(() => write("POST", "/v1/collections", { body: { name: chosen }, once: true }))
          if (!made) return
        }
        await intoCollection(words, chosen)
      },
    }, h("div.field", null, h("label", { for: (name.id = "collection-name") }, say("collection.which")), name),
    h("datalist", { id: "collections" }, byHand.map((one) => h("option", { value: one.name }))),
    h("footer", null, h("button.main", { type: "submit" }, say("collection.put"))))
  })
}
