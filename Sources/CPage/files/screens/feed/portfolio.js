// The portfolio: what one lets others see, and what they say of it.
import { get } from "../../core/api.js"
import { title } from "../../core/address.js"
import { fill, h, settled } from "../../core/dom.js"
import { onEvent } from "../../core/events.js"
import { icon } from "../../core/icons.js"
import { learn } from "../../core/things.js"
import { numberText, say } from "../../core/words.js"
import { commentsOf } from "../../parts/comments.js"
import { main } from "../../parts/frame.js"
import { audienceMark } from "../../parts/marks.js"
import { openShare } from "../../parts/share.js"
import { nameOf, thingTile } from "../../parts/thing-tile.js"
import { tellProblem } from "../../parts/toasts.js"
import { mineTabs } from "./likes.js"

/** Shows it; with `place` in the address only what names that one. */
export async function showPortfolio(view) {
  title(say("portfolio.heading"))
  const heading = h("h1", null, say("portfolio.heading"))
  const sums = h("dl.sums")
  const rows = h("ul.shown-things", { "aria-label": say("portfolio.things") })
  const below = h("div")
  const friends = h("section.friends-table")
  main(view, heading, h("div.bar", null, heading,
    h("a.button", { href: "/outfits/ask" }, icon("comment"), say("portfolio.ask"))), mineTabs("/portfolio"), sums, rows, below, friends)
  const query = { place: view.query.get("place"), limit: 30 }
  let cursor = null
  const more = async () => {
    try {
      const page = await get("/v1/portfolio", { ...query, cursor }, { signal: view.signal })
      cursor = page.next_cursor ?? null
      learn(page.items)
      total(sums, page)
      rows.append(...page.items.map((one) => row(one, view.signal)))
      fill(below, cursor ? h("button", { type: "button", onclick: more }, say("feed.more")) : null,
        rows.firstChild ? null : h("div.empty", null, icon("share"), h("h2", null, say("portfolio.none")), h("p", null, say("portfolio.noneAbout"))))
    } catch (problem) {
      if (!view.signal.aborted) tellProblem(problem)
    }
  }
  await more()
  if (!query.place) void showFriends(friends)
  // What others say comes while one looks: the sums and the numbers of each row, and nothing moves.
  const look = settled(300, async () => {
    const page = await get("/v1/portfolio", { ...query, limit: Math.min(500, Math.max(30, rows.children.length)) }).catch(() => null)
    if (!page || view.signal.aborted) return
    total(sums, page)
    for (const one of page.items) {
      const numbers = rows.querySelector(`[data-id="${one.id}"] .numbers`)
      if (numbers) fill(numbers, figures(one))
    }
  })
  view.signal.addEventListener("abort", onEvent(/^(comment\.added|reaction\.changed)$/, look))
}

function total(place, page) {
  const sum = (words, number, kind) => h("div", null, h("dt", null, icon(kind), say(words)), h("dd", null, numberText(number)))
  fill(place,
    sum("portfolio.shown", page.things, "share"), sum("portfolio.likes", page.likes, "heart"),
    sum("portfolio.dislikes", page.dislikes, "cross"), sum("portfolio.comments", page.comments, "comment"),
    sum("portfolio.followers", page.follower_count, "people"))
}

const figures = ({ reactions }) => [
  h("span", { title: say("portfolio.likes") }, icon("heart", say("portfolio.likes")), numberText(reactions.likes)),
  h("span", { title: say("portfolio.dislikes") }, icon("cross", say("portfolio.dislikes")), numberText(reactions.dislikes)),
]

function row(one, signal) {
  const said = h("div", { hidden: true })
  const words = say("portfolio.commentsOf", nameOf(one).slice(0, 80))
  const talk = h("button.quiet", {
    type: "button", "aria-expanded": "false", title: words, "aria-label": `${words}: ${numberText(one.reactions.comments)}`,
    onclick: () => {
      said.hidden = !said.hidden
      talk.setAttribute("aria-expanded", String(!said.hidden))
      if (!said.firstChild) said.append(commentsOf(one, { signal }))
    },
  }, icon("comment"), numberText(one.reactions.comments))
  return h("li", { data: { id: one.id } },
    h("div.line", null, thingTile(one, { note: false }),
      h("div.numbers", null, figures(one)), talk,
      h("button.quiet", {
        type: "button", title: say("share.open"), "aria-label": `${say("share.open")}: ${nameOf(one).slice(0, 80)}`,
        onclick: () => void openShare({ ids: [one.id] }, 1),
      }, audienceMark(one.placement))),
    said)
}

async function showFriends(place) {
  const { items } = await get("/v1/portfolio/friends").catch(() => ({ items: [] }))
  if (!items.length) return
  const cell = (number) => h("td", null, numberText(number))
  fill(place, h("h2", null, say("portfolio.friends")),
    h("table", null,
      h("thead", null, h("tr", null, ["person", "things", "likes", "dislikes", "comments"].map((name) => h("th", { scope: "col" }, say(`portfolio.${name}`))))),
      h("tbody", null, items.map((one) => h("tr", null,
        h("td", null, h("a", { href: `/people/${encodeURIComponent(one.author.name)}`, dir: "auto" }, one.author.name)),
        cell(one.things), cell(one.likes), cell(one.dislikes), cell(one.comments))))))
}

