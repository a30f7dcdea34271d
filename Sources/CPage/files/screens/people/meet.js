// Meeting somebody: by a short code in the same room, or by a line that they passed on.
import { get, write } from "../../core/api.js"
import { fill, h } from "../../core/dom.js"
import { onEvent } from "../../core/events.js"
import { go } from "../../core/address.js"
import { say } from "../../core/words.js"
import { field, markRefused, openDialog } from "../../parts/dialog.js"
import { tellDone, tellProblem } from "../../parts/toasts.js"
import { acceptForm } from "./requests.js"

/** Makes a code to read out, waits until somebody has typed it, and shows the words to compare. */
export async function openMakeCode() {
  let code = null
  let isOver = false
  let end = () => {}
  const done = await openDialog(say("code.heading"), (close) => {
    const place = h("div", { role: "status" }, h("p", null, say("code.making")))
    const make = async () => {
      try {
        code = await write("POST", "/v1/codes")
      } catch (problem) {
        close()
        return tellProblem(problem)
      }
      if (isOver) return leave(code)
      fill(place, h("p", null, say("code.read")), h("p.code", { translate: "no" }, code.code),
        h("p.hint", null, say("code.once")))
      const look = async () => {
        const now = await get(`/v1/codes/${code.number}`).catch(() => null)
        if (isOver || !now || now.state === "open") return
        end()
        if (now.met) fill(place, met(now.met, close))
        else {
          fill(place, h("p", null, say(`code.${now.state}`)),
            h("footer", null, h("button.main", { type: "button", onclick: () => void make() }, say("code.again"))))
        }
      }
      const timer = setInterval(look, 2000)
      const deaf = onEvent("friend.pending", look)
      end = () => (clearInterval(timer), deaf())
    }
    void make()
    return place
  })
  isOver = true
  end()
  if (code && !done) await leave(code)
  return done
}

// A code that nobody used ends with its dialog.
const leave = async ({ number }) => {
  const now = await get(`/v1/codes/${number}`).catch(() => null)
  if (now?.state === "open") await write("DELETE", `/v1/codes/${number}`).catch(() => {})
}

function met(meeting, close) {
  if (!meeting.friend) return acceptForm(meeting, close)
  return [h("p", null, say("code.friends", meeting.name)),
    h("footer", null, h("button.main", { type: "button", onclick: () => close(meeting) }, say("close")))]
}

/** What a line is that somebody passed on. */
export function kindOf(text) {
  if (/^weft:i1/i.test(text)) return "friendInvitation"
  if (/^weft-join:1/i.test(text)) return "groupInvitation"
  if (/^weft:1/i.test(text)) return "ticket"
  if (/^weft-device:1/i.test(text)) return "device"
  if (/^@/.test(text)) return "person"
  if (/^\d+[- ]\p{L}+[- ]\p{L}+$/u.test(text)) return "code"
  return text ? "unknown" : "none"
}

/** A line without what mails and chats put around it and into it. */
export function cleaned(pasted) {
  const text = pasted
    .split("\n").map((line) => line.replace(/^[\s>]+/, "").trim()).join(" ")
    .replace(/[\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g, "")
    .replace(/^weft (join|friend add) /i, "")
    .replace(/^["'`<(]+|["'`>).,;]+$/g, "").trim()
  return /^weft/i.test(text) ? text.replace(/\s+/g, "") : text
}

/** Takes a code, an invitation or a ticket, whichever it is. */
export function openTake(text = "") {
  return openDialog(say("take.heading"), (close) => {
    const line = h("textarea", { rows: 3, value: text, required: true, autofocus: true, spellcheck: "false",
      autocapitalize: "none" })
    const name = h("input", { autocomplete: "off", maxlength: 256 })
    const at = h("input", { autocomplete: "off", spellcheck: "false", placeholder: "192.168.1.20:7433" })
    const kind = h("p.hint", { role: "status" })
    const nameField = field(say("take.name"), name, { hint: say("take.nameHint"), pointer: "/name" })
    const atField = field(say("take.at"), at, { hint: say("take.atHint"), pointer: "/at" })
    const submit = h("button.main", { type: "submit" }, say("take.submit"))
    const show = () => {
      const now = kindOf(cleaned(line.value))
      kind.textContent = now === "none" ? "" : say(`take.${now}`)
      nameField.hidden = ["none", "code", "unknown", "device"].includes(now)
      atField.hidden = now !== "code"
    }
    line.addEventListener("input", show)
    show()
    const form = h("form", {
      onsubmit: async (event) => {
        event.preventDefault()
        const clean = cleaned(line.value)
        const now = kindOf(clean)
        if (now === "unknown" || now === "device") return line.focus()
        submit.disabled = true
        kind.textContent = now === "code" ? say("take.asking") : ""
        try {
          const done = await take(now, clean, name.value.trim(), at.value.trim())
          if (now === "code") fill(place, met(done, close))
          else close(done)
        } catch (problem) {
          show()
          if (!markRefused(form, problem)) tellProblem(problem)
        } finally {
          submit.disabled = false
        }
      },
      onkeydown: (event) => {
        if (event.key === "Enter" && event.target === line) (event.preventDefault(), form.requestSubmit())
      },
    }, field(say("take.line"), line, { hint: say("take.hint") }), kind, nameField, atField,
    h("footer", null, h("button", { type: "button", onclick: () => close() }, say("cancel")), submit))
    const place = h("div", null, form)
    return place
  })
}

async function take(kind, text, name, at) {
  const post = (path, body) => write("POST", path, { body, once: path !== "/v1/codes:join" })
  if (kind === "code") return post("/v1/codes:join", { code: text.replace(/\s+/g, "-").toLowerCase(),
    at: at || undefined })
  const words = { name: name || undefined }
  if (kind === "groupInvitation") {
    const group = await post("/v1/join", { invitation: text, ...words })
    tellDone({ summary: say("take.joined", group.name) })
    void go(`/people/group/${encodeURIComponent(group.name)}`)
    return group
  }
  if (kind === "friendInvitation") {
    const join = await post("/v1/joins", { invitation: text, ...words })
    tellDone({ summary: say("take.waiting", join.name) })
    return join
  }
  const friend = await post("/v1/friends", { ticket: text, ...words })
  tellDone({ summary: say(friend.mutual ? "take.friends" : "take.added", friend.name) })
  return friend
}
