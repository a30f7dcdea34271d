// The lookbook: what one likes, the latest first.
import { get, write } from "../../core/api.js"
import { title } from "../../core/address.js"
import { fill, h } from "../../core/dom.js"
import { onEvent } from "../../core/events.js"
import { icon } from "../../core/icons.js"
import { learn } from "../../core/things.js"
import { count, personText, say } from "../../core/words.js"
import { main } from "../../parts/frame.js"
import { openShare } from "../../parts/share.js"
import { canKeep, keepMine } from "../../parts/react.js"
import { nameOf, thingTile } from "../../parts/thing-tile.js"
import { doing, tellDone, tellProblem } from "../../parts/toasts.js"

/** The tabs between what one likes and what one shows. */
export const mineTabs = (here) =>
  h("nav.tabs", { "aria-label": say("likes.tabs") },
    [["/lookbook", "likes.heading"], ["/portfolio", "portfolio.heading"]].map(([path, words]) =>
      h("a", { href: path, "aria-current": path === here ? "page" : null }, say(words))))

/** Shows it. */
export async function showLookbook(view) {
  title(say("likes.heading"))
  const number = h("small")
  const heading = h("h1", null, say("likes.heading"), number)
  const grid = h("ul.tiles", { "aria-label": say("likes.heading") })
  const below = h("div")
  main(view, heading, h("div.bar", null, heading,
    h("button", { type: "button", onclick: () => void shareLookbook() }, icon("share"), say("likes.share"))),
  mineTabs("/lookbook"), grid, below)
  let cursor = null
  let shown = 0
  const more = async () => {
    const page = await get("/v1/lookbook", { limit: 60, cursor }, { signal: view.signal }).catch((problem) => {
      if (!view.signal.aborted) tellProblem(problem)
    })
    if (!page) return
    cursor = page.next_cursor ?? null
    learn(page.items)
    shown += page.items.length
    grid.append(...page.items.map((one) => liked(one, () => {
      shown -= 1
      end()
    })))
    end()
  }
  const end = () => {
    number.textContent = shown ? count(shown, say("forms.things")) + (cursor ? "+" : "") : ""
    fill(below, cursor ? h("button", { type: "button", onclick: more }, say("feed.more")) : null,
      shown ? null : h("div.empty", null, icon("heart"), h("h2", null, say("likes.none")), h("p", null, say("likes.noneAbout")),
        h("a.button", { href: "/rate" }, say("nav.rate"))))
  }
  const again = () => {
    cursor = null
    shown = 0
    fill(grid)
    return more()
  }
  await more()
  view.signal.addEventListener("abort", onEvent("reaction.changed", ({ data }) => {
    if (data?.value === "like" && !grid.querySelector(`[data-id="${data.id}"]`) && scrollY < 200) void again()
  }))
}

function liked(one, gone) {
  const item = h("li", { data: { id: one.id } },
    thingTile(one, { note: false }),
    h("div.foot", null, h("span.dim", { dir: "auto" }, personText(one.author)),
      canKeep(one)
        ? h("button.quiet", {
          type: "button", "aria-label": say("react.keepOf", nameOf(one).slice(0, 80)), title: say("react.keep"), onclick: () => void keepMine(one),
        }, icon("add"))
        : null,
      h("button.quiet", {
        type: "button", "aria-pressed": "true", "aria-label": say("likes.end", nameOf(one).slice(0, 80)), title: say("likes.unlike"),
        onclick: async () => {
          if (!(await doing(() => write("DELETE", `/v1/objects/${one.id}/reaction`)))) return
          const next = item.nextElementSibling ?? item.previousElementSibling
          item.remove()
          gone()
          next?.querySelector("a")?.focus()
          tellDone({ summary: say("likes.ended", nameOf(one).slice(0, 80)) })
        },
      }, icon("heart"))))
  return item
}

// The garments and outfits that one likes go into a closet of this name, which is then shared like any other.
async function shareLookbook() {
  try {
    const [{ items: closets }, { items: liked }] = await Promise.all([
      get("/v1/closets", { q: "Lookbook", limit: 50 }), get("/v1/lookbook", { limit: 500 }),
    ])
    const things = liked.filter(({ type }) => type === "garment" || type === "outfit").map(({ id }) => id)
    if (!things.length) return tellDone({ summary: say("likes.nothingToShare") })
    let closet = closets.find(({ name, author }) => name === "Lookbook" && author.me)?.id
    if (!closet) {
      const kept = await write("POST", "/v1/closets", { body: { name: "Lookbook", audience: "private" }, once: true })
      closet = kept.outcomes[0].id
    }
    const now = await get(`/v1/closets/${closet}`)
    const there = now.things.map(({ thing }) => thing?.id).filter(Boolean)
    const add = things.filter((id) => !there.includes(id))
    const remove = there.filter((id) => !things.includes(id))
    if (add.length || remove.length) await write("POST", `/v1/closets/${closet}/things`, { body: { add, remove }, once: true })
    await openShare({ ids: [closet] }, 1)
  } catch (problem) {
    tellProblem(problem)
  }
}
