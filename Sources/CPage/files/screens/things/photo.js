// A photo on a page of its own: as large as there is room, and from near; the others of its thing are a step away.
import { fileAddress } from "../../core/api.js"
import { go, leave, refine, title } from "../../core/address.js"
import { announce, fill, h } from "../../core/dom.js"
import { icon } from "../../core/icons.js"
import { noteKeys } from "../../core/keys.js"
import { read } from "../../core/things.js"
import { bytesText, numberText, say } from "../../core/words.js"
import { nameOf } from "../../parts/edit.js"
import { main } from "../../parts/frame.js"
import { tellProblem } from "../../parts/toasts.js"
import { zoom } from "../../parts/zoom.js"

// How large the original is stands in its reference.
const sizeOf = (reference) => Number(reference.split(" ")[2]) || 0

/** Shows the photos of a thing, that at `?at=` first. */
export async function showPhoto(view) {
  const { id } = view.params
  const one = await read(id).catch((problem) => {
    if (!view.signal.aborted && problem.status !== 404) tellProblem(problem)
    return null
  })
  if (view.signal.aborted) return
  const photos = one?.photos?.length ? one.photos : one?.thumbnail ? [one.thumbnail] : []
  const back = `/thing/${id}`
  if (!photos.length) return showNone(view, one ? back : "/links")
  const name = nameOf(one).slice(0, 120)
  title(name)
  const heading = h("h1.clamped", { dir: "auto" }, name)
  const image = h("img", { alt: name, decoding: "async", draggable: false })
  const wrong = h("p.dim", { hidden: true }, say("photo.none"))
  image.addEventListener("error", () => ((wrong.hidden = false), (image.hidden = true)))
  const told = h("p.dim", { role: "status" })
  const stage = h("div.photo-stage", { tabindex: "0", role: "group", "aria-label": say("photo.stage", name) }, image, wrong)
  let shown = Math.max(0, Math.min(photos.length - 1, (Number.parseInt(view.query.get("at") ?? "1", 10) || 1) - 1))
  let scale = 1

  const button = (kind, words, act) =>
    h("button.quiet", { type: "button", "aria-label": say(words), title: say(words), onclick: act }, icon(kind))
  const smaller = button("minus", "photo.smaller", () => near.by(-1))
  const larger = button("add", "photo.larger", () => near.by(1))
  const fit = button("fit", "photo.fit", () => near.fit())

  const tell = () => {
    fill(told, [
      photos.length > 1 ? say("photo.of", numberText(shown + 1), numberText(photos.length)) : null,
      scale > 1 ? say("photo.percent", numberText(Math.round(scale * 100))) : bytesText(sizeOf(photos[shown])),
    ].filter(Boolean).join(" · "))
    smaller.disabled = fit.disabled = scale === 1
  }
  const near = zoom(stage, image, {
    signal: view.signal, step: (by) => step(by),
    changed: (now) => ((scale = now), tell()),
  })
  const show = () => {
    wrong.hidden = true
    image.hidden = false
    image.src = fileAddress(photos[shown])
    near.fit()
    tell()
  }
  const step = (by) => {
    if (photos.length < 2) return
    shown = (shown + by + photos.length) % photos.length
    show()
    announce(say("photo.of", numberText(shown + 1), numberText(photos.length)))
    void refine({ at: String(shown + 1) }, { isQuiet: true })
  }
  show()
  main(view, heading,
    h("div.photo-bar", null,
      h("a.button.quiet", { href: back, "aria-label": say("photo.back"), title: `${say("photo.back")} (Esc)`,
        onclick: (event) => (event.preventDefault(), away(back)) }, icon("left")),
      heading, told,
      h("div.row", { role: "group", "aria-label": say("photo.tools") },
        smaller, larger, fit,
        document.fullscreenEnabled ? button("full", "photo.full", () => void full(stage)) : null,
        photos.length > 1 ? [button("left", "photo.previous", () => step(-1)), button("right", "photo.next", () => step(1))] : null)),
    stage).classList.add("photo-page")
  keys(view, stage, near, step, back)
}

// One goes back to where one came from, whichever page that was.
function away(back) {
  const before = navigation.entries()[navigation.currentEntry.index - 1]
  return before && new URL(before.url).origin === location.origin ? navigation.back() : leave(back)
}

function full(stage) {
  if (document.fullscreenElement) return document.exitFullscreen()
  return stage.requestFullscreen().catch(() => {})
}

function keys(view, stage, near, step, back) {
  noteKeys(stage, {
    "+ −": "photo.keys.size", 0: "photo.fit", "← → ↑ ↓": "photo.keys.push", f: "photo.full", Esc: "photo.back",
  })
  const acts = {
    "+": () => near.by(1), "=": () => near.by(1), "-": () => near.by(-1), 0: () => near.fit(),
    ArrowLeft: () => near.push(-1, 0) || step(-1), ArrowRight: () => near.push(1, 0) || step(1),
    ArrowUp: () => near.push(0, -1), ArrowDown: () => near.push(0, 1),
    f: () => void full(stage), Escape: () => void away(back),
  }
  document.addEventListener("keydown", (event) => {
    const isTyped = event.target.closest?.("input, textarea, select, [role=combobox]")
    if (event.defaultPrevented || isTyped || event.ctrlKey || event.metaKey || event.altKey) return
    if (document.querySelector("dialog:modal") || !acts[event.key]) return
    event.preventDefault()
    acts[event.key]()
  }, { signal: view.signal })
}

function showNone(view, back) {
  title(say("photo.missing"))
  const heading = h("h1", null, say("photo.missing"))
  main(view, heading, h("div.empty", null, icon("photo"), heading, h("a.button", { href: back, onclick: (event) => {
    event.preventDefault()
    void go(back, { replace: true })
  } }, say("photo.back"))))
}
