// Notices of the desktop, which the browser is asked for here and nowhere else.
import { h, refill } from "../../core/dom.js"
import { say } from "../../core/words.js"
import { areNoticesOn, canNotify, permission, setNotices } from "../../parts/notices.js"
import { toggle } from "./setting.js"

/** What switches them on and off. */
export function noticesField(view) {
  const place = h("div")
  const draw = () => refill(place,
    !canNotify() ? h("p", null, say("notices.none"))
    : permission() === "denied" ? h("p", null, say("notices.denied"))
    : permission() === "default"
      ? h("button", { type: "button", onclick: () => void setNotices(true).then(draw) }, say("notices.ask"))
      : toggle(say("notices.on"), areNoticesOn(), (isOn) => void setNotices(isOn).then(draw)))
  draw()
  // It may be allowed or forbidden in the browser's own settings meanwhile.
  navigator.permissions.query({ name: "notifications" })
    .then((status) => status.addEventListener("change", draw, { signal: view.signal })).catch(() => {})
  return place
}
