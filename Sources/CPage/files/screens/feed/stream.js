// What came from others, the latest first, with a mark of how far one had read; a burst of one person is folded.
import { get } from "../../core/api.js"
import { refine, remember } from "../../core/address.js"
import { $$, afterScroll, announce, fill, h, settled } from "../../core/dom.js"
import { onEvent } from "../../core/events.js"
import { icon } from "../../core/icons.js"
import { bind } from "../../core/keys.js"
import { learn, thing } from "../../core/things.js"
import { dayText, say } from "../../core/words.js"
import { hasPicture } from "../../parts/picture.js"
import { toggle } from "../../parts/react.js"
import { tellProblem } from "../../parts/toasts.js"
import { articleOf, pictureArticle } from "./article.js"
import { slideBars } from "./bars.js"
import { filterQuery } from "./filter.js"
import { suggestions } from "./follows.js"
import { runs } from "./runs.js"

const page = 30
/** From how many of one person in a row on the rest is folded into one card. */
const burst = 4

export class Stream {
  #things = []
  #ids = new Set()
  #cursor = null
  #open = new Set()
  #isLoading = false

  constructor(view, kind, isPictures, place) {
    this.view = view
    this.kind = kind
    this.isPictures = isPictures
    this.query = { kind, q: filterQuery(view.query), limit: page }
    this.markName = `weft.feed.${kind}`
    this.mark = JSON.parse(localStorage.getItem(this.markName) ?? "null")
    this.feed = h(`div.feed${isPictures ? ".pictures" : ""}`, {
      role: "feed", "aria-label": say(`feed.${kind}`), "aria-busy": "true", onkeydown: (event) => this.#key(event),
    })
    this.below = h("div")
    this.pill = h("button.main.pill", { type: "button", hidden: true, onclick: () => this.#showNew() })
    this.place = place
    fill(place, h("p.dim.order", null, say("feed.order")), this.pill, this.feed, this.below)
  }

  async begin() {
    const { signal, state } = this.view
    try {
      await this.#more()
      // Going back leads to where one was, so as much is read as was then.
      const isBelow = () => state.anchor && !this.#ids.has(state.anchor.id) && this.#things.length < 1000
      while (this.#cursor && (isBelow() || !this.feed.children.length)) await this.#more()
    } catch (problem) {
      if (!signal.aborted) tellProblem(problem)
      return
    }
    if (state.anchor) this.#return(state.anchor)
    afterScroll(() => this.#rest(), signal)
    const end = (this.end = new IntersectionObserver((seen) => seen.at(-1).isIntersecting && this.#reach(), { rootMargin: "800px" }))
    end.observe(this.below)
    addEventListener("scroll", () => (this.rounds = 0), { signal, passive: true })
    const ends = [onEvent(/^(object\.created|object\.changed_many|share\.received|object\.deleted)$/, settled(400, () => void this.#look()))]
    signal.addEventListener("abort", () => (end.disconnect(), ends.forEach((one) => one()), this.#noteMark()))
    addEventListener("pagehide", () => this.#noteMark(), { signal })
    if (this.isPictures) slideBars(signal)
    this.#keys()
  }

  // What is folded takes no room, so that the end stays in sight: then one says oneself that there should be more.
  #reach() {
    this.rounds = (this.rounds ?? 0) + 1
    if (this.rounds <= 3) return void this.#more().catch(tellProblem)
    if (this.#cursor) fill(this.below, h("button", { type: "button", onclick: () => ((this.rounds = 0), this.#reach()) }, say("feed.more")))
  }

  async #more() {
    if (this.#isLoading || (this.#things.length && !this.#cursor)) return
    this.#isLoading = true
    this.feed.setAttribute("aria-busy", "true")
    try {
      const { items, next_cursor } = await get("/v1/feed", { ...this.query, cursor: this.#cursor }, { signal: this.view.signal })
      this.#cursor = next_cursor ?? null
      learn(items)
      for (const one of items) {
        if (this.#ids.has(one.id)) continue
        this.#ids.add(one.id)
        this.#things.push(one)
      }
      this.#draw()
    } finally {
      this.#isLoading = false
      this.feed.setAttribute("aria-busy", "false")
      this.end?.unobserve(this.below)
      this.end?.observe(this.below)
    }
  }

  // What is there already stays as it is, so that nothing loses the focus or moves.
  #draw() {
    const there = new Map([...this.feed.children].map((element) => [element.dataset.key, element]))
    const wanted = []
    const shown = this.isPictures ? this.#things.filter(hasPicture) : this.#things
    let isMarked = !this.mark || this.isPictures
    for (const { items, author } of runs(shown)) {
      const isLong = items.length >= burst && !this.isPictures
      const head = isLong ? items.slice(0, 2) : items
      for (const one of head) {
        if (!isMarked && one.id === this.mark.id) wanted.push(there.get("mark") ?? this.#markLine(!wanted.length)), (isMarked = true)
        wanted.push(there.get(one.id) ?? this.#article(one))
      }
      if (!isLong) continue
      const key = `fold-${items[0].id}`
      const rest = items.slice(2)
      const isOpen = this.#open.has(key)
      if (!isOpen && !isMarked && rest.some(({ id }) => id === this.mark.id)) isMarked = true
      const old = there.get(key)
      wanted.push(old?.dataset.size === String(rest.length) && old.dataset.open === String(isOpen) ? old : this.#fold(key, rest.length, author, isOpen))
      if (isOpen) for (const one of rest) wanted.push(there.get(one.id) ?? this.#article(one))
    }
    wanted.forEach((element, at) => {
      if (this.feed.children[at] !== element) this.feed.insertBefore(element, this.feed.children[at] ?? null)
    })
    while (this.feed.children.length > wanted.length) this.feed.lastChild.remove()
    this.feed.hidden = !wanted.length
    const articles = $$(":scope > article", this.feed)
    articles.forEach((article, at) => {
      article.setAttribute("aria-posinset", String(at + 1))
      article.setAttribute("aria-setsize", this.#cursor ? "-1" : String(articles.length))
    })
    if (!shown.length) this.#empty()
    else fill(this.below, this.#cursor ? null : h("p.end.dim", null, say("feed.end")))
  }

  #article(one) {
    return this.isPictures ? pictureArticle(one) : articleOf(one, this.view.signal)
  }

  #fold(key, size, author, isOpen) {
    return h("article.fold", {
      tabindex: "0", "aria-label": say("feed.folded", size, author.name), data: { key, size: String(size), open: String(isOpen) },
    },
      h("button", {
        type: "button", "aria-expanded": String(isOpen),
        onclick: () => {
          if (!this.#open.delete(key)) this.#open.add(key)
          this.#draw()
          this.feed.querySelector(`[data-key="${key}"] button`)?.focus({ preventScroll: true })
        },
      }, icon(isOpen ? "up" : "down"), h("bdi", null, isOpen ? say("feed.unfolded", author.name) : say("feed.folded", size, author.name))))
  }

  #markLine(isFirst) {
    return h("div.read-mark", { data: { key: "mark" } },
      h("span", null, icon("check"), say(isFirst ? "feed.upToDate" : "feed.readBefore", dayText(this.mark.at.slice(0, 10)))))
  }

  #noteMark() {
    const [first] = this.#things
    if (!first || this.query.q || (this.mark && this.mark.id === first.id)) return
    localStorage.setItem(this.markName, JSON.stringify({ id: first.id, at: new Date().toISOString() }))
  }

  async #empty() {
    if (this.#cursor) return
    const follows = this.kind === "following" && !this.query.q ? await get("/v1/follows").catch(() => ({ items: [1] })) : { items: [1] }
    if (this.#things.length && !this.isPictures) return
    fill(this.below, follows.items.length
      ? h("div.empty", null, icon("feed"), h("h2", null, say(this.query.q ? "feed.noneMatch" : this.isPictures ? "feed.noPictures" : "feed.none")),
          h("p", null, say(this.kind === "following" ? "feed.noneFollowing" : "feed.noneDiscover")),
          h("a.button", {
            href: this.kind === "following" ? "/feed?tab=discover" : "/people",
          }, say(this.kind === "following" ? "feed.discover" : "nav.people")))
      : suggestions(this.view, () => void refine({})))
  }

  // MARK: What comes while one reads

  async #look() {
    if (this.view.signal.aborted) return
    const { items, next_cursor } = await get("/v1/feed", this.query).catch(() => ({ items: [] }))
    const added = items.filter(({ id }) => !this.#ids.has(id))
    if (!added.length) return
    learn(items)
    this.added = added
    this.isGap = added.length === items.length
    if (!this.#things.length) {
      this.#cursor = next_cursor ?? null
      return this.#showNew()
    }
    this.pill.textContent = say("feed.new", added.length, this.isGap && Boolean(next_cursor))
    this.pill.hidden = false
    announce(this.pill.textContent)
  }

  #showNew() {
    this.pill.hidden = true
    for (const one of this.added) this.#ids.add(one.id)
    this.#things.unshift(...this.added)
    this.added = []
    this.#draw()
    scrollTo({ top: 0 })
    this.feed.querySelector("article")?.focus({ preventScroll: true })
  }

  // MARK: Where one is

  #rest() {
    const top = document.querySelector("body > header").offsetHeight
    const first = $$(":scope > article", this.feed).find((one) => one.getBoundingClientRect().bottom > top)
    if (first && this.#ids.has(first.dataset.key)) {
      remember({ anchor: { id: first.dataset.key, offset: Math.round(first.getBoundingClientRect().top) } })
    }
  }

  #return({ id, offset }) {
    const element = this.feed.querySelector(`[data-key="${CSS.escape(id)}"]`)
    if (element) scrollBy({ top: element.getBoundingClientRect().top - offset, behavior: "instant" })
  }

  // MARK: Keys

  #step(by) {
    const articles = $$(":scope > article", this.feed)
    const here = articles.indexOf(document.activeElement?.closest?.("article"))
    articles[Math.max(0, Math.min(articles.length - 1, here + by))]?.focus()
  }

  #key(event) {
    const isBoth = event.ctrlKey && ["Home", "End"].includes(event.key)
    if (event.key === "PageDown" || event.key === "PageUp") {
      event.preventDefault()
      this.#step(event.key === "PageDown" ? 1 : -1)
    } else if (isBoth) {
      event.preventDefault()
      if (event.key === "Home") document.querySelector(".tabs a[aria-current]")?.focus()
      else document.querySelector("body > nav a")?.focus()
    } else if (event.key === "Enter" && event.target.matches("article")) event.target.querySelector("a.thing-tile, button")?.click()
  }

  #keys() {
    const here = () => document.activeElement?.closest?.(".feed > article")
    const one = () => thing(here()?.dataset.key)
    const on = (key, about, act) => bind(key, about, act, this.view.signal)
    on("j", "keys.next", () => this.#step(1))
    on("k", "keys.previous", () => this.#step(-1))
    on("l", "keys.like", () => one() && void toggle(one(), "like"))
    on("d", "keys.dislike", () => one() && void toggle(one(), "dislike"))
    for (const [key, act, words] of [["c", "comment", "react.say"], ["u", "unread", "keys.unread"], ["m", "keep", "react.keep"]]) {
      on(key, words, () => here()?.querySelector(`[data-act="${act}"]`)?.click())
    }
  }
}
