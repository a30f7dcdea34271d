// Links: a board or a list of everything that matches a search.
import { get, thumbnailAddress } from "../core/api.js"
import { go, refine, remember, title } from "../core/address.js"
import { announce, fill, h, refill, settled } from "../core/dom.js"
import { onEvent } from "../core/events.js"
import { icon } from "../core/icons.js"
import { bind } from "../core/keys.js"
import { Selection } from "../core/selection.js"
import { setOrder, Skeleton } from "../core/skeleton.js"
import { thing } from "../core/things.js"
import { agoText, count, exactText, numberText, say } from "../core/words.js"
import { batch, commands, editTags, openPage, putIntoCollection } from "../parts/acts.js"
import { nameOf, setUnread } from "../parts/edit.js"
import { main } from "../parts/frame.js"
import { trash } from "../parts/keep.js"
import { ThingList } from "../parts/list.js"
import { audienceMark, hostOf, tagChip } from "../parts/marks.js"
import { menuButton } from "../parts/menu.js"
import { ownedMark } from "../parts/owned.js"
import { openShare } from "../parts/share.js"
import { tagChips } from "../parts/tags-input.js"
import { tellProblem } from "../parts/toasts.js"

const sorts = ["added", "updated", "title", "size", "likes"]
/** Shows the links. */
export async function showLinks(view) {
  const q = view.query.get("q") ?? ""
  const sort = view.query.get("sort") ?? localStorage.getItem("weft.sort") ?? "added"
  const look = view.query.get("view") ?? localStorage.getItem("weft.view") ?? "board"
  const selection = new Selection()
  let skeleton = null
  title(q || say("nav.links"))
  const heading = h("h1", null, q ? say("links.found") : say("nav.links"), h("small", { id: "links-count" }))
  const list = new ThingList({
    make: (one) => tile(one, look), label: say("nav.links"), selection, signal: view.signal,
    onOpen: (id) => go(`/thing/${id}`),
  })
  const bar = selectionBar(selection, q, () => skeleton?.total ?? 0)
  const below = h("div")
  main(view, heading,
    h("div.bar", null, heading, toggle("board", look), toggle("list", look),
      h("select", { "aria-label": say("links.sort"), onchange: ({ target }) => {
        localStorage.setItem("weft.sort", target.value)
        void refine({ sort: target.value })
      } }, sorts.map((one) => h("option", { value: one, selected: one === sort }, say(`sort.${one}`))))),
    below, list.element, bar)
  const show = async (anchor) => {
    try {
      const found = await Skeleton.read({ q, sort, type: "link" }, view.signal)
      if (anchor && found.isSame(skeleton)) return
      skeleton = found
    } catch (problem) {
      if (view.signal.aborted) return
      return showWrong(below, problem, q)
    }
    setOrder(skeleton, (id) => list.reveal(id))
    heading.querySelector("#links-count").textContent = count(skeleton.total, say("forms.links"))
    if (q) announce(count(skeleton.total, say("forms.links")))
    fill(below, skeleton.total ? null : empty(q))
    list.element.hidden = !skeleton.total
    list.show(skeleton, look, anchor)
  }
  list.onRest = (anchor) => remember({ anchor })
  await show(view.state.anchor)
  news(view, list, () => skeleton, show)
  keys(view, list, selection, () => skeleton, q)
}

function toggle(look, shown) {
  return h("button.quiet", {
    type: "button", "aria-pressed": String(look === shown), "aria-label": say(`links.${look}`), title: say(`links.${look}`),
    onclick: () => {
      localStorage.setItem("weft.view", look)
      void refine({ view: look })
    },
  }, icon(look))
}

// MARK: One link

function tile(one, look) {
  const name = nameOf(one)
  const picture = one.thumbnail && look === "board"
    ? h("div.picture", { role: "gridcell" },
        h("img", {
          src: thumbnailAddress(one.thumbnail), alt: "", loading: "lazy", decoding: "async", draggable: "false",
          // A picture that is none leaves a tile without one.
          onerror: ({ target }) => target.closest(".picture")?.remove(),
        }))
    : null
  const body = h("div.body", { role: "gridcell" },
    h("a.title", { href: `/thing/${one.id}`, tabindex: "-1", dir: "auto" }, name),
    h("span.host", null, hostOf(one.url), one.author.me ? null : ` · @${one.author.name}`,
      " · ", h("time", { datetime: one.created_at, title: exactText(one.created_at) }, agoText(one.created_at))),
    one.note ? h("span.note", { dir: "auto" }, one.note.slice(0, 400)) : null)
  const foot = h("div.foot", { role: "gridcell" },
    tagChips(one.tags, tagChip), one.isPending ? h("span.pending", { title: say("pending") }) : null,
    one.author.me ? null : ownedMark(one), audienceMark(one.placement),
    menuButton(say("menu.of", name), "more", () => commands(one), { tabindex: "-1" }))
  const pick = h("div", { role: "gridcell" },
    h("input.pick", { type: "checkbox", tabindex: "-1", "aria-label": say("select.one", name) }))
  return [picture, body, foot, pick].filter(Boolean)
}

// MARK: Many links

// What is selected by a search is what this list shows of it: links, and nothing else that matches.
const allOf = (q) => (q ? `type:link (${q})` : "type:link")

