// Ways between nodes that are not on at the same time: folders, such as on a stick, and mailboxes at friends.
import { get, write } from "../../core/api.js"
import { h } from "../../core/dom.js"
import { icon } from "../../core/icons.js"
import { agoText, bytesText, listText, numberText, say } from "../../core/words.js"
import { confirmDialog, field, markRefused, openDialog } from "../../parts/dialog.js"
import { live, part, standing } from "../../parts/live.js"
import { doing, tellDone, tellProblem } from "../../parts/toasts.js"

const mebibyte = 2 ** 20

/** Folders and mailboxes, and the way to dial an address. */
export function waysPart(view) {
  const place = live(view, /^(mailbox\.|warning\.|friend\.(connected|disconnected)|sync\.completed)/,
    async () => {
      const [folders, mailboxes] = await Promise.all([get("/v1/folders"), get("/v1/mailboxes")])
      // The end of the first look is no event.
      if (folders.items.some(({ state }) => state === "looking")) setTimeout(() => void place.again(), 1500)
      return { folders: folders.items, ...mailboxes }
    },
    ({ folders, used, kept }) => folders.length + used.length + kept.length
      ? h("ul.rows", null, folders.map(folderRow), used.map(mailboxRow), kept.map(keptRow))
      : h("p.dim", null, say("ways.none")))
  const again = () => place.again()
  const row = (kind, name, state, about, act) =>
    h("li", null, h("span.face.small.square", null, icon(kind)),
      h("div.grow", null, h("span.strong", { dir: "auto" }, name), state, h("span.dim", null, about)), act)
  const stop = (label, act, key) =>
    h("button", { type: "button", "aria-label": label, data: { key }, onclick: () => act().then(again) },
      say("ways.stop"))

  const folderRow = (one) =>
    row("folder", one.path, standing(dots[one.state] ?? "bad", say(`folder.${one.state}`)),
      [say("ways.for", whom(one.for)), bytesText(one.own_bytes), one.reason,
        one.torn ? say("folder.torn", one.torn) : null, one.strangers.length ? say("folder.strangers",
          one.strangers.length) : null]
        .filter(Boolean).join(" · "),
      stop(say("folder.stopOf", one.path), async () => {
        const sure = await confirmDialog(say("folder.stopHeading", one.path), say("folder.stopText"),
          say("folder.stopWord"))
        if (sure) await doing(() => write("DELETE", `/v1/folders/${one.number}`))
      }, "folder" + one.number))

  const mailboxRow = (one) =>
    row("mail", say("mailbox.at", one.keeper.name), standing(dots[one.state] ?? "bad", say(`mailbox.${one.state}`)),
      [say("ways.for", whom(one.for)), say("ways.of", bytesText(one.used_bytes), bytesText(one.quota_bytes)),
        one.last_put ? say("mailbox.lastPut", agoText(one.last_put)) : null].filter(Boolean).join(" · "),
      stop(say("mailbox.stopOf", one.keeper.name), async () => {
        const sure = await confirmDialog(say("mailbox.stopHeading", one.keeper.name), say("mailbox.stopText"),
          say("mailbox.stopWord"))
        if (sure) await doing(() => write("DELETE", `/v1/mailboxes/${one.keeper.id}`))
      }, "mailbox" + one.keeper.id))

  const keptRow = (one) =>
    row("lock", say("mailbox.keptFor", one.person.name), null,
      say("ways.of", bytesText(one.used_bytes), bytesText(one.quota_bytes)),
      stop(say("mailbox.keepStopOf", one.person.name), async () => {
        const sure = await confirmDialog(say("mailbox.keepStopHeading", one.person.name), say("mailbox.keepStopText"),
          say("mailbox.stopWord"))
        if (sure) await doing(() => write("POST", "/v1/mailboxes:keep",
          { body: { person: one.person.id, quota_bytes: 0 }, once: true }))
      }, "kept" + one.person.id))

  const act = (kind, words, open) =>
    h("button", { type: "button", onclick: () => open().then(again) }, icon(kind), say(words))
  return part(say("ways.heading"), {
    hint: say("ways.hint"),
    acts: [act("folder", "folder.add", openFolder), act("mail", "mailbox.add", () => openMailbox()),
      act("link", "connect.open", openConnect)],
  }, place)
}

