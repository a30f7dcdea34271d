// What the page begins with: the first run where nothing is kept and nobody is known yet, else the links.
import { go } from "../../core/address.js"
import { get } from "../../core/api.js"
import { showLinks } from "../links.js"

const name = "weft.welcomed"

/** Notes that the first run is over, or was left. */
export const setWelcomed = () => localStorage.setItem(name, "yes")

/** Shows the links, or leads to the first run. */
export async function showHome(view) {
  // What somebody passed on is taken in where people are.
  if (/^#(join|add)=/.test(location.hash)) return void go("/people" + location.hash, { replace: true })
  if (!localStorage.getItem(name)) {
    const status = await get("/v1/status").catch(() => null)
    if (view.signal.aborted) return
    if (status && !status.own_links && !status.seen_links && !status.things && !status.friends) {
      void go("/welcome", { replace: true })
      return
    }
  }
  await showLinks(view)
}