function selectionBar(selection, q, totalNow) {
  const bar = h("div.selection-bar", { role: "toolbar", "aria-label": say("selection.label"), hidden: true })
  selection.addEventListener("change", () => {
    bar.hidden = !selection.size
    if (!selection.size) return
    const { words, size } = selection
    const total = totalNow()
    const act = (kind, text, key, run) =>
      h("button.quiet", { type: "button", onclick: run, title: `${text} (${key})` }, icon(kind), h("span", null, text))
    refill(bar,
      h("strong", null, count(size, say("forms.selected"))),
      act("tag", say("edit.tags"), "t", () => editTags([], words, size)),
      act("folder", say("collection.put"), "c", () => putIntoCollection(words)),
      act("share", say("share.open"), "p", () => openShare(words, size)),
      act("clock", say("read.done"), "u", () => batch({ op: "set_unread", ...words, unread: false })),
      menuButton(say("size.all"), "board", () => ["s", "m", "l"].map((one) => ({
        text: say(`size.${one}`), act: () => batch({ op: "set_size", ...words, size: one }),
      })), { class: "worded" }, say("field.size")),
      act("trash", say("trash.put"), "Del", () => trash(words).then((done) => done && selection.clear())),
      selection.query === null && size < total
        ? h("button.quiet", { type: "button", onclick: () => selection.all(allOf(q), total) },
            say("selection.all", numberText(total)))
        : null,
      h("button.quiet", { type: "button", "aria-label": say("selection.clear"), onclick: () => selection.clear() },
        icon("cross")))
  })
  return bar
}

// MARK: What happens while one reads

function news(view, list, skeleton, show) {
  let added = 0
  let isOther = false
  const pill = h("button.main.pill", { type: "button", hidden: true, onclick: () => {
    added = 0
    pill.hidden = true
    void show(null).then(() => scrollTo({ top: 0 }))
  } })
  list.element.before(pill)
  // Of many changes at once, as of an import, the order is read once.
  const again = settled(150, async () => {
    if (view.signal.aborted) return
    // With nothing above there is nothing to hold in place.
    const isTop = scrollY < 40 || !skeleton()?.total
    const [news, others] = [added, isOther]
    isOther = false
    if (isTop) added = 0
    pill.hidden = isTop || !news
    pill.textContent = say("links.newAbove", added)
    if ((isTop && news) || others) await show(isTop ? null : list.anchor)
  })
  const end = onEvent(/^object\.(created|updated|deleted|changed_many)$/, ({ type, data }) => {
    const isHere = data?.id !== undefined && skeleton()?.place(data.id) >= 0
    if (type === "object.created") added += 1
    // One that is shown tells its row of a change; one that is not may have come back from the trash.
    else if ((type === "object.updated" && isHere) || (type === "object.deleted" && !isHere)) return
    else isOther = true
    again()
  })
  view.signal.addEventListener("abort", end)
}

function keys(view, list, selection, skeleton, q) {
  const { signal } = view
  const here = () => thing(list.current)
  const on = (key, about, act) => bind(key, about, act, signal)
  on("j", "keys.next", () => list.step(1))
  on("k", "keys.previous", () => list.step(-1))
  on("o", "keys.page", () => here() && openPage(here()))
  on("e", "keys.edit", () => here() && go(`/thing/${here().id}`))
  on("t", "keys.tags", () =>
    selection.size ? editTags([], selection.words, selection.size) : here() && editTags([here()]))
  on("c", "keys.collection", () => (selection.size || list.current) &&
    putIntoCollection(selection.size ? selection.words : { ids: [list.current] }))
  on("p", "keys.share", () =>
    selection.size ? openShare(selection.words, selection.size)
      : here()?.author.me && openShare({ ids: [list.current] }, 1))
  on("u", "keys.unread", () =>
    selection.size ? batch({ op: "set_unread", ...selection.words, unread: false }) : here() && setUnread(here()))
  on("x", "keys.select", () => list.current && selection.toggle(list.current))
  on("Shift+x", "keys.selectRange", () => list.current && selection.extend(list.current, skeleton()))
  on("* a", "keys.selectAll", () => selection.all(allOf(q), skeleton()?.total ?? 0))
  on("* n", "keys.selectNone", () => selection.clear())
  on("Delete", "keys.trash", () => (selection.size || list.current) &&
    trash(selection.size ? selection.words : { ids: [list.current] }).then((done) => done && selection.clear()))
  on("Escape", "keys.clear", () => selection.clear())
}

// MARK: Nothing to show

function empty(q) {
  if (!q) {
    return h("div.empty", null, icon("link"), h("h2", null, say("links.none")), h("p", null, say("links.begin")),
      h("a.button", { href: "/welcome" }, say("links.bring")))
  }
  // Each word on its own, with what would be found without it.
  const words = q.match(/(?:[^\s"]|"[^"]*"?)+/gu) ?? [q]
  const box = h("div.empty", null, icon("search"), h("h2", null, say("links.noMatch")))
  if (words.length > 1) {
    const list = h("ul.chips")
    box.append(list)
    words.forEach(async (word, at) => {
      const rest = words.filter((_, other) => other !== at).join(" ")
      const item = h("li.chip", null, word)
      list.append(item)
      const index = await get("/v1/things", { q: rest, type: "link", limit: 1, total: true }).catch(() => null)
      item.append(" ", h("a", { href: `/links?q=${encodeURIComponent(rest)}` }, index ? say("links.without", numberText(index.total)) : "×"))
    })
  }
  box.append(h("a.button", { href: "/links" }, say("links.all")))
  return box
}

function showWrong(place, problem, q) {
  if (problem.code !== "invalid_query") return tellProblem(problem)
  fill(place, h("div.empty", { role: "alert" }, icon("warning"), h("h2", null, say("links.wrongQuery")),
    h("p", { lang: "en" }, problem.message), problem.fix ? h("p", { lang: "en" }, problem.fix) : null, h("code", null, q)))
}
