// Who asks to be a friend. Where two met by a code, the same words stand on both screens if nobody is in between.
import { get, write } from "../../core/api.js"
import { h } from "../../core/dom.js"
import { agoText, say } from "../../core/words.js"
import { field, openDialog } from "../../parts/dialog.js"
import { face } from "../../parts/face.js"
import { live, part } from "../../parts/live.js"
import { doing } from "../../parts/toasts.js"

/** The requests; nothing if there are none. */
export function requestsPart(view) {
  const place = live(view, /^friend\.(pending|added|removed)$/,
    async () => (await get("/v1/pending")).items,
    (items) => items.length
      ? part(say("requests.heading"), { hint: say("requests.hint") }, h("ul.rows", null, items.map(row)))
      : [])
  const row = (one) =>
    h("li", null, face(one.name ?? ""),
      h("div.grow", null,
        h("span.strong", { dir: "auto" }, one.name || say("requests.nameless")),
        h("span.dim", null, say("requests.from", one.address || "–", agoText(one.at))),
        one.words?.length ? secretWords(one.words) : h("span.dim", null, say("requests.key", one.person.slice(0, 12)))),
      h("div.row", null,
        h("button", { type: "button", data: { key: "no" + one.person },
          onclick: () => refuse(one).then(() => place.again()) },
          say("requests.refuse")),
        h("button.main", { type: "button", data: { key: "yes" + one.person },
          onclick: () => openAccept(one).then(() => place.again()) },
          one.words?.length ? say("requests.compare") : say("requests.accept"))))
  return place
}

/** Words to be compared, numbered by their order. */
export const secretWords = (words) =>
  h("ol.secret", { "aria-label": say("requests.words") }, words.map((word) => h("li", { translate: "no" }, word)))

const refuse = ({ person }) => doing(() => write("DELETE", `/v1/pending/${person}`))

/** Asks what they are called, and whether the words are the same; then they are a friend. */
export function openAccept(one) {
  return openDialog(say("requests.acceptHeading"), (close) => acceptForm(one, close))
}

/** The form to accept somebody; it is also the end of meeting by a code. */
export function acceptForm(one, close) {
  const name = h("input", { value: one.name ?? "", required: true, maxlength: 256, autocomplete: "off" })
  const hasWords = one.words?.length > 0
  return h("form", {
    onsubmit: async (event) => {
      event.preventDefault()
      const body = { name: name.value.trim() || undefined }
      const made = await doing(async () => {
        const friend = await write("POST", `/v1/pending/${one.person}:accept`, { body, once: true })
        return { ...friend, summary: say("requests.accepted", friend.name) }
      })
      if (made) close(made)
    },
  },
  hasWords ? [h("p", null, say("requests.same")), secretWords(one.words)] : h("p", null, say("requests.noWords")),
  field(say("requests.name"), name, { hint: say("requests.nameHint"), pointer: "/name" }),
  h("footer", null,
    h("button", { type: "button", onclick: () => refuse(one).then((done) => done && close()) },
      hasWords ? say("requests.differ") : say("requests.refuse")),
    h("button.main", { type: "submit" }, hasWords ? say("requests.equal") : say("requests.accept"))))
}
