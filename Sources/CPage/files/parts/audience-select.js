// Where something goes: every audience that one can choose, in words.
import { get } from "../core/api.js"
import { h } from "../core/dom.js"
import { count, say } from "../core/words.js"

/** What can be chosen: `{value, text, people}`; `people` is how many are in it besides oneself. */
export async function audiences() {
  const [friends, groups] = await Promise.all([
    get("/v1/friends").catch(() => ({ items: [] })), get("/v1/groups").catch(() => ({ items: [] })),
  ])
  return [
    { value: "private", text: say("audience.private"), people: 0 },
    { value: "friends", text: say("audience.friends"), people: friends.items.length },
    ...friends.items.map(({ name }) => ({ value: "@" + name, text: say("audience.alone", "@" + name), people: 1 })),
    ...groups.items
      .filter(({ role, state }) => state === "member" && role !== "viewer")
      .map(({ name, member_count }) => ({
        value: "group:" + name, text: say("audience.group", name), people: Math.max(0, member_count - 1),
      })),
    { value: "public", text: say("audience.public"), people: null },
  ]
}

/** A field for one. */
export async function audienceSelect(chosen) {
  const all = await audiences()
  if (!all.some(({ value }) => value === chosen)) all.unshift({ value: chosen, text: chosen, people: null })
  return h("select", null,
    all.map(({ value, text, people }) =>
      h("option", { value, selected: value === chosen },
        people ? `${text} (${count(people, say("forms.people"))})` : text)))
}
