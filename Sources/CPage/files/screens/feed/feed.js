// The feed: what came from others, what others say, and what one follows, each under its own tab.
import { refine, title } from "../../core/address.js"
import { h } from "../../core/dom.js"
import { icon } from "../../core/icons.js"
import { say } from "../../core/words.js"
import { main } from "../../parts/frame.js"
import { feedFilter } from "./filter.js"
import { showFollows } from "./follows.js"
import { showSaid } from "./said.js"
import { Stream } from "./stream.js"

const tabs = ["following", "discover", "said", "follows"]

/** Shows the tab that the address names. */
export async function showFeed(view) {
  const tab = tabs.includes(view.query.get("tab")) ? view.query.get("tab") : "following"
  title(say(`feed.${tab}`))
  const isPictures = view.query.get("look") === "pictures"
  const heading = h("h1", null, say("nav.feed"))
  const place = h("div.feed-place")
  const hasThings = tab === "following" || tab === "discover"
  const filter = hasThings ? feedFilter(view.query) : null
  main(view, heading,
    h("div.bar", null, heading,
      hasThings
        ? h("button.quiet", {
            type: "button", "aria-pressed": String(isPictures), onclick: () => void refine({ look: isPictures ? null : "pictures" }),
          }, icon("photo"), h("span", null, say("feed.pictures")))
        : null,
      h("a.button.quiet", { href: "/lookbook" }, icon("heart"), h("span", null, say("likes.heading"))),
      filter?.button),
    h("nav.tabs", { "aria-label": say("feed.tabs") }, tabs.map((one) =>
      h("a", {
        href: one === "following" ? "/feed" : `/feed?tab=${one}`, "aria-current": one === tab ? "page" : null,
      }, say(`feed.${one}`)))),
    filter?.panel, place)
  document.querySelector(".tabs [aria-current]")?.scrollIntoView({ block: "nearest", inline: "center", behavior: "instant" })
  if (tab === "said") return showSaid(view, place)
  if (tab === "follows") return showFollows(view, place)
  await new Stream(view, tab, isPictures, place).begin()
}
