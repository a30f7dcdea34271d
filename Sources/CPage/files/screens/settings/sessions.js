// Browsers and programs that may open the page: each can be ended, and this one can leave.
import { get, write } from "../../core/api.js"
import { h } from "../../core/dom.js"
import { icon } from "../../core/icons.js"
import { lock, setStays, stays } from "../../core/session.js"
import { agoText, exactText, say } from "../../core/words.js"
import { live, part, standing } from "../../parts/live.js"
import { doing } from "../../parts/toasts.js"
import { toggle } from "./setting.js"

/** Shows them. */
export function sessionsPart(view) {
  let mine = null
  const place = live(view, /^settings\.changed$/, async () => (await get("/v1/web/sessions")).items, (items) => {
    mine = items.find((one) => one.this)?.number ?? null
    return h("ul.rows", null, items.map(row))
  })
  const row = (one) =>
    h("li", null, h("span.face.small.square", null, icon("device")),
      h("div.grow", null, h("span.strong", { dir: "auto" }, one.name || say("sessions.nameless")),
        one.this ? standing("good", say("sessions.this")) : null,
        h("span.dim", { title: exactText(one.created_at) },
          say("sessions.opened", agoText(one.created_at)), " · ", say("sessions.used", agoText(one.used_at)))),
      one.this ? null
        : h("button", { type: "button", data: { key: "end" + one.number },
          "aria-label": say("sessions.endOf", one.name, one.number),
            onclick: () => doing(() => write("DELETE", `/v1/web/sessions/${one.number}`)).then(() => place.again()) },
              say("sessions.end")))
  const leave = async () => {
    // The page locks itself when the node refuses it; a node that is down forgets nothing, but this browser does.
    if (mine !== null) await write("DELETE", `/v1/web/sessions/${mine}`).catch(() => {})
    lock()
  }
  return [
    part(say("sessions.heading"), { hint: say("sessions.hint") }, place),
    part(say("sessions.here"), {},
      toggle(say("locked.stay"), stays(), setStays, say("sessions.stayHint")),
      h("p", null, h("button", { type: "button", onclick: leave }, icon("lock"), say("sessions.leave")))),
  ]
}
