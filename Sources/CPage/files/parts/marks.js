// Who sees a thing: icon, word and colour, never colour alone.
import { h } from "../core/dom.js"
import { icon } from "../core/icons.js"
import { say } from "../core/words.js"

const kinds = { private: "lock", friends: "people", public: "globe", group: "group", person: "person" }

/** What an audience is: `private`, `friends`, `public`, `group` or `person`, and what it is called. */
export function audience(text) {
  if (text.startsWith("group:")) return { kind: "group", name: text.slice(6) }
  if (text.startsWith("@")) return { kind: "person", name: text }
  return { kind: text, name: say(`audience.${text}`) }
}

/** The widest of the audiences that a thing is in, and how many more there are. */
export function audienceMark(placement) {
  const order = ["public", "friends", "group", "person", "private"]
  const all = (placement?.length ? placement : ["private"]).map(audience)
  all.sort((one, other) => order.indexOf(one.kind) - order.indexOf(other.kind))
  const [widest, ...more] = all
  const names = all.map(({ name }) => name).join(", ")
  return h(
    `span.mark.${widest.kind}`, { title: say("audience.seenBy", names) },
    icon(kinds[widest.kind] ?? "eye"), h("span", null, widest.name, more.length ? ` +${more.length}` : ""))
}

/** A tag as a chip that leads to all that has it. */
export const tagChip = (name) =>
  h("a.chip", { href: "/links?q=" + encodeURIComponent(tagQuery(name)) }, "#" + name)

/** A text in quotation marks, as a search reads it: one within it is doubled. */
export const inQuotes = (text) => `"${text.replaceAll('"', '""')}"`

/** A name as it stands in a search. */
export const quoted = (text) => (/^[\p{L}\p{N}_-]+$/u.test(text) ? text : inQuotes(text))

/** What finds a tag in a search. */
export const tagQuery = (name) =>
  /^[\p{L}\p{N}_/.-]+$/u.test(name) ? "#" + name : `#${inQuotes(name)}`

/** The host of an address, as one reads it. */
export function hostOf(address) {
  try {
    return new URL(address).host.replace(/^www\./, "")
  } catch {
    return ""
  }
}
