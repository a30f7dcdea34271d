// One thing in the feed: who has it, who sees it, what it is, and what one can say to it.
import { write } from "../../core/api.js"
import { h } from "../../core/dom.js"
import { icon } from "../../core/icons.js"
import { change, thing } from "../../core/things.js"
import { agoText, exactText, numberText, say } from "../../core/words.js"
import { commentsOf } from "../../parts/comments.js"
import { audienceMark, tagChip } from "../../parts/marks.js"
import { menuButton } from "../../parts/menu.js"
import { ownedMark } from "../../parts/owned.js"
import { personMark, picture } from "../../parts/picture.js"
import { canKeep, keepMine, reactionBar } from "../../parts/react.js"
import { openReport } from "../../parts/report.js"
import { nameOf, pathOf, thingTile } from "../../parts/thing-tile.js"
import { doing } from "../../parts/toasts.js"
import { tagChips } from "../../parts/tags-input.js"
import { follow, followThing, mute } from "./follows.js"

/** The article of a thing. */
export function articleOf(one, signal) {
  const said = h("div", { hidden: true })
  const toggleComments = () => {
    said.hidden = !said.hidden
    if (!said.firstChild) said.append(commentsOf(one, { signal, focus: true }))
    else if (!said.hidden) said.querySelector("textarea")?.focus()
    article.querySelector('[data-act="comment"]')?.setAttribute("aria-expanded", String(!said.hidden))
  }
  const who = `who-${one.id}`
  const article = h("article", { tabindex: "0", "aria-labelledby": `${who} name-${one.id}`, data: { key: one.id } },
    h("header", null,
      personMark(one.author),
      h("div.who", null,
        h("a", { id: who, href: `/people/${encodeURIComponent(one.author.name)}`, dir: "auto" }, one.author.name),
        h("span.when", null,
          h("time", { datetime: one.created_at, title: exactText(one.created_at) }, agoText(one.created_at)), " · ",
          audienceMark(one.placement))),
      menuButton(say("menu.of", nameOf(one).slice(0, 60)), "more", () => commands(thing(one.id) ?? one))),
    h("div", { id: `name-${one.id}` }, thingTile(one)),
    one.tags.length ? tagChips(one.tags, tagChip, 5) : null,
    reactionBar(one.id, { signal, more: (now) => more(now, toggleComments, said) }),
    said)
  return article
}

function more(one, toggleComments, said) {
  const { comments } = one.reactions
  const words = say("react.comment", numberText(comments))
  return [
    h("button.quiet", {
      type: "button", data: { act: "comment" }, "aria-expanded": String(!said.hidden), "aria-label": words, title: words, onclick: toggleComments,
    }, icon("comment"), comments ? h("span", { "aria-hidden": "true" }, numberText(comments)) : null),
    h("span.gap"),
    one.type === "bookmark"
      ? h("button.quiet", {
          type: "button", "aria-pressed": String(one.unread), data: { act: "unread" }, title: say("feed.later"), "aria-label": say("feed.later"),
          onclick: () => void change(one.id, { unread: !one.unread }, () =>
            doing(() => write("PATCH", `/v1/bookmarks/${one.id}`, { body: { unread: !one.unread } }))),
        }, icon("clock"))
      : null,
    ownedMark(one),
    canKeep(one)
      ? h("button.quiet", { type: "button", data: { act: "keep" }, onclick: () => void keepMine(one) },
          icon("add"), h("span", null, say("react.keep")))
      : null,
  ]
}

/** What can be done with somebody else's thing, and with whose it is. */
export function commands(one) {
  const who = "@" + one.author.name
  return [
    { text: say("feed.followThing"), icon: "comment", act: () => void followThing(one) },
    { text: say("feed.followPerson", who), icon: "add", act: () => void follow(who) },
    ...one.tags.slice(0, 3).map((tag) => ({ text: say("feed.followPerson", "#" + tag), icon: "tag", act: () => void follow("#" + tag) })),
    { text: say("feed.mute", who), icon: "hidden", act: () => void mute(who) },
    ...one.tags.slice(0, 1).map((tag) => ({ text: say("feed.mute", "#" + tag), icon: "hidden", act: () => void mute("#" + tag) })),
    null,
    one.url && /^https?:/.test(one.url)
      ? { text: say("open.page"), icon: "open", act: () => window.open(one.url, "_blank", "noopener,noreferrer") }
      : undefined,
    ["garment", "place", "outfit"].includes(one.type)
      ? { text: say("feed.shopping"), icon: "folder", act: () => void toShopping(one) }
      : undefined,
    { text: say("report.open"), icon: "flag", act: () => void openReport(one) },
  ].filter((entry) => entry !== undefined)
}

/** Puts a thing on the shopping list, which is made if there is none. */
export function toShopping(one) {
  return doing(async () => {
    const add = () => write("POST", "/v1/collections/shopping/items", { body: { refs: [one.id] }, once: true })
    try {
      return await add()
    } catch (problem) {
      if (problem.status !== 404) throw problem
      await write("POST", "/v1/collections", { body: { name: "shopping" }, once: true })
      return add()
    }
  })
}

/** The picture of a thing alone, for looking through many on a phone. */
export function pictureArticle(one) {
  const name = `${nameOf(one).slice(0, 120)}, ${one.author.name}`
  return h("article", { tabindex: "0", "aria-label": name, data: { key: one.id } },
    h("a", { href: pathOf(one), tabindex: "-1", "aria-label": name }, picture(one)))
}
