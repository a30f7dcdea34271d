// A file dropped anywhere: the page asks what it is, and takes it there.
import { go, isScreen } from "../core/address.js"
import { get, write } from "../core/api.js"
import { $, h } from "../core/dom.js"
import { icon } from "../core/icons.js"
import { fileMost, giveFile } from "../core/imports.js"
import { sendPicture } from "../core/pictures.js"
import { bytesText, count, say } from "../core/words.js"
import { field, openDialog } from "./dialog.js"
import { doing, tellDone } from "./toasts.js"

const filmMost = 64 * 2 ** 20

/** What else a file can be: `[accepts(files), icon, words(files), act(files)]`. Screens add theirs. */
const further = []

/** Offers something for files that are dropped; it takes the place of the plain way for pictures and films. */
export function offerForDrops(accepts, kind, words, act) {
  further.push({ accepts, kind, words, act })
}

/** Begins to take files that are dropped where nothing else takes them. */
export function takeDrops() {
  document.addEventListener("dragover", (event) => {
    if (event.defaultPrevented || !event.dataTransfer?.types.includes("Files")) return
    event.preventDefault()
    document.body.classList.add("dropping")
  })
  const over = () => document.body.classList.remove("dropping")
  document.addEventListener("dragleave", (event) => event.relatedTarget === null && over())
  document.addEventListener("drop", (event) => {
    over()
    const files = [...(event.dataTransfer?.files ?? [])]
    if (event.defaultPrevented || !files.length) return
    // Else the browser would leave the page and show the file.
    event.preventDefault()
    if (!$("dialog:modal")) void askWhat(files)
  })
}

/** Asks what some files are, and does what is chosen. */
export async function askWhat(files) {
  const [first] = files
  const are = (kind) => files.every(({ type }) => type.startsWith(kind))
  const offers = further.filter(({ accepts }) => accepts(files)).map(({ kind, words, act }) => [kind, words(files),
    () => act(files)])
  if (are("image/")) {
    if (!offers.length) offers.push(["closet", say("dropped.garments", count(files.length, say("forms.garments"))),
      () => addGarments(files)])
    if (files.length === 1) offers.push(["person", say("dropped.profile"), () => setPicture(first)])
  } else if (files.length === 1 && are("video/")) {
    if (!offers.length) offers.push(["film", say("dropped.clip"), () => addClip(first)])
  } else if (files.length === 1) {
    offers.push(["download", say("dropped.import"), () => (giveFile(first), go("/settings/import"))])
  }
  const tooLarge = files.find(({ size, type }) => size > (type.startsWith("video/") ? filmMost : fileMost))
  const chosen = await openDialog(say("dropped.heading"), (close) =>
    h("div", null,
      h("ul.plain-list", null, files.slice(0, 5).map(({ name, size }) =>
        h("li", { dir: "auto" }, name, " ", h("span.dim", null, bytesText(size)))),
      files.length > 5 ? h("li.dim", null, say("dropped.more", files.length - 5)) : null),
      tooLarge ? h("p.wrong", { role: "alert" }, say("dropped.tooLarge", tooLarge.name,
        bytesText(tooLarge.type.startsWith("video/") ? filmMost : fileMost)))
        : offers.length ? h("div.choices", null, offers.map(([kind, words, act], at) =>
            h("button", { type: "button", autofocus: at === 0, onclick: () => close(act) }, icon(kind),
              say("dropped.is", words))))
        : h("p", null, say("dropped.mixed")),
      h("footer", null, h("button", { type: "button", onclick: () => close() }, say("cancel")))))
  await chosen?.()
}

const nameOf = (file) => file.name.replace(/\.[^.]+$/, "").replace(/[_-]+/g, " ").trim().slice(0, 200) || file.name

async function addGarments(files) {
  let last = null
  for (const file of files) {
    last = await doing(async () => {
      const photo = await sendPicture(file)
      const kept = await write("POST", "/v1/garments", { body: { name: nameOf(file), photos: [photo] }, once: true })
      return { ...kept, summary: say("keep.added", nameOf(file)) }
    })
    if (!last) return
  }
  if (isScreen("/closet")) void go("/closet")
}

async function setPicture(file) {
  await doing(async () => {
    const photo = await sendPicture(file)
    await write("PATCH", "/v1/profile", { body: { photo } })
    return { summary: say("me.saved") }
  })
  void go("/people/me")
}

async function addClip(file) {
  const places = (await get("/v1/places", { limit: 200 }).catch(() => ({ items: [] }))).items
  const form = await openDialog(say("dropped.clip"), (close) => {
    const name = h("input", { value: nameOf(file), required: true, maxlength: 1024, autofocus: true })
    const place = h("select", null, h("option", { value: "" }, say("dropped.noPlace")),
      places.map((one) => h("option", { value: one.id }, one.name)))
    return h("form", { onsubmit: (event) => (event.preventDefault(),
      close({ name: name.value.trim(), place: place.value || undefined })) },
      field(say("groups.name"), name), field(say("dropped.place"), place),
      h("footer", null, h("button.main", { type: "submit" }, say("keep.submit"))))
  })
  if (!form) return
  await doing(async () => {
    const { photo: film } = await write("POST", "/v1/blobs", { query: { as: "clip" }, body: file })
    const kept = await write("POST", "/v1/clips", { body: { ...form, film }, once: true })
    tellDone({ summary: say("keep.added", form.name), act: kept.act })
  })
}
