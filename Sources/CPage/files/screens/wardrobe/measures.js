// What can be measured of a garment: how often it was worn, when last, and what a day of wearing it has cost.
import { dayText, language } from "../../core/words.js"

/** The amount of a price such as `49.90 EUR`; null if there is none. */
export function priceOf({ price }) {
  const amount = Number.parseFloat(price ?? "")
  return Number.isFinite(amount) ? amount : null
}

/** A price as it is written here. */
export function priceText(price) {
  const [amount, currency] = price.split(" ")
  try {
    return new Intl.NumberFormat(language, { style: "currency", currency }).format(Number(amount))
  } catch {
    return price
  }
}

/** What each day of wearing has cost, as a price; null if it was never worn or has no price. */
export function costPerWear(one) {
  const price = priceOf(one)
  const days = one.worn?.length ?? 0
  if (price === null || !days) return null
  return `${(price / days).toFixed(2)} ${one.price.split(" ")[1] ?? ""}`.trim()
}

/** The last day on which it was worn; null if there is none. */
export const lastWorn = (worn) => (worn?.length ? worn.reduce((one, other) => (one > other ? one : other)) : null)

/** How many days ago that was. */
export function daysSince(worn) {
  const last = lastWorn(worn)
  return last === null ? null : Math.max(0, Math.floor((Date.now() - new Date(last + "T00:00:00")) / 86_400_000))
}

const relative = new Intl.RelativeTimeFormat(language, { numeric: "auto" })

/** A day as one tells it: "today", "3 days ago", and a date after a month. */
export function dayAgo(day) {
  const days = daysSince([day])
  return days <= 30 ? relative.format(-days, "day") : dayText(day)
}

/** The orders of a closet, by their names. */
export const orders = {
  added: (one, other) => (one.id < other.id ? 1 : -1),
  name: (one, other) => one.name.localeCompare(other.name, language),
  worn: (one, other) => (lastWorn(other.worn) ?? "").localeCompare(lastWorn(one.worn) ?? ""),
  longest: (one, other) => (lastWorn(one.worn) ?? "").localeCompare(lastWorn(other.worn) ?? ""),
  often: (one, other) => (other.worn?.length ?? 0) - (one.worn?.length ?? 0),
  price: (one, other) => (priceOf(other) ?? -1) - (priceOf(one) ?? -1),
  cost: (one, other) => (Number.parseFloat(costPerWear(one)) || Infinity) - (Number.parseFloat(costPerWear(other))
    || Infinity),
}
