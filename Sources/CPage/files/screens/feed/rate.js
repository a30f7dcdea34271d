// Judging one thing after the other: by a swipe, by keys, or by buttons; each judgement can be taken back.
import { all, fileAddress, get, write } from "../../core/api.js"
import { refine, title } from "../../core/address.js"
import { announce, fill, h } from "../../core/dom.js"
import { icon } from "../../core/icons.js"
import { bind } from "../../core/keys.js"
import { learn } from "../../core/things.js"
import { agoText, say } from "../../core/words.js"
import { audience } from "../../parts/marks.js"
import { commentsOf } from "../../parts/comments.js"
import { openDialog } from "../../parts/dialog.js"
import { main } from "../../parts/frame.js"
import { ownedMark } from "../../parts/owned.js"
import { personMark, picture, pictureOf } from "../../parts/picture.js"
import { openReport } from "../../parts/report.js"
import { factsOf, nameOf, pathOf } from "../../parts/thing-tile.js"
import { doing, tellProblem } from "../../parts/toasts.js"
import { swipe } from "./swipe.js"

const kinds = ["outfit", "garment", "place", "clip", "link"]

/** Shows what is to be judged. */
export async function showRate(view) {
  title(say("nav.rate"))
  const kind = kinds.includes(view.query.get("type")) ? view.query.get("type") : ""
  const heading = h("h1", null, say("nav.rate"))
  const left = h("span.dim", { role: "status" })
  const stage = h("div.stage")
  const bar = h("div.verdicts", { role: "group", "aria-label": say("rate.label") })
  main(view, heading,
    h("div.bar", null, heading, left,
      h("select", { "aria-label": say("rate.kind"), onchange: ({ target }) => void refine({ type: target.value }) },
        ["", ...kinds].map((one) => h("option", { value: one, selected: one === kind }, say(one ? `filter.type.${one}` : "rate.all"))))),
    stage, bar)
  const round = new Round(view, kind, { stage, bar, left })
  await round.begin()
}

class Round {
  #queue = []
  #judged = []
  #seen = new Set()
  #cursor
  #card = null

  constructor(view, kind, { stage, bar, left }) {
    this.view = view
    this.query = { q: kind ? `type:${kind}` : "", discover: view.query.get("discover") === "true" }
    this.stage = stage
    this.left = left
    const button = (name, words, act, kind, key) =>
      h(`button${name}`, {
        type: "button", onclick: act, title: `${say(words)} (${key})`,
      }, icon(kind), h("span", null, say(words)), h("kbd", { "aria-hidden": "true" }, key))
    this.buttons = [
      button(".no", "rate.no", () => this.judge("dislike"), "cross", "d"),
      button("", "rate.skip", () => this.judge(null), "right", "s"),
      button(".yes", "rate.yes", () => this.judge("like"), "heart", "l"),
    ]
    this.back = button(".quiet", "rate.back", () => void this.undo(), "undo", "z")
    this.talk = button(".quiet", "react.say", () => this.comment(), "comment", "c")
    fill(bar, this.back, this.buttons, this.talk)
    this.bar = bar
  }

  async begin() {
    try {
      await this.#more()
    } catch (problem) {
      if (!this.view.signal.aborted) tellProblem(problem)
      return
    }
    this.#show()
    const on = (keys, about, act) => keys.forEach((key) => bind(key, about, act, this.view.signal))
    on(["l", "ArrowRight"], "rate.yes", () => this.judge("like"))
    on(["d", "ArrowLeft"], "rate.no", () => this.judge("dislike"))
    on(["s", "ArrowDown"], "rate.skip", () => this.judge(null))
    on(["z", "ArrowUp"], "rate.back", () => void this.undo())
    on(["c"], "react.say", () => this.comment())
  }

