// Closets as choices: which is shown, and a form for a new one.
import { go } from "../../core/address.js"
import { h } from "../../core/dom.js"
import { say } from "../../core/words.js"
import { field, markRefused, openDialog } from "../../parts/dialog.js"
import { audienceSelect } from "../../parts/audience-select.js"
import { get, write } from "../../core/api.js"
import { trash } from "../../parts/keep.js"
import { menuButton } from "../../parts/menu.js"
import { openShare } from "../../parts/share.js"
import { doing, tellDone, tellProblem } from "../../parts/toasts.js"
import { changed, writeAct } from "./acts.js"
import { closets } from "./store.js"

/** A field that leads to a closet, to all garments, or to a form for a new one. */
export function closetField(name) {
  const select = h("select.closets", { "aria-label": say("closet.which"), onchange: async ({ target }) => {
    if (target.value === "new") {
      target.value = name ? "in " + name : ""
      const made = await newCloset()
      if (made) void go(`/closet/${encodeURIComponent(made.name)}`)
    } else void go(target.value ? `/closet/${encodeURIComponent(target.value.slice(3))}` : "/closet")
  } }, h("option", { value: "" }, say("closet.all")), name ? h("option", { value: "in " + name, selected: true },
  name.slice(0, 60)) : null,
  h("option", { value: "new" }, say("closet.new")))
  void closets().then((all) => {
    const last = select.lastElementChild
    for (const one of all) {
      if (one.name !== name) last.before(h("option", { value: "in " + one.name }, one.name.slice(0, 60)))
    }
  }).catch(() => {})
  return select
}

/** Makes a closet; gives its name and id, or nothing if that was left. */
export async function newCloset(things = []) {
  const settings = await get("/v1/settings").catch(() => ({ audience: "private" }))
  const where = await audienceSelect(settings.audience)
  return openDialog(say("closet.newHeading"), (close) => {
    const name = h("input", { type: "text", required: true, maxlength: 200, autofocus: true })
    const form = h("form", {
      onsubmit: async (event) => {
        event.preventDefault()
        try {
          const body = { name: name.value.trim(), things, audience: where.value }
          const kept = await write("POST", "/v1/closets", { body, once: true })
          tellDone({ summary: say("closet.made", body.name), act: kept.act })
          close({ name: body.name, id: kept.outcomes[0].id })
        } catch (problem) {
          if (!markRefused(form, problem)) tellProblem(problem)
        }
      },
    }, field(say("closet.name"), name, { pointer: "/name" }), field(say("keep.where"), where, { pointer: "/audience" }),
    h("footer", null, h("button", { type: "button", onclick: () => close() }, say("cancel")),
      h("button.main", { type: "submit" }, say("closet.make"))))
    return form
  })
}

/** Asks which closet; gives one of them, or one that is made for it. */
export async function chooseCloset() {
  const own = (await closets()).filter(({ author, trashed }) => author.me && !trashed)
  if (!own.length) return newCloset()
  const chosen = await openDialog(say("closet.put"), (close) => {
    const select = h("select", { autofocus: true },
      own.map((one) => h("option", { value: one.id }, one.name.slice(0, 80))),
      h("option", { value: "new" }, say("closet.new")))
    return h("form", {
      onsubmit: (event) => {
        event.preventDefault()
        close(select.value)
      },
    }, field(say("closet.which"), select),
    h("footer", null, h("button", { type: "button", onclick: () => close() }, say("cancel")),
      h("button.main", { type: "submit" }, say("closet.put"))))
  })
  return chosen === "new" ? newCloset() : own.find(({ id }) => id === chosen)
}

/** What can be done with a closet itself: renamed, shared, moved to the trash; what hangs in it stays. */
export function closetMenu(one) {
  return menuButton(say("menu.of", one.name.slice(0, 60)), "more", () => [
    one.author.me ? { text: say("closet.rename"), icon: "edit", act: () => rename(one) } : null,
    { text: say("share.open"), icon: "share", act: () => openShare({ ids: [one.id] }, 1) },
    one.author.me
      ? { text: say("closet.trash"), icon: "trash",
      act: () => trash({ ids: [one.id] }).then((done) => done && go("/closet")) } : null,
  ].filter(Boolean))
}

function rename(one) {
  return openDialog(say("closet.rename"), (close) => {
    const name = h("input", { type: "text", required: true, maxlength: 200, autofocus: true, value: one.name,
      dir: "auto" })
    const note = h("textarea", { rows: 3, dir: "auto" }, one.note)
    return h("form", {
      onsubmit: async (event) => {
        event.preventDefault()
        const body = {}
        if (name.value.trim() !== one.name) body.name = name.value.trim()
        if (note.value.trim() !== one.note) body.note = note.value.trim()
        close()
        if (!Object.keys(body).length) return
        const done = await doing(() => writeAct("PATCH", `/v1/closets/${one.id}`, { body, etag: one.etag },
          changed(one)))
        if (done && body.name) void go(`/closet/${encodeURIComponent(body.name)}`, { replace: true })
      },
    }, field(say("closet.name"), name), field(say("keep.note"), note),
    h("footer", null, h("button", { type: "button", onclick: () => close() }, say("cancel")),
      h("button.main", { type: "submit" }, say("save"))))
  })
}
