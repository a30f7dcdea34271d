// What the page says, in the reader's language, and numbers, times and lists as they are written there.

const languages = ["en", "de"]

/** The language of the page: the one chosen in the settings, else the browser's first that is spoken. */
export const language =
  [localStorage.getItem("weft.language"), ...navigator.languages]
    .map((tag) => tag?.slice(0, 2))
    .find((tag) => languages.includes(tag)) ?? "en"

const known = {}

/** Fetches the words of an area of the page, in its language. A name stands in one area, in each language. */
export async function learn(area) {
  const { words } = await import(`../words/${language}/${area}.js`)
  Object.assign(known, words)
}

await Promise.all([learn("shared"), learn("links")])

/**
 * What is said under a name, such as `links.none`. What stands there as a function gets the arguments.
 * A name without words is a fault, which the tests find.
 */
export function say(name, ...values) {
  const text = known[name]
  if (text === undefined) throw new Error(`no words for ${name}`)
  return typeof text === "function" ? text(...values) : text
}

/** Whether there are words under a name; for what the node may name that the page does not know. */
export const knows = (name) => name in known

const rules = new Intl.PluralRules(language)

/** One of the forms of a word for this many, with the number before it: `count(3, {one: "link", other: "links"})`. */
export function count(number, forms) {
  return `${numberText(number)} ${forms[rules.select(number)] ?? forms.other}`
}

const numbers = new Intl.NumberFormat(language)

/** A number as it is written. */
export const numberText = (number) => numbers.format(number)

/** A person as they are named beside a thing: `you`, or `@NAME`. */
export const personText = (author) => (author.me ? say("react.you") : "@" + author.name)

/** Names joined with commas and an "and". */
export const listText = (names) =>
  new Intl.ListFormat(language, { type: "conjunction" }).format(names)

const relative = new Intl.RelativeTimeFormat(language, { numeric: "auto" })
const days = new Intl.DateTimeFormat(language, { dateStyle: "medium" })
const exact = new Intl.DateTimeFormat(language, { dateStyle: "full", timeStyle: "medium" })

/** A time as one tells it: "3 minutes ago", "yesterday", and a date after a month. */
export function agoText(time, now = Date.now()) {
  const seconds = Math.round((new Date(time) - now) / 1000)
  const size = Math.abs(seconds)
  if (size < 60) return relative.format(0, "second")
  if (size < 3600) return relative.format(Math.round(seconds / 60), "minute")
  if (size < 86400) return relative.format(Math.round(seconds / 3600), "hour")
  if (size < 30 * 86400) return relative.format(Math.round(seconds / 86400), "day")
  return days.format(new Date(time))
}

/** A time to the second, for a tooltip. */
export const exactText = (time) => exact.format(new Date(time))

/** A day, such as 2026-11-28, as it is written. */
export const dayText = (day) => days.format(new Date(day + "T12:00:00"))

/** A size of a file. */
export function bytesText(bytes) {
  const units = ["byte", "kilobyte", "megabyte", "gigabyte"]
  const step = Math.min(3, bytes < 1 ? 0 : Math.floor(Math.log2(bytes) / 10))
  return new Intl.NumberFormat(language, {
    style: "unit",
    unit: units[step],
    unitDisplay: step ? "short" : "long",
    maximumFractionDigits: bytes / 1024 ** step < 10 && step ? 1 : 0,
  }).format(bytes / 1024 ** step)
}
