// Making a clip: from a file or with the camera, 3 to 15 seconds, with a theme and a message; looked at before it is kept.
import { get } from "../../core/api.js"
import { fill, h } from "../../core/dom.js"
import { icon } from "../../core/icons.js"
import { numberText, say } from "../../core/words.js"
import { audienceSelect } from "../../parts/audience-select.js"
import { field, openDialog } from "../../parts/dialog.js"
import { tagsInput } from "../../parts/tags-input.js"
import { nameOf } from "../../parts/thing-tile.js"
import { tellProblem } from "../../parts/toasts.js"
import { camera } from "./camera.js"
import { keepUnsent } from "./unsent.js"

const shortest = 3
const longest = 15
const largest = 64 * 1024 * 1024
const messageLength = 150
const mostTags = 5

/**
 * Opens the dialog.
 *
 * @param {{place?: object, file?: File}} [draft]
 */
export async function openClip({ place, file } = {}) {
  const settings = await get("/v1/settings").catch(() => ({ audience: "private" }))
  const [where, themes, places] = await Promise.all([
    audienceSelect(place?.placement[0] ?? settings.audience),
    get("/v1/suggest", { q: "theme:", limit: 30 }).catch(() => ({ items: [] })),
    place ? { items: [place] } : get("/v1/places", { limit: 200, sort: "title" }).catch(() => ({ items: [] })),
  ])
  const end = new AbortController()
  await openDialog(say("clip.make"), (close) => form({ close, where, themes: themes.items, places: places.items, place, file, signal: end.signal }),
    { kind: "wide", isTyped: () => Boolean(document.querySelector("dialog .clip-stage[data-has=film]")) })
  end.abort()
}

function form({ close, where, themes, places, place, file, signal }) {
  let film = null
  let seconds = 0
  const stage = h("div.clip-stage")
  const state = h("p.clip-state", { role: "status" })
  const ready = h("button.main", { type: "submit", disabled: true }, icon("check"), say("clip.keep"))
  const theme = h("input", { list: "themes", maxlength: 40, autocomplete: "off" })
  const message = h("textarea", { rows: 2, maxlength: messageLength })
  const left = h("small.hint", { "aria-live": "off" }, say("clip.letters", messageLength))
  message.addEventListener("input", () => (left.textContent = say("clip.letters", messageLength - message.value.length)))
  const tags = tagsInput([], (all) => (tags.input.disabled = all.length >= mostTags))
  const price = h("input", { placeholder: "4.50 EUR" })
  const at = h("select", { required: true }, h("option", { value: "" }, say("clip.choosePlace")),
    places.map((one) => h("option", { value: one.id, selected: one.id === place?.id }, nameOf(one).slice(0, 80))))
  const pick = h("input.unseen", {
    type: "file", accept: "video/mp4,video/webm,video/quicktime,.mp4,.webm,.mov", tabindex: "-1", "aria-hidden": "true", onchange: () => pick.files[0] && void take(pick.files[0]),
  })

  const begin = () => {
    film = null
    ready.disabled = true
    stage.dataset.has = ""
    state.textContent = say("clip.limits", shortest, longest)
    fill(stage, h("div.clip-ways", null,
      h("button", { type: "button", onclick: () => void record() }, icon("film"), say("clip.camera")),
      h("button", { type: "button", onclick: () => pick.click() }, icon("folder"), say("clip.file"))))
  }
  const record = async () => {
    try {
      const made = await camera(stage, { longest: 10, signal })
      if (made) await take(made.film, made.seconds)
      else begin()
    } catch (problem) {
      begin()
      state.textContent = problem.name === "NotAllowedError" ? say("clip.notAllowed") : problem.name === "NotFoundError" ? say("clip.noCamera") : problem.message
    }
  }
  // A film is looked at before it is kept: its length is read by playing it, for a file may say anything.
  const take = async (blob, known) => {
    const video = h("video", { controls: true, loop: true, "aria-label": say("clip.look") })
    video.playsInline = true
    video.src = URL.createObjectURL(blob)
    signal.addEventListener("abort", () => URL.revokeObjectURL(video.src))
    stage.dataset.has = "film"
    fill(stage, video, h("div.row", null, h("button", { type: "button", onclick: begin }, icon("undo"), say("clip.again"))))
    seconds = known ?? (await lengthOf(video))
    const problem = blob.size > largest ? say("clip.tooLarge")
      : !seconds ? say("clip.notFilm")
      : seconds < shortest - 0.05 ? say("clip.tooShort", shortest)
      : seconds > longest + 0.5 ? say("clip.tooLong", longest)
      : null
    state.textContent = problem ?? say("clip.ready", numberText(Math.round(seconds * 10) / 10))
    state.classList.toggle("wrong", Boolean(problem))
    film = problem ? null : blob
    ready.disabled = Boolean(problem)
    if (!problem && !matchMedia("(prefers-reduced-motion: reduce)").matches) void video.play().catch(() => {})
  }
  begin()
  if (file) void take(file)
  return h("form", {
    onsubmit: async (event) => {
      event.preventDefault()
      if (!film) return
      ready.disabled = true
      const text = message.value.trim()
      const name = text.split(/[.!?\n]/)[0].slice(0, 60) || theme.value.trim() || film.name?.replace(/\.\w+$/, "") || say("clip.unnamed")
      const body = {
        name, note: text || undefined, theme: theme.value.trim() || undefined, tags: tags.tags.slice(0, mostTags), price: price.value.trim() || undefined,
        place: at.value || undefined, audience: where.value, duration: String(Math.max(shortest, Math.min(longest, Math.round(seconds * 10) / 10))),
      }
      try {
        await keepUnsent(film, body)
        close(true)
      } catch (problem) {
        ready.disabled = false
        tellProblem(problem)
      }
    },
  },
  stage, pick, state,
  h("div.clip-fields", null,
    field(say("clip.theme"), theme), h("datalist", { id: "themes" }, themes.map(({ name }) => h("option", { value: name }))),
    h("div.field", null, h("label", { for: (message.id = "clip-message") }, say("clip.message")), message, left),
    h("div.field", null, h("label", { for: (tags.input.id = "clip-tags") }, say("clip.tags")), tags.element),
    field(say("clip.price"), price), field(say("clip.place"), at), field(say("keep.where"), where)),
  h("footer", null, h("button", { type: "button", onclick: () => close() }, say("cancel")), ready))
}

// The length of a film; a recording may not say it until it was looked through to its end. 0 if it is none.
function lengthOf(video) {
  return new Promise((resolve) => {
    video.addEventListener("error", () => resolve(0), { once: true })
    video.addEventListener("loadedmetadata", () => {
      if (Number.isFinite(video.duration)) return resolve(video.duration)
      video.addEventListener("durationchange", () => {
        if (!Number.isFinite(video.duration)) return
        video.currentTime = 0
        resolve(video.duration)
      })
      video.currentTime = 1e7
    }, { once: true })
  })
}
