// A place: where it is, whether it is open, what is there, and its clips.
import { get, write } from "../../core/api.js"
import { go, title } from "../../core/address.js"
import { fill, h, settled } from "../../core/dom.js"
import { onEvent } from "../../core/events.js"
import { icon } from "../../core/icons.js"
import { bind } from "../../core/keys.js"
import { learn, read, thing, watch } from "../../core/things.js"
import { agoText, exactText, numberText, personText, say } from "../../core/words.js"
import { commentsOf } from "../../parts/comments.js"
import { main } from "../../parts/frame.js"
import { audienceMark, hostOf, inQuotes, tagChip } from "../../parts/marks.js"
import { menuButton } from "../../parts/menu.js"
import { picture } from "../../parts/picture.js"
import { reactionBar, toggle } from "../../parts/react.js"
import { openReport } from "../../parts/report.js"
import { openShare } from "../../parts/share.js"
import { nameOf, thingTile } from "../../parts/thing-tile.js"
import { doing, tellProblem } from "../../parts/toasts.js"
import { toShopping } from "../feed/article.js"
import { centre, pointOf, setCentre } from "./centre.js"
import { openClip } from "./clip.js"
import { openPlaceForm } from "./form.js"
import { pointText, wayText } from "./geo.js"
import { openNow, weekText } from "./hours.js"
import { publisher } from "./publisher.js"
import { radar } from "./radar.js"
import { unsentBox } from "./unsent-box.js"

/** Shows the place that the address names. */
export async function showPlace(view) {
  let one
  try {
    one = await read(view.params.id)
  } catch (problem) {
    return showMissing(view, problem)
  }
  if (one.type !== "place") return void go(`/thing/${one.id}`, { replace: true })
  title(nameOf(one).slice(0, 80))
  const heading = h("h1", { dir: "auto" }, nameOf(one).slice(0, 400))
  const section = placeSection(one, view, { heading })
  main(view, heading, h("p.way-back", null, h("a", { href: "/places" }, icon("left"), say("place.back"))),
    h("div.bar", null, heading, audienceMark(one.placement), commands(one)), section)
  const on = (key, about, act) => bind(key, about, act, view.signal)
  on("l", "keys.like", () => void toggle(thing(one.id), "like"))
  on("e", "place.edit", () => void openPlaceForm(thing(one.id)))
  on("v", "place.watch", () => void go(`/reel/${one.id}`))
}

function showMissing(view, problem) {
  if (view.signal.aborted) return
  title(say("nowhere.heading"))
  const heading = h("h1", null, say("place.gone"))
  main(view, heading, heading, h("p", { lang: "en" }, problem.message), h("a.button", { href: "/places" }, say("nav.places")))
}

function commands(one) {
  return menuButton(say("menu.of", nameOf(one).slice(0, 60)), "more", () => [
    { text: say("place.edit"), icon: "edit", key: "e", act: () => void openPlaceForm(thing(one.id)) },
    { text: say("share.open"), icon: "share", act: () => void openShare({ ids: [one.id] }, 1) },
    { text: say("feed.shopping"), icon: "folder", act: () => void toShopping(one) },
    { text: say("place.lookFrom"), icon: "place", act: () => {
      setCentre({ ...pointOf(one), name: nameOf(one) })
      void go(`/places?near=${pointText(pointOf(one))}`)
    } },
    null,
    one.author.me
      ? { text: say("trash.put"), icon: "trash", act: () =>
          doing(() => write("DELETE", `/v1/places/${one.id}`), { undone: () => go(`/place/${one.id}`) }).then((done) => done && go("/places")) }
      : { text: say("report.open"), icon: "flag", act: () => void openReport(one) },
  ])
}

/**
 * What there is to see of a place: for its own screen, and for the details of a thing.
 *
 * @param {object} place
 * @param {{signal: AbortSignal}} view
 * @param {{heading?: HTMLElement}} [options] - `heading` shows the name, and follows it.
 */
export function placeSection(place, view, { heading } = {}) {
  const { signal } = view
  const facts = h("div.place-facts")
  const chart = h("div.radar-box.small")
  const things = h("section")
  const reel = h("section")
  const show = (one) => {
    if (!one) return
    if (heading) heading.textContent = nameOf(one).slice(0, 400)
    fill(facts, factsOf(one))
    const point = pointOf(one)
    const from = centre()
    chart.hidden = !point || !from
    if (point && from) {
      const km = [1, 5, 10, 50].find((ring) => ring * 1000 >= far(from, point))
      chart.hidden = !km
      if (km) fill(chart, radar(from, [{ id: one.id, name: nameOf(one), point, href: `/place/${one.id}` }], { km, label: say("place.onRadar", wayText(from, point)) }))
    }
  }
  show(place)
  watch(place.id, show, signal)
  // What is open is told by the clock.
  const timer = setInterval(() => facts.isConnected && show(thing(place.id)), 60_000)
  signal.addEventListener("abort", () => clearInterval(timer))
  const refresh = () => Promise.all([showThings(things, place, view), showReel(reel, place, view)])
  void refresh()
  signal.addEventListener("abort", onEvent(/^(object\.|share\.received)/, settled(500, () => signal.aborted || void refresh())))
  return h("div.place", null,
    h("div.place-top", null, facts, chart),
    h("div.row.place-acts", null, followButton(place), reactionBar(place.id, { signal })),
    unsentBox(view),
    reel, things, isKept(place) ? publisher(place, view) : null,
    h("section", null, h("h2", null, say("comment.label")), commentsOf(place, { signal })))
}

// Who keeps it: its author, and the members of the group where it is at home.
const isKept = ({ author, placement }) => author.me || placement.some((one) => one.startsWith("group:"))

