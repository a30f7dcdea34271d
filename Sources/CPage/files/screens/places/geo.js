// Points on the earth: how they are written, how far they are from each other, and in which direction.
import { language, say } from "../../core/words.js"

const radius = 6_371_008.8
const toRadians = Math.PI / 180

/** The point that a text names: `48.21, 16.37`, `geo:48.21,16.37`, or an address of a map with one in it; null if none. */
export function readPoint(text) {
  const found = /(-?\d{1,3}(?:\.\d+)?)\s*[,;/ ]\s*(-?\d{1,3}(?:\.\d+)?)(?![\d.])/.exec(String(text).replace(/^geo:/i, "").replace(/.*[@=#](?=-?\d+\.\d+[,/])/, ""))
  if (!found) return null
  const [lat, lon] = [Number(found[1]), Number(found[2])]
  return Math.abs(lat) <= 90 && Math.abs(lon) <= 180 ? { lat, lon } : null
}

/** A point as the node takes it. */
export const pointText = ({ lat, lon }) => `${lat.toFixed(6)},${lon.toFixed(6)}`

/** How far two points are from each other, in metres. */
export function metres(one, other) {
  const [a, b] = [one.lat * toRadians, other.lat * toRadians]
  const half = Math.sin((b - a) / 2) ** 2 +
    Math.cos(a) * Math.cos(b) * Math.sin(((other.lon - one.lon) * toRadians) / 2) ** 2
  return 2 * radius * Math.asin(Math.min(1, Math.sqrt(half)))
}

/** In which direction one goes from one point to another: degrees from the north, clockwise. */
export function bearing(from, to) {
  const [a, b, by] = [from.lat * toRadians, to.lat * toRadians, (to.lon - from.lon) * toRadians]
  const angle = Math.atan2(Math.sin(by) * Math.cos(b), Math.cos(a) * Math.sin(b) - Math.sin(a) * Math.cos(b) * Math.cos(by))
  return (angle / toRadians + 360) % 360
}

/** The point that lies so many metres to the east and the north. */
export function shifted({ lat, lon }, east, north) {
  const up = lat + north / radius / toRadians
  const side = lon + east / (radius * Math.max(0.01, Math.cos(lat * toRadians))) / toRadians
  return { lat: Math.max(-89.9, Math.min(89.9, up)), lon: ((side + 540) % 360) - 180 }
}

/** A direction in a word. */
export const compassText = (degrees) =>
  say(`compass.${["n", "ne", "e", "se", "s", "sw", "w", "nw"][Math.round(degrees / 45) % 8]}`)

/** A distance as one says it. */
export function distanceText(far) {
  const isShort = far < 950
  return new Intl.NumberFormat(language, {
    style: "unit", unit: isShort ? "meter" : "kilometer", maximumFractionDigits: !isShort && far < 9950 ? 1 : 0,
  }).format(isShort ? Math.round(far / 10) * 10 : far / 1000)
}

/** How far, and whereto: "1.2 km north-east". */
export const wayText = (from, to) =>
  metres(from, to) < 5 ? say("places.here") : `${distanceText(metres(from, to))} ${compassText(bearing(from, to))}`