const dots = { working: "good", looking: "half", waiting: "half", leaving: "half" }

const whom = (names) =>
  listText(names.map((name) => (name === "everybody" ? say("for.everybody") : name === "me" ? say("for.me") : name)))

/** A field that says for whom data is put somewhere. */
async function whomSelect() {
  const [friends, groups] = await Promise.all([get("/v1/friends"), get("/v1/groups")])
  return h("select", null,
    h("option", { value: "everybody" }, say("for.everybody")), h("option", { value: "me" }, say("for.me")),
    friends.items.map(({ name }) => h("option", { value: "@" + name }, "@" + name)),
    groups.items.filter(({ state }) => state === "member").map(({ name }) => h("option", { value: "group:" + name },
      say("audience.group", name))))
}

function formDialog(heading, fields, word, send) {
  return openDialog(heading, (close) => {
    const form = h("form", {
      onsubmit: async (event) => {
        event.preventDefault()
        try {
          const done = await send()
          tellDone(done)
          close(done)
        } catch (problem) {
          if (!markRefused(form, problem)) tellProblem(problem)
        }
      },
    }, fields, h("footer", null, h("button", { type: "button", onclick: () => close() }, say("cancel")),
      h("button.main", { type: "submit" }, word)))
    return form
  })
}

async function openFolder() {
  const path = h("input", { required: true, spellcheck: "false", autocomplete: "off",
    placeholder: "/media/stick/weft" })
  const who = await whomSelect()
  return formDialog(say("folder.add"), [
    field(say("folder.path"), path, { hint: say("folder.pathHint"), pointer: "/path" }),
    field(say("ways.forWhom"), who, { pointer: "/for" }),
  ], say("folder.use"), async () => {
    const made = await write("POST", "/v1/folders", { body: { path: path.value.trim(), for: [who.value] }, once: true })
    return { ...made, summary: say("folder.used", made.path) }
  })
}

/** Opens the form for a mailbox; `keeper` is chosen already. */
export async function openMailbox(keeper = "") {
  const [friends, who] = await Promise.all([get("/v1/friends"), whomSelect()])
  const at = h("select", { required: true },
    friends.items.map(({ name, person }) => h("option", { value: person, selected: name === keeper }, name)))
  return formDialog(say("mailbox.add"), [
    h("p", null, say("mailbox.about")),
    field(say("mailbox.keeper"), at, { pointer: "/keeper" }), field(say("ways.forWhom"), who, { pointer: "/for" }),
  ], say("mailbox.use"), async () => {
    const made = await write("POST", "/v1/mailboxes", { body: { keeper: at.value, for: [who.value] }, once: true })
    return { ...made, summary: say("mailbox.used", made.keeper.name) }
  })
}

/** Opens the form to keep a mailbox for a friend. */
export function openKeepMailbox(friend) {
  const size = h("input", { type: "number", min: 1, max: 65536, value: 64, required: true })
  return formDialog(say("mailbox.keepHeading", friend.name), [
    h("p", null, say("mailbox.keepAbout")), field(say("mailbox.size"), size,
      { hint: say("mailbox.sizeHint", numberText(64)), pointer: "/quota_bytes" }),
  ], say("mailbox.keep"), () =>
    write("POST", "/v1/mailboxes:keep", { body: { person: friend.person, quota_bytes: Number(size.value) * mebibyte },
      once: true }))
}

function openConnect() {
  const at = h("input", { required: true, spellcheck: "false", autocomplete: "off", pattern: ".+:[0-9]+",
    placeholder: "example.org:7433" })
  return formDialog(say("connect.open"),
    [field(say("connect.at"), at, { hint: say("connect.hint"), pointer: "/host" })],
    say("connect.submit"), () => {
      const [, host, port] = /^\[?(.*?)\]?:(\d+)$/.exec(at.value.trim())
      return write("POST", "/v1/connect", { body: { host, port: Number(port) } })
    })
}
