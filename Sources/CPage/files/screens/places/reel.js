// The reel: the clips of a place one after the other, each over again until one goes on.
import { fileAddress, get, write } from "../../core/api.js"
import { refine, title } from "../../core/address.js"
import { fill, h, settled } from "../../core/dom.js"
import { onEvent } from "../../core/events.js"
import { icon } from "../../core/icons.js"
import { bind } from "../../core/keys.js"
import { learn, read, thing } from "../../core/things.js"
import { agoText, bytesText, count, personText, say } from "../../core/words.js"
import { commentsOf } from "../../parts/comments.js"
import { main } from "../../parts/frame.js"
import { inQuotes, tagChip } from "../../parts/marks.js"
import { reactionBar, toggle } from "../../parts/react.js"
import { openReport } from "../../parts/report.js"
import { factsOf, nameOf } from "../../parts/thing-tile.js"
import { tellProblem } from "../../parts/toasts.js"
import { openClip } from "./clip.js"
import { unsentBox } from "./unsent-box.js"

const sorts = ["added", "likes", "near"]

/** Whether films may begin by themselves: not where one wants little motion, or saves data. */
export const mayPlay = () => !matchMedia("(prefers-reduced-motion: reduce)").matches && !navigator.connection?.saveData

/** Shows the clips of a place; of all places if it is `all`. */
export async function showReel(view) {
  const id = view.params.id
  const isAll = id === "all"
  const theme = view.query.get("theme") ?? ""
  const sort = sorts.includes(view.query.get("sort")) ? view.query.get("sort") : "added"
  const place = isAll ? null : await read(id).catch(() => null)
  if (view.signal.aborted) return
  const name = place ? nameOf(place).slice(0, 200) : say("reel.all")
  title(say("reel.of", name.slice(0, 60)))
  const heading = h("h1", { dir: "auto" }, name)
  const number = h("span.dim", { role: "status" })
  const stage = h("div.reel-stage")
  const about = h("div.reel-about")
  const list = h("ol.reel-list", { "aria-label": say("reel.list") })
  const themes = h("div.chips.themes", { role: "group", "aria-label": say("reel.themes") })
  const order = h("select", { "aria-label": say("links.sort"), onchange: ({ target }) => void refine({ sort: target.value, clip: null }) },
    sorts.filter((one) => one !== "near" || !isAll).map((one) => h("option", { value: one, selected: one === sort }, say(`reel.sort.${one}`))))
  main(view, heading,
    h("p.way-back", null, h("a", { href: place ? `/place/${place.id}` : "/places" }, icon("left"), say(place ? "reel.back" : "place.back"))),
    h("div.bar", null, heading, number, order,
      h("button", { type: "button", onclick: () => void openClip({ place }) }, icon("film"), say("clip.make"))),
    unsentBox(view), themes, h("div.reel", null, h("div", null, stage, about), h("section.reel-side", null, h("h2.unseen", null, say("reel.list")), list)))
  const ask = (words) => isAll
    ? get("/v1/clips", { q: words.theme ? `theme:${inQuotes(words.theme)}` : "", sort: words.sort, limit: 200 }, { signal: view.signal })
    : get(`/v1/places/${id}/reel`, { ...words, limit: 200 }, { signal: view.signal })
  const player = new Player(view, { stage, about, list })
  const show = async () => {
    try {
      const [{ items }, whole] = await Promise.all([ask({ theme, sort }), theme ? ask({ sort }) : null])
      const all = whole?.items ?? items
      learn(items)
      number.textContent = count(items.length, say("forms.clips"))
      showThemes(themes, [...new Set(all.map((one) => one.theme).filter(Boolean))].sort(), theme)
      player.show(items.filter(({ film }) => film), view.query.get("clip"))
    } catch (problem) {
      if (!view.signal.aborted) tellProblem(problem)
    }
  }
  await show()
  player.keys()
  view.signal.addEventListener("abort", onEvent(/^(object\.(created|deleted)|share\.received)$/, settled(500, () => view.signal.aborted || void show())))
}

