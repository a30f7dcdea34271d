// A field that somebody else changed meanwhile: both texts, and whose is to stay.
import { get } from "../core/api.js"
import { h } from "../core/dom.js"
import { agoText, say } from "../core/words.js"
import { openDialog } from "./dialog.js"

/**
 * Asks which text is to stay; resolves to whether it is the own one, and to undefined if one leaves without a choice.
 *
 * @param {object} now - The thing as the node has it.
 * @param {string} field - Which of its fields.
 * @param {string} mine - What was typed here.
 */
export async function chooseText(now, field, mine) {
  const { items } = await get(`/v1/objects/${now.id}/history`).catch(() => ({ items: [] }))
  const last = items.findLast(({ change }) => change.startsWith(`${field}:`))
  const who = !last ? say("conflict.somebody") : last.author.me ? say("conflict.elsewhere") : "@" + last.author.name
  const text = (heading, value, isMine) =>
    h("section.version", null, h("h3", null, heading), h("p", { dir: "auto" }, value || say("conflict.empty")),
      h(isMine ? "button" : "button.main", { type: "button", onclick: () => close(isMine) },
        isMine ? say("conflict.mine") : say("conflict.theirs")))
  let close
  return openDialog(say("conflict.heading"), (end) => {
    close = end
    return h("div", null,
      h("p", null, say("conflict.who", who, say(`field.${field}`), last ? agoText(last.at) : "")),
      h("div.versions", null,
        text(say("conflict.typed"), mine, true), text(say("conflict.there"), now[field] ?? "", false)))
  })
}
