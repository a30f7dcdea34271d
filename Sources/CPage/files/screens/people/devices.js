// One's own devices: this one, the others, and the pairing of a further one.
import { get, write } from "../../core/api.js"
import { h } from "../../core/dom.js"
import { icon } from "../../core/icons.js"
import { agoText, say } from "../../core/words.js"
import { copyBox } from "../../parts/copy.js"
import { confirmDialog, field, markRefused, openDialog } from "../../parts/dialog.js"
import { live, part, standing } from "../../parts/live.js"
import { menuButton } from "../../parts/menu.js"
import { commandLine, doing, tellProblem } from "../../parts/toasts.js"
import { cleaned } from "./meet.js"
import { openRename } from "./rename.js"

/** The devices. */
export function devicesPart(view) {
  const place = live(view, /^(friend\.(connected|disconnected)|device\.|sync\.completed)/,
    async () => (await get("/v1/devices")).items,
    (items) => {
      const [used, revoked] = [items.filter((one) => !one.revoked), items.filter((one) => one.revoked)]
      return [
        h("ul.rows", null, used.map(row)),
        revoked.length
          ? h("details", null, h("summary", null, say("devices.revoked", revoked.length)),
              h("ul.rows", null, revoked.map(row)))
          : null,
      ]
    })
  const row = (one) => {
    const name = one.name || one.device.slice(0, 8)
    const [dot, words] = one.revoked ? ["bad", say("devices.isRevoked")] : one.this ? ["good", say("devices.this")]
      : one.connected ? ["good", say("people.connected")]
      : ["idle", one.last_seen ? say("people.lastMet", agoText(one.last_seen)) : say("people.neverMet")]
    const commands = () => [
      { text: say("rename"), icon: "edit", act: () => openRename(say("devices.rename"), one.name,
        `/v1/devices/${one.device}`).then(() => place.again()) },
      one.this ? null : { text: say("devices.revoke"), icon: "cross",
        act: () => revoke(name, one.device).then(() => place.again()) },
    ].filter(Boolean)
    return h("li", null, h("span.face.small.square", null, icon("device")),
      h("div.grow", null, h("span.strong", { dir: "auto" }, name), standing(dot, words)),
      one.revoked ? null : menuButton(say("menu.of", name), "more", commands))
  }
  const add = h("button", { type: "button", onclick: () => openPair().then(() => place.again()) }, icon("add"),
    say("devices.pair"))
  return part(say("devices.heading"), { acts: [add] }, place)
}

async function revoke(name, device) {
  const sure = await confirmDialog(say("devices.revokeHeading", name), say("devices.revokeText"),
    say("devices.revokeWord", name))
  if (sure) await doing(() => write("DELETE", `/v1/devices/${device}`))
}

// The 24 words never come here: where the root key is elsewhere, the refusal says which command asks for them.
function openPair() {
  return openDialog(say("devices.pair"), (close) => {
    const line = h("textarea", { rows: 3, required: true, spellcheck: "false", autocapitalize: "none",
      placeholder: "weft-device:1…" })
    const place = h("div")
    const form = h("form", {
      onsubmit: async (event) => {
        event.preventDefault()
        try {
          const made = await write("POST", "/v1/devices", { body: { request: cleaned(line.value) }, once: true })
          place.replaceChildren(h("p", null, say("devices.answer", made.name)),
            copyBox(say("devices.answerText"), made.answer),
            h("footer", null, h("button.main", { type: "button", onclick: () => close(made) }, say("done"))))
          place.querySelector("textarea").focus()
        } catch (problem) {
          if (!markRefused(form, problem)) tellProblem(problem)
        }
      },
    },
    h("p", null, say("devices.first")), h("p", null, commandLine("weft init --pair")),
    field(say("devices.request"), line, { pointer: "/request" }),
    h("footer", null, h("button", { type: "button", onclick: () => close() }, say("cancel")),
      h("button.main", { type: "submit" }, say("devices.pair"))))
    place.append(form)
    return place
  })
}
