// The share sheet: it names who will be able to read the things before they can, in the node's own count.
import { get, write } from "../core/api.js"
import { fill, h, refill } from "../core/dom.js"
import { icon } from "../core/icons.js"
import { count, listText, say } from "../core/words.js"
import { audiences } from "./audience-select.js"
import { openDialog } from "./dialog.js"
import { nameOf } from "./edit.js"
import { audience, audienceMark } from "./marks.js"
import { doing, tellProblem } from "./toasts.js"

/** Of more things it is not asked one by one who has them. */
const mostAsked = 20

/**
 * Opens the sheet for some things.
 *
 * @param {{ids?: string[], query?: string}} words - Which.
 * @param {number} size - How many that are.
 */
export async function openShare(words, size) {
  const all = (await audiences()).filter(({ value }) => value !== "private")
  const forms = say("forms.things")
  const selection = words.query === undefined ? { refs: words.ids } : { query: words.query }
  const known = await readKnown(words)
  return openDialog(say("share.heading", count(size, forms)), (close) => {
    let chosen = null
    const live = words.query
      ? h("label.choice", null, h("input", { type: "checkbox" }), h("span", null, say("share.live", words.query)))
      : null
    const outcome = h("div", { role: "status" })
    const sure = h("input", { type: "text", autocomplete: "off", autocapitalize: "none", id: "share-sure" })
    const isWide = () => chosen?.value === "public" && size > 20
    const submit = h("button.main", { type: "submit", disabled: true }, say("share.choose"))
    const show = async () => {
      const { value, text } = chosen
      submit.disabled = true
      fill(submit, say("share.choose"))
      try {
        const told = await write("POST", "/v1/shares", { body: { ...selection, audience: value, dry_run: true } })
        const people = await readers(value)
        if (chosen?.value !== value) return
        refill(outcome, preview(value, people, told.count, size, known),
          isWide() ? h("div.field", null, h("label", { for: sure.id }, say("share.sure")), sure) : null)
        submit.disabled = told.count === 0
        const things = count(told.count, forms)
        fill(submit, told.count === 0 ? say("share.already")
          : people === null ? say("share.submitPublic", things)
          : say("share.submit", things, people.length ? count(people.length, say("forms.people")) : text))
      } catch (problem) {
        tellProblem(problem)
      }
    }
    return h("form.share", {
      onsubmit: async (event) => {
        event.preventDefault()
        if (isWide() && sure.value.trim().toLowerCase() !== "public") {
          sure.setAttribute("aria-invalid", "true")
          return sure.focus()
        }
        const body = { ...selection, audience: chosen.value, live: live?.querySelector("input").checked || undefined }
        const done = await doing(() => write("POST", "/v1/shares", { body, once: true }))
        if (done) close(done)
      },
    },
    known?.name ? h("p.clamped.dim", { dir: "auto" }, known.name) : null,
    h("fieldset.plain", null, h("legend.unseen", null, say("share.whom")),
      all.map((one) => {
        const size = one.people ? h("span.dim", null, ` ${count(one.people, say("forms.people"))}`) : null
        const choose = () => ((chosen = one), void show())
        return h("label.choice", null,
          h("input", { type: "radio", name: "audience", value: one.value, onchange: choose }),
          h("span", null, one.text, size))
      })),
    live, outcome,
    known?.placement.length
      ? h("section", null, h("h3", null, say("share.now")),
          known.placement.map((one) =>
            h("div.row.apart", null, audienceMark([one]),
              h("button", {
                type: "button", "aria-label": say("share.withdrawFrom", audience(one).name),
                onclick: () => withdraw(selection, one).then((done) => done && close(done)),
              }, say("share.withdraw")))),
          h("p.hint", null, honest(known)))
      : null,
    h("footer", null,
      known?.name
        ? h("button.quiet.first", { type: "button", title: say("share.asFileHint"), onclick: () => void asFile(words.ids[0], known.name) },
            icon("download"), say("share.asFile"))
        : null,
      h("button", { type: "button", onclick: () => close() }, say("cancel")), submit))
  })
}

