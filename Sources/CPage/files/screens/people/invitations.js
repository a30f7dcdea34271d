// Invitations: texts that one passes on, which let somebody in so often and so long.
import { get, write } from "../../core/api.js"
import { fill, h } from "../../core/dom.js"
import { agoText, count, exactText, say } from "../../core/words.js"
import { copyBox } from "../../parts/copy.js"
import { field, markRefused, openDialog } from "../../parts/dialog.js"
import { live, part } from "../../parts/live.js"
import { qrCode } from "../../parts/qr.js"
import { doing, tellProblem } from "../../parts/toasts.js"

const day = 86_400
const spans = [["hour", 3600], ["day", day], ["week", 7 * day], ["month", 30 * day], ["quarter", 90 * day]]

/** The roles that an invitation can give. */
export const roles = ["viewer", "editor", "owner"]

/** Makes an invitation: to be friends, or into a group. */
export function openInvite(group = null) {
  const heading = group ? say("invite.intoGroup", group) : say("invite.heading")
  return openDialog(heading, (close) => {
    const uses = h("input", { type: "number", min: 1, max: 1000, value: 1, required: true })
    const span = h("select", null, spans.map(([word, seconds]) =>
      h("option", { value: seconds, selected: word === "day" }, say(`invite.${word}`))))
    const role = h("select", null,
      roles.map((one) => h("option", { value: one, selected: one === "editor" }, say(`roleMeaning.${one}`))))
    const place = h("div")
    const form = h("form", {
      onsubmit: async (event) => {
        event.preventDefault()
        const body = { uses: Number(uses.value), ttl_seconds: Number(span.value),
          ...(group ? { role: role.value } : {}) }
        const path = group ? `/v1/groups/${encodeURIComponent(group)}/invites` : "/v1/invites"
        try {
          const made = await write("POST", path, { body, once: true })
          fill(place,
            h("p", null, group ? say("invite.passGroup") : say("invite.pass")),
            copyBox(say("invite.text"), made.line ?? made.text),
            qrCode(say("invite.text"), made.qr),
            h("p.hint", null, say("invite.counts", made.uses_left, agoText(made.expires_at))),
            h("footer", null, h("button.main", { type: "button", onclick: () => close(made) }, say("done"))))
          place.querySelector("textarea").focus()
        } catch (problem) {
          if (!markRefused(form, problem)) tellProblem(problem)
        }
      },
    },
    field(say("invite.uses"), uses, { pointer: "/uses" }),
    field(say("invite.span"), span, { pointer: "/ttl_seconds" }),
    group ? field(say("invite.role"), role, { pointer: "/role" }) : null,
    h("footer", null, h("button", { type: "button", onclick: () => close() }, say("cancel")),
      h("button.main", { type: "submit" }, say("invite.make"))))
    place.append(form)
    return place
  })
}

/** The invitations that are open; nothing if there are none. */
export function invitationsPart(view, group = null) {
  const place = live(view, /^(group\.(invited|joined)|friend\.added)$/,
    async () => (await get("/v1/invites")).items.filter((one) => group === null || one.group === group),
    (items) => items.length ? part(say("invite.open"), { hint: say("invite.openHint") },
      h("ul.rows", null, items.map(row))) : [])
  const row = ({ number, group: into, role, uses_left: left, expires_at: until }) =>
    h("li", null,
      h("div.grow", null,
        h("span.strong", { dir: "auto" }, into ? say("invite.toGroup", into,
          say(`role.${role}`)) : say("invite.toFriends")),
        h("span.dim", { title: exactText(until) }, say("invite.left", count(left, say("forms.times")),
          agoText(until)))),
      h("button", { type: "button", "aria-label": say("invite.revokeOf", number), data: { key: "revoke" + number },
        onclick: () => doing(() => write("DELETE", `/v1/invites/${number}`)).then(() => place.again()) },
          say("invite.revoke")))
  return place
}