  async #more() {
    if (this.#cursor === null) return
    const page = await get("/v1/rate", { ...this.query, limit: 20, cursor: this.#cursor }, { signal: this.view.signal })
    this.#cursor = page.next_cursor ?? null
    learn(page.items)
    for (const one of page.items) {
      if (this.#seen.has(one.id)) continue
      this.#seen.add(one.id)
      this.#queue.push(one)
    }
    if (!this.#queue.length && this.#cursor) await this.#more()
  }

  /** Says what one thinks of what is shown, or passes it by, and shows the next. */
  judge(value, isSwiped = false) {
    const one = this.#queue.shift()
    if (!one) return
    this.#judged.push({ one, value })
    if (value) {
      const path = `/v1/objects/${one.id}/reaction`
      void doing(() => write("PUT", path, { body: { value } }))
    }
    announce(say(`rate.said.${value ?? "skip"}`, nameOf(one).slice(0, 80)))
    if (!isSwiped) this.#leave(value)
    if (this.#queue.length < 6) void this.#more().then(() => this.#count()).catch(() => {})
    this.#show()
  }

  // The card that was judged by a button goes the way that a swipe would have taken it.
  #leave(value) {
    const card = this.#card
    if (!card || matchMedia("(prefers-reduced-motion: reduce)").matches) return
    const ghost = card.cloneNode(true)
    ghost.setAttribute("inert", "")
    ghost.classList.add("ghost", value ?? "skip")
    this.stage.after(ghost)
    setTimeout(() => ghost.remove(), 220)
  }

  /** Takes the last judgement back and shows the thing again. */
  async undo() {
    const last = this.#judged.pop()
    if (!last) return announce(say("rate.nothingBack"))
    this.#queue.unshift(last.one)
    this.#show()
    announce(say("rate.said.back", nameOf(last.one).slice(0, 80)))
    if (last.value) await doing(() => write("DELETE", `/v1/objects/${last.one.id}/reaction`))
  }

  comment() {
    const [one] = this.#queue
    if (!one) return
    const end = new AbortController()
    void openDialog(say("rate.commentOn", nameOf(one).slice(0, 80)), () => commentsOf(one, { signal: end.signal, focus: true }),
      { isTyped: () => Boolean(document.querySelector("dialog textarea")?.value) }).then(() => end.abort())
  }

  #count() {
    const number = this.#queue.length
    this.left.textContent = number ? say("rate.left", number, this.#cursor !== null && this.#cursor !== undefined) : ""
  }

  #show() {
    this.#count()
    const [one] = this.#queue
    this.back.disabled = !this.#judged.length
    for (const button of [...this.buttons, this.talk]) button.disabled = !one
    if (!one) {
      this.#card = null
      return void fill(this.stage, h("div.empty", null, icon("heart"), h("h2", null, say("rate.none")), h("p", null, say("rate.noneAbout")),
        h("div.row", null,
          h("a.button", { href: "/feed?tab=discover" }, say("rate.discover")),
          h("a.button", { href: "/lookbook" }, say("likes.heading")))))
    }
    this.#card = card(one)
    void showQuestion(one, this.#card, this.view.signal)
    fill(this.stage, this.#card)
    swipe(this.#card, { signal: this.view.signal, left: () => this.judge("dislike", true), right: () => this.judge("like", true) })
    // The next three are there before they are wanted.
    for (const next of this.#queue.slice(1, 4)) {
      const reference = pictureOf(next)
      if (reference) new Image().src = fileAddress(reference)
    }
  }
}

// What the one who asks wants to know stands with it: it is what they said last of their own thing.
async function showQuestion(one, card, signal) {
  if (!one.reactions.comments) return
  const comments = await all(`/v1/objects/${one.id}/comments`, null, 500).catch(() => [])
  const asked = comments.findLast(({ author, in_reply_to }) => author.id === one.author.id && !in_reply_to)
  if (asked && !signal.aborted) card.querySelector(".question").replaceChildren(icon("comment"), h("span", { dir: "auto" }, asked.text.slice(0, 400)))
}

function card(one) {
  const shownTo = one.placement.map((text) => audience(text).name)
  const alone = one.placement.length === 1 && one.placement[0].startsWith("@")
  return h("article.rated", { "aria-label": nameOf(one).slice(0, 120), data: { type: one.type } },
    picture(one, { isLarge: true, alt: nameOf(one).slice(0, 120) }),
    h("span.stamp.yes", { "aria-hidden": "true" }, icon("heart")), h("span.stamp.no", { "aria-hidden": "true" }, icon("cross")),
    h("div.caption", null,
      h("a.called", { href: pathOf(one), dir: "auto", draggable: "false" }, nameOf(one).slice(0, 300)),
      factsOf(one).length ? h("p.facts", { dir: "auto" }, factsOf(one).join(" · ").slice(0, 200)) : null,
      one.note ? h("p.note", { dir: "auto" }, one.note.slice(0, 400)) : null,
      h("p.question"),
      h("p.asks", null, personMark(one.author),
        h("span", null, alone ? say("rate.asksYou", "@" + one.author.name) : say("rate.asks", "@" + one.author.name, shownTo.join(", ")),
          " · ", agoText(one.created_at)),
        ownedMark(one),
        h("button.quiet", {
          type: "button", "aria-label": say("report.open"), title: say("report.open"), onclick: () => void openReport(one),
        }, icon("flag")))))
}