function showThemes(place, themes, chosen) {
  fill(place, themes.length > 1 || chosen
    ? ["", ...themes].map((one) =>
        h("button", {
          type: "button", "aria-pressed": String(one === chosen), onclick: () => void refine({ theme: one, clip: null }),
        }, one || say("reel.everything")))
    : null)
}

class Player {
  #clips = []
  #at = 0
  #end = new AbortController()

  constructor(view, { stage, about, list }) {
    Object.assign(this, { view, stage, about, list })
    this.isMuted = sessionStorage.getItem("weft.sound") !== "on"
    this.next = h("video", { preload: "auto", hidden: true, "aria-hidden": "true" })
    this.next.muted = true
    view.signal.addEventListener("abort", () => (this.#end.abort(), this.next.removeAttribute("src"), this.video?.pause()))
  }

  /** Takes in the clips; what plays plays on. */
  show(clips, wanted) {
    const playing = this.#clips[this.#at]?.id
    this.#clips = clips
    const place = clips.findIndex(({ id }) => id === (playing ?? wanted))
    this.#drawList()
    if (!clips.length) {
      return void fill(this.stage, h("div.empty", null, icon("film"), h("h2", null, say("reel.none")), h("p", null, say("reel.noneAbout"))))
    }
    if (playing && place >= 0) {
      this.#at = place
      this.#mark()
    } else this.to(Math.max(0, place), true)
  }

  get current() {
    return thing(this.#clips[this.#at]?.id)
  }

  /** Shows the clip at a place. */
  to(at, isFirst = false) {
    if (!this.#clips[at]) return
    this.#end.abort()
    this.#end = new AbortController()
    this.#at = at
    const one = this.current
    if (!isFirst) refine({ clip: one.id }, { isQuiet: true })
    const video = h("video", {
      loop: true, preload: "auto", tabindex: "0", "aria-label": say("reel.clip", nameOf(one).slice(0, 80), one.theme ?? ""),
    })
    video.playsInline = true
    video.muted = this.isMuted
    video.src = fileAddress(one.film)
    this.video?.pause()
    this.video = video
    this.state = h("p.coming", { role: "status" })
    this.play = h("button", {
      type: "button", "aria-label": say("reel.play"), title: `${say("reel.play")} (␣)`, onclick: () => this.toggle(),
    }, icon("play"))
    this.sound = h("button", {
      type: "button", "aria-pressed": String(!this.isMuted), "aria-label": say("reel.sound"), title: `${say("reel.sound")} (m)`, onclick: () => this.mute(),
    }, icon(this.isMuted ? "silent" : "sound"))
    const step = (kind, words, by, key) => h("button", {
      type: "button", "aria-label": say(words), title: `${say(words)} (${key})`, disabled: !this.#clips[at + by], onclick: () => this.step(by),
    }, icon(kind))
    const line = h("div.reel-line", { "aria-hidden": "true" }, h("span"))
    video.addEventListener("timeupdate", () => line.firstChild.style.setProperty("inline-size", `${(100 * video.currentTime) / (video.duration || 1)}%`))
    for (const name of ["play", "pause"]) video.addEventListener(name, () => this.#playing())
    video.addEventListener("click", () => this.toggle())
    video.addEventListener("error", () => void this.#fetch(one, video))
    fill(this.stage, h("div.film", null, video, this.state, line),
      h("div.row.reel-acts", { role: "toolbar", "aria-label": say("reel.label") },
        step("left", "keys.previous", -1, "←"), this.play, step("right", "keys.next", 1, "→"), this.sound,
        h("button", {
          type: "button", "aria-label": say("reel.full"), title: `${say("reel.full")} (f)`, onclick: () => this.full(),
        }, icon("open")),
        h("button.quiet", {
          type: "button", "aria-label": say("report.open"), title: say("report.open"), onclick: () => void openReport(one),
        }, icon("flag"))), this.next)
    this.#about(one)
    this.#mark()
    if (mayPlay()) void video.play().catch(() => this.#playing())
    // The next is there before it is wanted.
    const after = this.#clips[at + 1]
    if (after && !navigator.connection?.saveData) this.next.src = fileAddress(after.film)
    else this.next.removeAttribute("src")
  }

  step(by) {
    const held = this.stage.contains(document.activeElement) ? document.activeElement.getAttribute("aria-label") : null
    this.to(this.#at + by)
    if (held) (this.stage.querySelector(`button[aria-label="${CSS.escape(held)}"]:not(:disabled)`) ?? this.video).focus()
  }

  toggle() {
    if (this.video?.paused) void this.video.play().catch(() => {})
    else this.video?.pause()
  }

  mute() {
    this.isMuted = !this.isMuted
    sessionStorage.setItem("weft.sound", this.isMuted ? "off" : "on")
    if (this.video) this.video.muted = this.isMuted
    this.sound.setAttribute("aria-pressed", String(!this.isMuted))
    fill(this.sound, icon(this.isMuted ? "silent" : "sound"))
  }

  full() {
    if (document.fullscreenElement) void document.exitFullscreen()
    else void this.stage.querySelector(".film").requestFullscreen?.().catch(() => {})
  }

  keys() {
    const on = (key, about, act) => bind(key, about, (event) => {
      // A button that has the focus is pressed by the bar itself.
      if (key === " " && event.target.closest?.("button, a")) return event.target.closest("button, a").click()
      act()
    }, this.view.signal)
    on(" ", "reel.play", () => this.toggle())
    on("ArrowLeft", "keys.previous", () => this.step(-1))
    on("ArrowRight", "keys.next", () => this.step(1))
    on("l", "keys.like", () => this.current && void toggle(this.current, "like"))
    on("m", "reel.sound", () => this.mute())
    on("f", "reel.full", () => this.full())
  }

  #playing() {
    const isOn = !this.video.paused
    fill(this.play, icon(isOn ? "pause" : "play"))
    this.play.setAttribute("aria-label", say(isOn ? "reel.pause" : "reel.play"))
  }

  #about(one) {
    const { signal } = this.#end
    fill(this.about,
      one.note ? h("p.message", { dir: "auto" }, one.note) : null,
      h("p.dim", { dir: "auto" }, [personText(one.author), agoText(one.created_at), ...factsOf(one)].join(" · ")),
      one.tags.length ? h("div.chips", null, one.tags.map(tagChip)) : null,
      reactionBar(one.id, { signal }), commentsOf(one, { signal }))
  }

  // A film that is not all here is got, and it is said how much of it came.
  async #fetch(one, video) {
    const [, , , name] = one.film.split(" ")
    const query = { reference: one.film }
    try {
      let blob = await get(`/v1/blobs/${name}/state`, query, { signal: this.#end.signal })
      if (blob.here >= blob.size) {
        this.state.textContent = say("reel.broken")
        return
      }
      if (!blob.wanted) await write("POST", `/v1/blobs/${name}/get`, { query, once: true })
      while (blob.here < blob.size) {
        this.state.textContent = say("reel.coming", bytesText(blob.here), bytesText(blob.size))
        await new Promise((resolve) => setTimeout(resolve, 1000))
        if (this.#end.signal.aborted) return
        blob = await get(`/v1/blobs/${name}/state`, query, { signal: this.#end.signal })
      }
      this.state.textContent = ""
      video.load()
      if (mayPlay()) void video.play().catch(() => {})
    } catch (problem) {
      if (!this.#end.signal.aborted) this.state.textContent = problem.message
    }
  }

  #drawList() {
    fill(this.list, this.#clips.map((one, at) =>
      h("li", null, h("button", { type: "button", onclick: () => this.to(at) },
        h("span.called", { dir: "auto" }, nameOf(one).slice(0, 80)),
        h("span.facts", { dir: "auto" }, factsOf(one).slice(0, 2).join(" · "))))))
  }

  #mark() {
    ;[...this.list.children].forEach((item, at) => {
      if (at === this.#at) item.firstChild.setAttribute("aria-current", "true")
      else item.firstChild.removeAttribute("aria-current")
    })
    const item = this.list.children[this.#at]
    if (item) this.list.scrollTop = item.offsetTop - this.list.offsetTop - this.list.clientHeight / 2
  }
}
