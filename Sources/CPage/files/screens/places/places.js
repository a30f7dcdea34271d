// Places: a list by distance and a radar of the same, around a point that one says.
import { get } from "../../core/api.js"
import { go, refine, title } from "../../core/address.js"
import { announce, fill, h, settled } from "../../core/dom.js"
import { onEvent } from "../../core/events.js"
import { icon } from "../../core/icons.js"
import { bind } from "../../core/keys.js"
import { learn } from "../../core/things.js"
import { count, numberText, say } from "../../core/words.js"
import { main } from "../../parts/frame.js"
import { menuButton } from "../../parts/menu.js"
import { nameOf } from "../../parts/thing-tile.js"
import { tellProblem } from "../../parts/toasts.js"
import { askDevice, centre, pointOf, setCentre } from "./centre.js"
import { openPlaceForm } from "./form.js"
import { pointText, readPoint, shifted, wayText } from "./geo.js"
import { openNow } from "./hours.js"
import { radar, rings } from "./radar.js"
import { unsentBox } from "./unsent-box.js"

// Where one can go from here: path, words and icon.
const ways = [["/reel/all", "places.clips", "film"], ["/places/route/shopping", "places.route", "right"]]

/** Shows them. */
export async function showPlaces(view) {
  const q = view.query.get("q") ?? ""
  const km = rings.includes(Number(view.query.get("km"))) ? Number(view.query.get("km")) : 10
  const look = view.query.get("view") === "radar" ? "radar" : "list"
  const said = view.query.get("near")
  const here = said ? named(readPoint(said)) : centre()
  title(say("nav.places"))
  const number = h("small", { role: "status" })
  const heading = h("h1", null, say("nav.places"), number)
  const list = h("ol.places-list", { "aria-label": say("nav.places") })
  const chart = h("div.radar-box")
  const area = h("button.main.area", { type: "button", hidden: true })
  const below = h("div.add-it")
  const from = h("div.from")
  const box = main(view, heading,
    h("div.bar", null, heading,
      h("div.row.phone-views", { role: "group", "aria-label": say("places.views") }, ["list", "radar"].map((one) =>
        h("button.quiet", { type: "button", "aria-pressed": String(look === one), onclick: () => void refine({ view: one }) },
          icon(one === "list" ? "list" : "place"), h("span", null, say(`places.${one}`))))),
      ways.map(([href, words, kind]) => h("a.button.quiet.roomy", { href }, icon(kind), h("span", null, say(words)))),
      h("button", { type: "button", title: `${say("places.add")} (a)`, onclick: () => add("") },
        icon("add"), h("span", null, say("places.add"))),
      // Where there is no room for them beside each other they stand in a menu.
      h("span.scant", null, menuButton(say("places.more"), "more", () =>
        ways.map(([href, words, kind]) => ({ text: say(words), icon: kind, act: () => void go(href) })), {}, say("nav.more")))),
    from, searchLine(q), unsentBox(view),
    h("div.places-two", { data: { view: look } }, h("div", null, list, below), h("div.radar-side", null, area, chart, zoom(km))))
  const add = async (name) => {
    const made = await openPlaceForm(null, { name, position: here })
    if (made) void go(`/place/${made}`)
  }
  bind("a", "places.add", () => void add(""), view.signal)
  let places = []
  let drawn = here
  const show = async () => {
    try {
      const near = here ? `near:${pointText(here)},${km} ` : ""
      const { items, total } = await get("/v1/places", { q: (near + q).trim(), sort: here ? "near" : "added", limit: 200, total: true }, { signal: view.signal })
      places = learn(items)
      number.textContent = count(total, say("forms.places"))
    } catch (problem) {
      if (!view.signal.aborted) tellProblem(problem)
      return
    }
    const held = list.contains(document.activeElement) ? document.activeElement.closest("li").dataset.id : null
    fill(list, places.map((one) => row(one, here)))
    if (held) list.querySelector(`[data-id="${held}"] a`)?.focus({ preventScroll: true })
    fill(below,
      places.length ? null : h("div.empty", null, icon("place"), h("h2", null, say("places.none")),
        h("p", null, here ? say("places.noneNear", say("places.km", numberText(km))) : say("places.noneAbout")),
        here && km < 50 ? h("button", {
          type: "button", onclick: () => void refine({ km: String(rings[rings.indexOf(km) + 1]) }),
        }, say("places.wider")) : null),
      h("p.missing", null, say("places.missing"), " ",
        h("button", { type: "button", onclick: () => add(q) }, icon("add"), q ? say("places.addNamed", q.slice(0, 40)) : say("places.add"))))
    // What comes while one looks does not move what one looks at.
    draw(drawn)
  }
  const draw = (middle) => {
    drawn = middle
    const dots = places.map((one) => ({ id: one.id, name: nameOf(one), point: pointOf(one), href: `/place/${one.id}` })).filter(({ point }) => point)
    fill(chart, middle ? radar(middle, dots, { km, label: say("places.radarOf", say("places.km", numberText(km))) })
      : h("div.empty", null, icon("place"), h("p", null, say("places.sayWhere"))))
    area.hidden = middle === here || !middle
    fill(area, icon("search"), say("places.searchArea"))
  }
  area.onclick = () => {
    setCentre({ lat: drawn.lat, lon: drawn.lon, name: "" })
    void refine({ near: pointText(drawn) })
  }
  moving(chart, () => drawn, km, draw)
  pairing(box)
  await Promise.all([show(), fromWhere(from, here, view)])
  if (q) announce(number.textContent)
  view.signal.addEventListener("abort", onEvent(/^(object\.|share\.received)/, settled(400, () => view.signal.aborted || void show())))
}