const far = (from, to) => {
  const [lat, lon] = [to.lat - from.lat, (to.lon - from.lon) * Math.cos((from.lat * Math.PI) / 180)]
  return Math.hypot(lat, lon) * 111_195
}

function factsOf(one) {
  const point = pointOf(one)
  const open = openNow(one.hours)
  const week = weekText(one.hours)
  const line = (kind, ...children) => h("div.fact", null, icon(kind), h("div", null, children))
  const from = centre()
  return [
    one.categories.length ? h("p.dim", { dir: "auto" }, one.categories.join(" · ")) : null,
    one.note ? h("p.note", { dir: "auto" }, one.note) : null,
    open
      ? line("clock", h(`strong.open-state.${open.isOpen ? "is-open" : "is-closed"}`, null, open.text),
          h("details", null, h("summary", null, say("hours.week")),
            h("table", null, h("tbody", null, week.map(([days, times]) => h("tr", null, h("th", { scope: "row" }, days), h("td", null, times)))))))
      : one.hours ? line("clock", h("span", { dir: "auto" }, one.hours)) : null,
    one.address || point
      ? line("place", one.address ? h("div", { dir: "auto" }, one.address) : null,
          point ? h("div", null, from ? `${wayText(from, point)} · ` : null, h("a", { href: `geo:${pointText(point)}` }, say("place.map")), " ",
            h("button.quiet.tiny", {
              type: "button", title: say("place.copy"), "aria-label": say("place.copy"), onclick: () => navigator.clipboard.writeText(pointText(point)),
            }, icon("copy"))) : null)
      : null,
    one.contact ? line("comment", contactLink(one.contact)) : null,
    one.url ? line("link", /^https?:/.test(one.url) ? h("a", {
      href: one.url, target: "_blank", rel: "noopener noreferrer", dir: "auto",
    }, hostOf(one.url)) : h("span", { dir: "auto" }, one.url)) : null,
    one.tags.length ? h("div.chips", null, one.tags.map(tagChip)) : null,
    h("p.dim", null, say("place.by", personText(one.author)), " ", h("time", { title: exactText(one.created_at) }, agoText(one.created_at)),
      one.reactions.follower_count ? ` · ${say("place.followers", one.reactions.follower_count)}` : null),
  ]
}

function contactLink(text) {
  const plain = text.replace(/^(tel|mailto):/i, "")
  const isMail = /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(plain)
  const isPhone = /^\+?[\d\s()/.-]{5,}$/.test(plain)
  if (!isMail && !isPhone) return h("span", { dir: "auto" }, text)
  return h("a", { href: isMail ? `mailto:${plain}` : `tel:${plain.replace(/[^\d+]/g, "")}`, dir: "ltr" }, plain)
}

function followButton(place) {
  const button = h("button", { type: "button", "aria-pressed": "false", disabled: true })
  let followed = null
  const show = () => {
    button.disabled = false
    button.setAttribute("aria-pressed", String(Boolean(followed)))
    fill(button, icon(followed ? "check" : "add"), say(followed ? "place.following" : "place.follow"))
  }
  const look = async () => {
    const { items } = await get("/v1/follows").catch(() => ({ items: [] }))
    followed = items.find(({ form, name }) => form === "thing" && (name === nameOf(place) || name.includes(place.short_id))) ?? null
    show()
  }
  button.onclick = async () => {
    button.disabled = true
    const done = followed
      ? await doing(() => write("DELETE", `/v1/follows/${followed.id}`), { undone: look })
      : await doing(() => write("POST", "/v1/follows", { body: { thing: place.id, openly: true }, once: true }), { undone: look })
    if (done) await read(place.id).catch(() => {})
    await look()
  }
  fill(button, icon("add"), say("place.follow"))
  void look()
  return button
}

// The things that name the place. A search finds them by its name, which others may have as well.
async function showThings(box, place, view) {
  const name = nameOf(place)
  const { items } = await get("/v1/things", { q: `place:${inQuotes(name)} -type:clip`, limit: 100 }, { signal: view.signal })
    .catch(() => ({ items: [] }))
  if (view.signal.aborted) return
  const here = learn(items.filter(({ place_thing }) => place_thing?.id === place.id))
  fill(box, h("h2", null, say("place.things"), here.length ? h("small.dim", null, ` ${numberText(here.length)}`) : null),
    here.length
      ? h("ul.tiles", null, here.map((one) => h("li", null, thingTile(one, { note: false }))))
      : h("p.dim", null, say("place.nothing")))
}

async function showReel(box, place, view) {
  const { items } = await get(`/v1/places/${place.id}/reel`, { limit: 12 }, { signal: view.signal }).catch((problem) => {
    if (!view.signal.aborted) tellProblem(problem)
    return { items: [] }
  })
  if (view.signal.aborted) return
  fill(box,
    h("div.row.apart", null, h("h2", null, say("place.reel")),
      h("div.row", null,
        items.length ? h("a.button", { href: `/reel/${place.id}` }, icon("play"), say("place.watch")) : null,
        h("button", { type: "button", onclick: () => void openClip({ place }) }, icon("film"), say("clip.make")))),
    items.length
      ? h("ul.strip", null, items.map((one) => h("li", null,
          h("a", {
            href: `/reel/${place.id}?clip=${one.id}`, "aria-label": say("reel.clip", nameOf(one).slice(0, 60), one.theme ?? ""),
          }, picture(one),
            h("span.called", { dir: "auto" }, one.theme ?? nameOf(one).slice(0, 60))))))
      : h("p.dim", null, say("place.noClips")))
}

