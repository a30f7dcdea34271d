// What one follows and what one has muted, and whom one could follow.
import { get, write } from "../../core/api.js"
import { fill, h, refill } from "../../core/dom.js"
import { onEvent } from "../../core/events.js"
import { icon } from "../../core/icons.js"
import { numberText, say } from "../../core/words.js"
import { field } from "../../parts/dialog.js"
import { doing } from "../../parts/toasts.js"

const kinds = { person: "person", tag: "tag", thing: "heart", search: "search" }

/** Follows a person, a tag or a search. */
export const follow = (what) => doing(() => write("POST", "/v1/follows", { body: { what }, once: true }))

/** Follows one thing: what names it comes into the feed, and what others say of it under Said. */
export const followThing = (one) => doing(() => write("POST", "/v1/follows", { body: { thing: one.id }, once: true }))

/** Leaves out what somebody has, or what others tag so. */
export const mute = (what) => doing(() => write("POST", "/v1/mutes", { body: { what }, once: true }))

const end = (where, { id }) => doing(() => write("DELETE", `/v1/${where}/${id}`))

/** Shows both lists, each with a field to add to it. */
export async function showFollows(view, place) {
  const lists = { follows: list("follows", () => show()), mutes: list("mutes", () => show()) }
  fill(place, h("div.two", null, lists.follows.element, lists.mutes.element), h("div", { id: "suggested" }))
  const show = async () => {
    await Promise.all(Object.keys(lists).map(async (where) => {
      const { items } = await get(`/v1/${where}`).catch(() => ({ items: [] }))
      if (!view.signal.aborted) lists[where].show(items)
    }))
  }
  await show()
  // Undo may bring back what was taken off the list.
  const again = onEvent(/^(object|settings)\./, () => void show())
  view.signal.addEventListener("abort", again)
}

function list(where, again) {
  const what = h("input", {
    required: true, autocomplete: "off", placeholder: where === "follows" ? "@ben, #crdt, type:garment red" : "@ben, #football",
  })
  const form = h("form", {
    onsubmit: async (event) => {
      event.preventDefault()
      if (!(await (where === "follows" ? follow : mute)(what.value.trim()))) return
      what.value = ""
      await again()
    },
  }, field(say(`${where}.add`), what), h("button", { type: "submit" }, icon("add"), say(`${where}.submit`)))
  // Only this is drawn again: somebody may type in the field below.
  const all = h("div")
  const heading = h("h2", { tabindex: -1 }, say(`${where}.heading`))
  const show = (items) => {
    const hadFocus = all.contains(document.activeElement)
    refill(all, items.length
      ? h("ul", null, items.map((one) =>
          h("li", null, icon(kinds[one.form] ?? "search"),
            h("span", { dir: "auto" }, one.name, one.openly ? h("small.dim", null, ` ${say("follows.openly")}`) : null),
            h("button.quiet", {
              type: "button", "aria-label": say(`${where}.end`, one.name), title: say(`${where}.end`, one.name),
              onclick: async () => (await end(where, one)) && again(),
            }, icon("cross")))))
      : h("p.dim", null, say(`${where}.none`)))
    if (hadFocus && !all.contains(document.activeElement)) heading.focus()
  }
  return { element: h("section.card.followed", null, heading, h("p.hint", null, say(`${where}.about`)), all, form), show }
}

/** People and tags that one has already and could follow. */
export function suggestions(view, again) {
  const box = h("div.empty", null, icon("feed"), h("h2", null, say("feed.nothingFollowed")), h("p", null, say("feed.suggest")))
  void Promise.all([get("/v1/friends"), get("/v1/tags", { limit: 12 })]).then(([friends, tags]) => {
    const offers = [
      ...friends.items.map(({ name }) => ["person", "@" + name, ""]),
      ...tags.items.map(({ name, count }) => ["tag", "#" + name, numberText(count)]),
    ]
    box.append(offers.length
      ? h("div.chips.offers", null, offers.map(([kind, what, count]) =>
          h("button", {
            type: "button", "aria-label": say("feed.followPerson", what),
            onclick: async ({ currentTarget }) => {
              currentTarget.disabled = true
              if (await follow(what)) again()
            },
          }, icon(kind), h("bdi", null, what), count ? h("small.dim", null, count) : null)))
      : h("a.button", { href: "/people" }, say("nav.people")))
  }).catch(() => {})
  return box
}
