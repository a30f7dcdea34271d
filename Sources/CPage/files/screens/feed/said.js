// What others say of the things that one follows: likes, dislikes and comments, the latest first.
import { get } from "../../core/api.js"
import { announce, fill, h, settled } from "../../core/dom.js"
import { onEvent } from "../../core/events.js"
import { icon } from "../../core/icons.js"
import { agoText, exactText, say } from "../../core/words.js"
import { personMark } from "../../parts/picture.js"
import { nameOf, pathOf } from "../../parts/thing-tile.js"
import { tellProblem } from "../../parts/toasts.js"

const icons = { like: "heart", dislike: "cross", comment: "comment" }

/** Shows it in `place`. */
export async function showSaid(view, place) {
  const feed = h("div.feed.said", { role: "feed", "aria-label": say("feed.said"), "aria-busy": "true" })
  const below = h("div")
  const known = new Set()
  let cursor = null
  const keyOf = (one) => `${one.author.id}${one.thing.id}${one.value}${one.id ?? ""}`
  const take = (items, before) => {
    const added = items.filter((one) => !known.has(keyOf(one)))
    for (const one of added) known.add(keyOf(one))
    if (before) feed.prepend(...added.map(entry))
    else feed.append(...added.map(entry))
    return added.length
  }
  const more = async () => {
    feed.setAttribute("aria-busy", "true")
    try {
      // A page may hold none while there are more.
      do {
        const page = await get("/v1/feed/said", { limit: 50, cursor }, { signal: view.signal })
        cursor = page.next_cursor ?? null
        if (take(page.items, false)) break
      } while (cursor)
    } catch (problem) {
      if (!view.signal.aborted) tellProblem(problem)
    }
    feed.setAttribute("aria-busy", "false")
    feed.hidden = !known.size
    fill(below, cursor ? h("button", { type: "button", onclick: more }, say("feed.more")) : null,
      known.size ? null : h("div.empty", null, icon("comment"), h("h2", null, say("said.none")), h("p", null, say("said.about"))))
  }
  fill(place, feed, below)
  await more()
  const look = settled(300, async () => {
    const { items } = await get("/v1/feed/said", { limit: 50 }).catch(() => ({ items: [] }))
    const number = view.signal.aborted ? 0 : take(items, true)
    if (number && feed.hidden) (feed.hidden = false), fill(below)
    if (number) announce(say("feed.new", number))
  })
  view.signal.addEventListener("abort", onEvent(/^(comment\.added|reaction\.changed)$/, look))
}

function entry(one) {
  return h("article", { tabindex: "0", "aria-label": `${one.author.name} ${say(`said.${one.value}`)} ${nameOf(one.thing)}`.slice(0, 200) },
    personMark(one.author),
    h("div", null,
      h("p", null,
        h("a", { href: `/people/${encodeURIComponent(one.author.name)}`, dir: "auto" }, one.author.name), " ",
        h("span.verb", null, icon(icons[one.value] ?? "comment"), say(`said.${one.value}`)), " ",
        h("a", { href: pathOf(one.thing), dir: "auto" }, nameOf(one.thing).slice(0, 120))),
      one.text ? h("blockquote", { dir: "auto" }, one.text) : null,
      h("time.dim", { datetime: one.at, title: exactText(one.at) }, agoText(one.at))))
}
