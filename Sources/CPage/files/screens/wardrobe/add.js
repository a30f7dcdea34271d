// Many photos at once: a table with a row each, fields for all that are picked, and uploads that go on behind it.
import { title } from "../../core/address.js"
import { $, announce, fill, freshID, h } from "../../core/dom.js"
import { icon } from "../../core/icons.js"
import { bytesText, count, numberText, say } from "../../core/words.js"
import { audiences } from "../../parts/audience-select.js"
import { main } from "../../parts/frame.js"
import { chooseCloset } from "./closets.js"
import { fillCloset } from "./acts.js"
import { queue } from "./queue.js"
import { closet, garments } from "./store.js"

const fields = ["category", "color", "brand", "price", "season", "audience"]
const seasons = ["", "spring", "summer", "autumn", "winter", "spring,summer", "autumn,winter",
  "spring,summer,autumn,winter"]

/** Shows the table, with what an earlier page could not send. */
export async function showAdd(view) {
  title(say("add.heading"))
  const into = view.query.get("closet")
  const heading = h("h1", null, say("add.heading"))
  const input = h("input.unseen", { type: "file", multiple: true, accept: "image/*,.heic,.heif,.avif",
    id: "garment-photos", onchange: ({ target }) => {
    void queue.take([...target.files])
    target.value = ""
  } })
  const zone = h("div.drop", null, icon("photo"), h("p", null, say("add.drop")), input,
    h("label.button", { for: "garment-photos" }, say("add.choose")))
  const all = h("form.for-all", { "aria-label": say("add.forAll"), onsubmit: (event) => event.preventDefault() })
  const body = h("tbody")
  const check = h("input", { type: "checkbox", "aria-label": say("add.pickAll"), onchange: ({ target }) => {
    for (const row of open()) row.isPicked = target.checked
    for (const [row, { pick }] of rows) pick.checked = row.isPicked
    showAll()
  } })
  const table = h("table.adding", null,
    h("thead", null, h("tr", null, h("th", { scope: "col" }, check), h("th", { scope: "col" }, say("add.photo")),
    h("th", { scope: "col" }, say("outfit.name")), h("th", { scope: "col" }, say("add.state")),
      fields.map((name) => h("th", { scope: "col" }, say(`field.${name}`))))), body)
  const foot = h("div.selection-bar", { role: "toolbar", "aria-label": say("add.heading") })
  const scroll = h("div.scroll", null, table)
  const rows = new Map()
  const choices = await audiences().catch(() => [])
  const offers = await suggestions()
  const open = () => queue.rows.filter(({ state }) => state === "waiting" || state === "failed")

  function control(name, value, change) {
    if (name === "season" || name === "audience") {
      const options = name === "season"
        ? seasons.map((one) => [one, one ? one.split(",").map((part) => say(`season.${part}`)).join(", ") : ""])
        : [["", say("add.default")], ...choices.map((one) => [one.value, one.text])]
      return h("select", { onchange: ({ target }) => change(target.value) },
        options.map(([one, text]) => h("option", { value: one, selected: one === value }, text)))
    }
    return h("input", { type: "text", value, list: offers[name]?.id ?? null, autocomplete: "off",
      onchange: ({ target }) => change(target.value.trim()) })
  }

  function row(one) {
    const pick = h("input", { type: "checkbox", checked: one.isPicked, "aria-label": say("select.one", one.name),
      onchange: ({ target }) => {
        one.isPicked = target.checked
        showAll()
      } })
    const image = h("img",
      { src: one.picture, alt: "", width: 48, height: 60, onerror: () => image.replaceWith(icon("photo")) })
    const controls = Object.fromEntries(["name", ...fields].map((name) => {
      const element = control(name, one[name], (value) => queue.edit(one, { [name]: value }))
      element.setAttribute("aria-label", `${say(name === "name" ? "outfit.name" : `field.${name}`)}: ${one.name}`)
      return [name, element]
    }))
    const state = h("td.upload-state")
    const cut = h("button.quiet",
      { type: "button", title: say("add.cut"), onclick: () => queue.edit(one, { isCut: !one.isCut }) }, icon("cut"))
    const turn = h("button.quiet",
      { type: "button", title: say("add.turn"), "aria-label": `${say("add.turn")}: ${one.name}`,
      onclick: () => queue.edit(one, { turn: (one.turn + 90) % 360 }) }, icon("redo"))
    cut.setAttribute("aria-label", `${say("add.cut")}: ${one.name}`)
    const element = h("tr", null, h("td", null, pick), h("td", null, h("div.photo-tools", null, image, cut, turn)),
      h("td", null, controls.name), state,
      fields.map((name) => h("td", null, controls[name])))
    const show = () => {
      const isFixed = one.state === "sending" || one.state === "done" || one.state === "refused"
      for (const [name, element] of Object.entries(controls)) {
        element.disabled = isFixed
        if (document.activeElement !== element) element.value = one[name]
      }
      cut.disabled = turn.disabled = isFixed
      cut.setAttribute("aria-pressed", String(one.isCut))
      if (image.src !== one.picture) image.src = one.picture
      pick.disabled = isFixed
      pick.checked = one.isPicked && !isFixed
      element.dataset.state = one.state
      fill(state, h("span", null,
        icon({ done: "check", failed: "warning", refused: "warning", sending: "sync", waiting: "clock" }[one.state]),
        one.state === "done" ? h("a", { href: `/garments/${one.id}` }, say("add.done")) : say(`add.${one.state}`)),
        one.problem ? h("small.wrong", { lang: one.state === "failed" ? "en" : null }, one.problem)
          : one.hasNoPlainGround ? h("small.dim", null, say("add.noGround"))
            : h("small.dim", null, one.isResumed && one.state === "waiting" ? say("add.resumed")
              : bytesText(one.file.size)),
        one.state === "done" || one.state === "sending" ? null
          : h("button.quiet", { type: "button", "aria-label": say("add.remove", one.name), onclick: () => {
            const next = element.nextElementSibling ?? element.previousElementSibling
            queue.remove(one)
            ;(next?.querySelector(".upload-state button") ?? $("#garment-photos")).focus()
          } }, icon("cross")))
    }
    rows.set(one, { element, show, pick })
    show()
    return element
  }

  function showAll() {
    const picked = open().filter(({ isPicked }) => isPicked)
    scroll.hidden = !queue.rows.length
    zone.classList.toggle("small", queue.rows.length > 0)
    all.hidden = picked.length < 1 || open().length < 2
    check.checked = picked.length > 0 && picked.length === open().length
    check.indeterminate = picked.length > 0 && picked.length < open().length
    all.querySelector("legend").textContent = say("add.setFor", numberText(picked.length))
    const done = queue.rows.filter(({ state }) => state === "done")
    foot.hidden = !queue.rows.length
    fill(foot,
      h("strong", { role: "status" }, queue.isSending ? say("add.sending.of", numberText(done.length),
        numberText(done.length + queue.left))
        : queue.left ? say("add.ready", count(queue.left, say("forms.photos")))
          : say("add.allDone", count(done.length, say("forms.garments")))),
      queue.isSending
        ? h("progress", { value: done.length, max: Math.max(1, done.length + queue.left),
        "aria-label": say("add.progress") }) : null,
      queue.left && !queue.isSending ? h("button.main", { type: "button", onclick: send },
        say("add.send", count(queue.left, say("forms.garments")))) : null,
      done.length && !queue.left ? h("a.button", { href: into ? `/closet/${encodeURIComponent(into)}` : "/closet" },
        say("add.toCloset")) : null,
      done.length && !queue.left ? h("button", { type: "button", onclick: async () => {
        const chosen = await chooseCloset()
        if (chosen) await fillCloset(chosen, { add: done.map(({ id }) => id) })
      } }, say("closet.put")) : null,
      done.length ? h("button.quiet", { type: "button", onclick: () => done.forEach((one) => queue.remove(one)) },
        say("add.clear")) : null)
  }

  async function send() {
    if (queue.rows.some(({ name, state }) => state === "waiting" && !name.trim())) return announce(say("add.unnamed"))
    queue.send()
  }

  const inClosetAlready = new Set()
  const changed = async ({ detail: one }) => {
    if (one && rows.has(one)) rows.get(one).show()
    else {
      for (const [known, { element }] of rows) if (!queue.rows.includes(known)) (element.remove(), rows.delete(known))
      for (const known of queue.rows) if (!rows.has(known)) body.append(row(known))
      for (const { show } of rows.values()) show()
    }
    showAll()
    if (!queue.isSending && !queue.left && queue.rows.length) {
      announce(say("add.allDone", count(queue.rows.length, say("forms.garments"))))
      const fresh = queue.rows.filter(({ id }) => id && !inClosetAlready.has(id)).map(({ id }) =>
        (inClosetAlready.add(id), id))
      const place = into && fresh.length ? await closet(into) : null
      if (place) await fillCloset(place, { add: fresh })
    }
  }
  queue.addEventListener("change", changed, { signal: view.signal })
  fill(all, h("fieldset", null, h("legend"), fields.map((name) => {
    const id = freshID("all")
    const element = control(name, "", (value) => {
      if (!value) return
      for (const one of open()) if (one.isPicked) queue.edit(one, { [name]: value })
      for (const { show } of rows.values()) show()
    })
    element.id = id
    return h("div.field", null, h("label", { for: id }, say(`field.${name}`)), element)
  }), h("div.field.wide-field", null, h("button", { type: "button", onclick: () => {
    const picked = open().filter(({ isPicked }) => isPicked)
    const isCut = picked.some((one) => !one.isCut)
    for (const one of picked) queue.edit(one, { isCut })
  } }, icon("cut"), say("add.cut")))))
  const place = main(view, heading, h("div.bar", null, heading, h("a.button", { href: "/closet" }, say("nav.closet"))),
    zone, all, scroll, foot, Object.values(offers))
  place.classList.add("adding-garments")
  dropInto(place, view.signal)
  await changed({ detail: null })
  void queue.resume()
}

