// Changes of a thing's fields: shown at once, with a way back, and with a choice if somebody else was there first.
import { get, Refusal, write } from "../core/api.js"
import { change, read, thing } from "../core/things.js"
import { knows, say } from "../core/words.js"
import { chooseText } from "./conflict.js"
import { doing, tellDone, tellProblem } from "./toasts.js"

/** Where a thing of its kind is written: `/v1/bookmarks/ID`. */
export const pathOf = (one) =>
  one.type === "profile" ? "/v1/profile" : `/v1/${one.type === "bookmark" ? "bookmarks" : one.type + "s"}/${one.id}`

/** What a link calls `title` is the `name` of anything else. */
export const nameField = (one) => (one.type === "bookmark" ? "title" : "name")

/** What a thing is called, or else its address. */
export const nameOf = (one) => one[nameField(one)] || one.url || one.short_id

/** What a field is called. */
export const fieldText = (name) => (knows(`field.${name}`) ? say(`field.${name}`) : name)

/** Whether the node may take changes of it from this person. Of a group's things it knows better than the page. */
export const isMine = (one) => one.author.me || one.placement.some((audience) => audience.startsWith("group:"))

/**
 * Changes fields of a thing, and tells that it did, with undo.
 *
 * @param {object} one - As it was when the change was begun: if somebody else has changed a field since, one is asked.
 * @param {object} body - What is sent.
 * @param {object} [patch] - What is shown meanwhile, if that is not what is sent.
 * @returns {Promise<object|null|undefined>} the thing as it is now; null if somebody else's text was to stay; undefined
 *   if it was refused or left undecided, so that what was typed must not be thrown away.
 */
export async function edit(one, body, patch = body) {
  let found
  await change(one.id, patch, async () => {
    try {
      found = await settle(one, body, one.etag)
    } catch (problem) {
      tellProblem(problem)
    }
  })
  if (found) await tellEdited(found)
  return found
}

async function settle(one, body, etag) {
  try {
    return await write("PATCH", pathOf(one), { body, etag })
  } catch (problem) {
    if (!(problem instanceof Refusal) || problem.status !== 412) throw problem
    const now = await get(`/v1/things/${one.id}`)
    // Only what is written here counts: others may have changed other fields.
    const field = Object.keys(body).find(
      (name) => typeof body[name] === "string" && (now[name] ?? "") !== (one[name] ?? "") && now[name] !== body[name])
    if (!field) return settle(now, body, now.etag)
    const keepsMine = await chooseText(now, field, body[field])
    if (keepsMine) return settle(now, body, now.etag)
    return keepsMine === false ? null : undefined
  }
}

// The answer to a change is the thing; what takes it back is the act of the same moment.
async function tellEdited(found) {
  const { items } = await get("/v1/acts", { limit: 1 }).catch(() => ({ items: [] }))
  const [act] = items
  const isOurs = act && !act.undone && act.at === found.updated_at
  // The node names it by the end of its id; people know it by its name.
  const summary = isOurs ? act.summary.replace(found.short_id, `“${nameOf(found).slice(0, 80)}”`) : say("done")
  const undone = () => void read(found.id).catch(() => {})
  tellDone({ summary, act: isOurs ? act.number : undefined }, { undone })
}

/** Likes a thing, dislikes it, or takes that back. */
export function react(one, value) {
  const { mine } = one.reactions
  const wanted = mine === value ? undefined : value
  const counted = (name) => (wanted === name) - (mine === name)
  const reactions = {
    ...one.reactions, mine: wanted,
    likes: one.reactions.likes + counted("like"), dislikes: one.reactions.dislikes + counted("dislike"),
  }
  const path = `/v1/objects/${one.id}/reaction`
  return change(one.id, { reactions }, () =>
    doing(async () => void (await (wanted ? write("PUT", path, { body: { value: wanted } }) : write("DELETE", path)))))
}

/** Sets whether a thing is still to be read. */
export const setUnread = (one, unread = !one.unread) => edit(thing(one.id) ?? one, { unread })