// A page in a file, for whoever lacks the program.
function asFile(id, name) {
  return doing(async () => {
    const { url } = await write("POST", "/v1/web/tickets", { body: { target: `/v1/objects/${id}/page` } })
    const plain = name.slice(0, 60).replace(/[^\p{L}\p{N} _-]+/gu, " ").trim() || "weft"
    h("a", { href: url, download: `${plain}.html` }).click()
    return { summary: say("share.asFileDone", `${plain}.html`), lang: document.documentElement.lang }
  })
}

// What is going to happen, by name: who can read it then, to whom it is new, and what they get.
function preview(value, people, changed, size, known) {
  const has = people && known?.has
  const had = has ? people.filter((name) => has.has(name)) : []
  const fresh = has ? people.filter((name) => !has.has(name)) : []
  return [
    h("h3", null, say("share.readers")),
    people === null ? h("p", null, say("share.anybody"))
      : people.length ? h("p", { dir: "auto" }, listText(people)) : h("p", null, say("share.nobody")),
    had.length && fresh.length
      ? h("p.dim", null, say("share.new", listText(fresh)), " ", say("share.had", listText(had))) : null,
    had.length && !fresh.length ? h("p.dim", null, say("share.hadAll")) : null,
    changed && changed < size ? h("p.dim", null, say("share.stay", size - changed, size)) : null,
    h("h3", null, say("share.get")), h("p", null, contents(known)),
    known?.snapshots !== 0 ? h("p.dim", null, say("share.snapshots")) : null,
    value === "public" ? h("p.warn", null, icon("warning"), say("share.forever")) : null,
  ]
}

// What goes along with them, counted where it is known.
function contents(known) {
  if (!known) return say("share.with")
  const { type, photos, snapshots, hasNote } = known
  return listText([
    ...(type === "bookmark" ? [say("share.address"), say("share.title")] : [say("share.name")]), say("share.tags"),
    hasNote ? say("share.note") : null,
    photos ? count(photos, say("forms.photos")) : null, snapshots ? count(snapshots, say("forms.snapshots")) : null,
  ].filter(Boolean))
}

// Who has it is said of a person only when a device of theirs has said so.
function honest({ devices }) {
  if (!devices.length) return say("share.honest")
  return say("share.honestOf", listText(devices.map(([name, number]) => say("share.onDevices", name, number))))
}

// What the page knows of a few things: where they are, who has all of them, and what is in them.
async function readKnown({ ids }) {
  if (!ids || ids.length > mostAsked) return null
  try {
    const found = await Promise.all(ids.map((id) => Promise.all([
      get(`/v1/things/${id}`), get(`/v1/objects/${id}/visibility`),
    ])))
    const haves = found.map(([, { viewers }]) =>
      new Set(viewers.filter(({ arrival }) => arrival === "has_it").map(({ author }) => "@" + author.name)))
    const has = haves.reduce((one, other) => one.intersection(other))
    const things = found.map(([one]) => one)
    const sum = (number) => things.reduce((all, one) => all + number(one), 0)
    return {
      name: things.length === 1 ? nameOf(things[0]) : null,
      placement: things.length === 1 ? things[0].placement.filter((name) => name !== "private") : [],
      type: things.every(({ type }) => type === "bookmark") ? "bookmark" : "other", has,
      photos: sum((one) => one.photos?.length ?? (one.thumbnail ? 1 : 0)),
      snapshots: sum((one) => one.snapshots?.length ?? 0),
      hasNote: things.some(({ note }) => note),
      devices: things.length > 1 ? [] : found[0][1].viewers.filter(({ has_it }) => has_it)
        .map(({ author, devices }) =>
          ["@" + author.name, devices.filter(({ arrival }) => arrival === "has_it").length]),
    }
  } catch {
    return null
  }
}

function withdraw(selection, audience) {
  return doing(() => write("POST", "/v1/shares:withdraw", { body: { ...selection, audience }, once: true }))
}

// The names of who is in an audience; null for anybody.
async function readers(value) {
  if (value === "public") return null
  if (value.startsWith("@")) return [value]
  if (value === "friends") return (await get("/v1/friends")).items.map(({ name }) => "@" + name)
  const { items } = await get(`/v1/groups/${encodeURIComponent(value.slice(6))}/members`)
  return items.filter(({ author }) => !author.me).map(({ author }) => "@" + author.name)
}