// What a point was called when it was chosen, if it is that one.
const named = (point) => point && { ...point, name: centre() && pointText(centre()) === pointText(point) ? centre().name : "" }

/** One place in a list: what it is, how far, and whether it is open. */
export function row(one, here) {
  const point = pointOf(one)
  const open = openNow(one.hours)
  return h("li", { data: { id: one.id } },
    h("a", { href: `/place/${one.id}` },
      h("span.called", { dir: "auto" }, nameOf(one).slice(0, 200)),
      h("span.facts", { dir: "auto" }, [one.categories.join(", "), one.address].filter(Boolean).join(" · ").slice(0, 200)),
      open ? h(`span.open-state.${open.isOpen ? "is-open" : "is-closed"}`, null, open.text) : null),
    h("span.far", null, here && point ? wayText(here, point) : point ? null : say("places.noPosition")))
}

function zoom(km) {
  return h("div.row.zoom", { role: "group", "aria-label": say("places.zoom") }, rings.map((ring) =>
    h("button", { type: "button", "aria-pressed": String(ring === km), onclick: () => void refine({ km: String(ring) }) },
      say("places.km", numberText(ring)))))
}

function searchLine(q) {
  const input = h("input", {
    type: "search", value: q, "aria-label": say("places.search"), placeholder: say("places.searchHint"), list: "place-words", autocomplete: "off",
  })
  const offers = h("datalist", { id: "place-words" })
  input.addEventListener("input", settled(300, async () => {
    const text = input.value.trim()
    if (text.length < 2) return
    const { items } = await get("/v1/suggest", { q: text, limit: 8 }).catch(() => ({ items: [] }))
    if (input.value.trim() !== text) return
    fill(offers, items.filter(({ type }) => type === "place" || type === "category").map((one) =>
      h("option", { value: one.type === "category" ? one.query : one.name })))
  }))
  return h("form.line", {
    role: "search", onsubmit: (event) => (event.preventDefault(), void refine({ q: input.value.trim() })),
  }, input, offers,
    h("button", { type: "submit", "aria-label": say("places.search") }, icon("search")))
}

// MARK: From where

async function fromWhere(place, here, view) {
  const take = (point, name = "") => {
    setCentre({ ...point, name })
    void refine({ near: pointText(point) })
  }
  const { items } = await get("/v1/places", { limit: 200, sort: "title" }).catch(() => ({ items: [] }))
  if (view.signal.aborted) return
  const known = items.filter((one) => pointOf(one))
  const input = h("input", {
    value: here ? here.name || `${here.lat.toFixed(4)}, ${here.lon.toFixed(4)}` : "", placeholder: say("places.fromHint"), list: "my-places",
    "aria-label": say("places.from"), autocomplete: "off",
  })
  const wrong = h("small.wrong", { role: "alert" })
  const form = h("form.line", {
    onsubmit: (event) => {
      event.preventDefault()
      const text = input.value.trim()
      const one = known.find((one) => nameOf(one).toLowerCase() === text.toLowerCase())
      const point = one ? pointOf(one) : readPoint(text)
      wrong.textContent = point ? "" : say("places.notPoint")
      if (point) take(point, one ? nameOf(one) : "")
    },
  },
  h("span.label", { "aria-hidden": "true" }, say("places.from")), input,
  h("datalist", { id: "my-places" }, known.map((one) => h("option", { value: nameOf(one).slice(0, 120) }))),
  h("button", { type: "submit" }, say("places.go")),
  h("button.quiet", {
    type: "button", title: say("device.title"),
    onclick: () => askDevice().then((point) => point && take(point, say("device.here"))).catch(tellProblem),
  }, icon("place"), h("span", null, say("device.here"))))
  fill(place, form, wrong)
}

// MARK: Moving the radar: by dragging it, or by the arrow keys while it has the focus

function moving(chart, middle, km, draw) {
  let from = null
  const scale = () => (km * 1000) / ((chart.clientWidth || 300) * 0.42)
  chart.addEventListener("pointerdown", (event) => {
    if (event.target.closest("a") || !middle()) return
    from = { x: event.clientX, y: event.clientY, at: middle() }
    chart.setPointerCapture(event.pointerId)
  })
  chart.addEventListener("pointermove", (event) => {
    if (from) draw(shifted(from.at, -(event.clientX - from.x) * scale(), (event.clientY - from.y) * scale()))
  })
  chart.addEventListener("pointerup", () => (from = null))
  chart.addEventListener("pointercancel", () => {
    if (from) draw(from.at)
    from = null
  })
  chart.tabIndex = 0
  chart.setAttribute("role", "group")
  chart.setAttribute("aria-label", say("places.move"))
  chart.addEventListener("keydown", (event) => {
    const [east, north] = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[event.key] ?? []
    if (east === undefined || event.target !== chart || !middle()) return
    event.preventDefault()
    draw(shifted(middle(), east * km * 200, north * km * 200))
  })
}

// A row and its dot are shown together.
function pairing(box) {
  const mark = (target, isOn) => {
    const id = target.closest?.("[data-id]")?.dataset.id
    if (!id) return
    for (const one of box.querySelectorAll(`[data-id="${id}"]`)) one.classList.toggle("paired", isOn)
  }
  for (const [name, isOn] of [["pointerover", true], ["pointerout", false], ["focusin", true], ["focusout", false]]) {
    box.addEventListener(name, ({ target }) => mark(target, isOn))
  }
}
