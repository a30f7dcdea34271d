// Where one looks from: typed, one of the places that are kept, or where the device is; nobody is asked before a click.
import { h } from "../../core/dom.js"
import { say } from "../../core/words.js"
import { openDialog } from "../../parts/dialog.js"
import { readPoint } from "./geo.js"

const name = "weft.centre"

/** The point from which one looked last: `{lat, lon, name}`; null if none was said yet. It stays in this browser. */
export function centre() {
  try {
    const found = JSON.parse(localStorage.getItem(name) ?? "null")
    return Number.isFinite(found?.lat) && Number.isFinite(found?.lon) ? found : null
  } catch {
    return null
  }
}

/** Notes it. */
export const setCentre = (point) => localStorage.setItem(name, JSON.stringify(point))

/** The point of a place; null if it has none. */
export const pointOf = (place) => (place?.position ? readPoint(place.position) : null)

/**
 * Asks the browser where this device is, after it was said what that means.
 *
 * @returns {Promise<{lat: number, lon: number}|null>} null if one does not want to, or it is not known.
 */
export async function askDevice() {
  if (localStorage.getItem("weft.geolocation") !== "yes") {
    const isWanted = await openDialog(say("device.heading"), (close) =>
      h("form", { onsubmit: (event) => (event.preventDefault(), localStorage.setItem("weft.geolocation", "yes"), close(true)) },
        h("p", null, say("device.warning")),
        h("footer", null, h("button", { type: "button", autofocus: true, onclick: () => close(false) }, say("cancel")),
          h("button.main", { type: "submit" }, say("device.ask")))))
    if (!isWanted) return null
  }
  return new Promise((resolve, reject) => {
    const refuse = () => reject(new Error(say("device.unknown")))
    if (!navigator.geolocation) return refuse()
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => resolve({ lat: coords.latitude, lon: coords.longitude }), refuse, { timeout: 15_000, maximumAge: 60_000 })
  })
}