// Photos can be dropped anywhere on the screen, or pasted.
function dropInto(place, signal) {
  const over = (isOver) => place.classList.toggle("dropping", isOver)
  place.addEventListener("dragover", (event) => {
    if (!event.dataTransfer.types.includes("Files")) return
    event.preventDefault()
    over(true)
  }, { signal })
  place.addEventListener("dragleave", (event) => place.contains(event.relatedTarget) || over(false), { signal })
  place.addEventListener("drop", (event) => {
    event.preventDefault()
    over(false)
    void queue.take([...event.dataTransfer.files])
  }, { signal })
  document.addEventListener("paste", (event) => {
    if (event.clipboardData.files.length) void queue.take([...event.clipboardData.files])
  }, { signal })
  signal.addEventListener("abort", () => (over(false), place.classList.remove("adding-garments")))
}

// What was used before is offered while one types.
async function suggestions() {
  const list = await garments().catch(() => [])
  const values = (of) =>
    [...new Set(list.filter(({ author }) => author.me).flatMap(of).filter(Boolean))].sort().slice(0, 200)
  const offer = (of) => h("datalist", { id: freshID("offers") }, values(of).map((value) => h("option", { value })))
  return { category: offer(({ category }) => category), color: offer(({ colors }) => colors),
    brand: offer(({ brand }) => brand) }
}
