// Duplicates: own links with one canonical address, side by side; merged, the first of them has what all had.
import { get, write } from "../../core/api.js"
import { h } from "../../core/dom.js"
import { icon } from "../../core/icons.js"
import { agoText, count, exactText, say } from "../../core/words.js"
import { live, part } from "../../parts/live.js"
import { audienceMark, tagChip } from "../../parts/marks.js"
import { tagChips } from "../../parts/tags-input.js"
import { doing } from "../../parts/toasts.js"

const onPage = 20

/** Shows them. */
export function duplicatesPart(view) {
  const place = live(view, /^object\./, () => get("/v1/duplicates", { limit: onPage }), ({ items, total, surplus }) =>
    total
      ? [
          h("div.row.apart", null,
            h("p", null, say("duplicates.total", count(total, say("forms.addresses")),
              count(surplus, say("forms.links")))),
            surplus ? h("button.main", { type: "button", onclick: () => merge({}) },
              say("duplicates.all", count(surplus, say("forms.links")))) : null),
          items.map(one),
          total > items.length ? h("p.hint", null, say("duplicates.rest", total - items.length)) : null,
        ]
      : h("div.empty.small", null, icon("check"), h("h3", null, say("duplicates.none")),
        h("p", null, say("duplicates.noneText"))))
  const merge = (body) =>
    doing(() => write("POST", "/v1/duplicates:merge", { body, once: true }),
      { undone: () => place.again() }).then(() => place.again())
  const one = ({ canonical_url: address, alike, apart }) =>
    h("article.duplicate", { "aria-label": address }, h("h3.web-address", { dir: "ltr" }, address),
      alike.map((links) => h("div.side-by-side", null,
        links.map((link, at) => side(link, at === 0 ? say("duplicates.stays") : say("duplicates.goes"), at === 0)),
        h("div.row.end", null, h("button", { type: "button", data: { key: links[0].id },
          onclick: () => merge({ refs: links.map(({ id }) => id) }) }, say("duplicates.merge", links.length))))),
      apart.length ? [h("p.hint", null, say("duplicates.apart")),
        h("div.side-by-side", null, apart.map((link) => side(link, say("duplicates.keeps"), false)))] : null)
  return part(say("duplicates.heading"), { hint: say("duplicates.hint") }, place)
}

function side(link, word, isFirst) {
  return h(isFirst ? "div.card.stays" : "div.card", null, h("p.dim.word", null, word),
    h("a.strong", { href: `/thing/${link.id}`, dir: "auto" }, link.title || link.url),
    h("p.web-address.dim", { dir: "ltr" }, link.url),
    link.note ? h("p.said-text.note", { dir: "auto" }, link.note.slice(0, 400)) : null,
    h("div.row", null, tagChips(link.tags, tagChip, 6), audienceMark(link.placement),
      h("time.dim", { datetime: link.created_at, title: exactText(link.created_at) }, agoText(link.created_at))))
}
