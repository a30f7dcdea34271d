// A way through the places of a list of things to get: always to the nearest next, as a list and on the radar.
import { all, get, write } from "../../core/api.js"
import { title } from "../../core/address.js"
import { fill, h } from "../../core/dom.js"
import { onEvent } from "../../core/events.js"
import { icon } from "../../core/icons.js"
import { learn } from "../../core/things.js"
import { say } from "../../core/words.js"
import { main } from "../../parts/frame.js"
import { nameOf, thingTile } from "../../parts/thing-tile.js"
import { doing, tellProblem } from "../../parts/toasts.js"
import { askDevice, centre, pointOf, setCentre } from "./centre.js"
import { distanceText, metres, wayText } from "./geo.js"
import { openNow } from "./hours.js"
import { radar, rings } from "./radar.js"

/** The order in which one goes: from where one starts always to what is nearest. */
export function nearestNext(start, stops) {
  const left = [...stops]
  const way = []
  let here = start
  while (left.length) {
    let next = 0
    if (here) {
      for (let at = 1; at < left.length; at += 1) if (metres(here, left[at].point) < metres(here, left[next].point)) next = at
    }
    const [stop] = left.splice(next, 1)
    way.push({ ...stop, from: here, far: here ? metres(here, stop.point) : 0 })
    here = stop.point
  }
  return way
}

/** Shows the way through the collection that the address names. */
export async function showRoute(view) {
  const name = view.params.name
  title(say("route.heading", name))
  const heading = h("h1", null, say("route.heading", name))
  const place = h("div")
  main(view, heading, h("p.way-back", null, h("a", { href: "/places" }, icon("left"), say("place.back"))), h("div.bar", null, heading), place)
  const show = async () => {
    try {
      await draw(place, name, view, show)
    } catch (problem) {
      if (view.signal.aborted) return
      if (problem.status === 404) fill(place, empty())
      else tellProblem(problem)
    }
  }
  await show()
  view.signal.addEventListener("abort", onEvent(/^object\.changed_many$/, () => view.signal.aborted || void show()))
}

async function draw(box, name, view, again) {
  const path = `/v1/collections/${encodeURIComponent(name)}/items`
  const items = await all(path, {}, 200)
  const things = learn(await Promise.all(items.map((one) => get(`/v1/things/${one.id}`, {}, { signal: view.signal }).catch(() => one))))
  const wanted = new Map()
  const elsewhere = []
  for (const one of things) {
    const id = one.type === "place" ? one.id : one.place_thing?.id
    if (!id) elsewhere.push(one)
    else wanted.set(id, [...(wanted.get(id) ?? []), one])
  }
  const places = learn(await Promise.all([...wanted.keys()].map((id) => things.find((one) => one.id === id) ?? get(`/v1/things/${id}`, {}, { signal: view.signal }))))
  const stops = places.map((one) => ({ one, point: pointOf(one) })).filter(({ point }) => point)
  for (const { id } of places.filter((one) => !pointOf(one))) elsewhere.push(...wanted.get(id))
  if (view.signal.aborted) return
  if (!things.length) return void fill(box, empty())
  const start = centre() ?? stops[0]?.point ?? null
  const way = nearestNext(start, stops)
  const total = way.reduce((sum, { far }) => sum + far, 0)
  const widest = Math.max(0, ...way.map(({ point }) => metres(start, point)))
  const km = rings.find((ring) => ring * 1000 >= widest) ?? rings.at(-1)
  const dots = way.map(({ one, point }, at) => ({ id: one.id, name: nameOf(one), point, href: `/place/${one.id}`, number: at + 1 }))
  fill(box,
    h("p.dim", null, way.length ? say("route.total", way.length, distanceText(total)) : say("route.noPlaces"), " ",
      centre() ? say("route.from", centre().name || say("route.centre")) : say("route.fromFirst"), " ",
      h("button.quiet", {
        type: "button", title: say("device.title"), onclick: () => askDevice().then((point) => {
          if (!point) return
          setCentre({ ...point, name: say("device.here") })
          again()
        }).catch(tellProblem),
      }, icon("place"), say("route.startHere"))),
    h("div.places-two", null,
      h("div", null,
        h("ol.way-list", null, way.map((stop) => h("li", { data: { id: stop.one.id } },
          h("div.stop", null,
            h("a.called", { href: `/place/${stop.one.id}`, dir: "auto" }, nameOf(stop.one).slice(0, 200)),
            h("span.dim", null, stop.from ? wayText(stop.from, stop.point) : null),
            openWords(stop.one)),
          h("ul", null, wanted.get(stop.one.id).filter((one) => one.type !== "place").map((one) => toGet(one, path, again)))))),
        elsewhere.length
          ? h("section", null, h("h2", null, say("route.elsewhere")), h("ul.plain", null, elsewhere.map((one) => toGet(one, path, again))))
          : null),
      start && way.length ? h("div.radar-side", null, h("div.radar-box", null, radar(start, dots, { km, isRoute: true, label: say("route.onRadar", way.length) }))) : null))
}

function openWords(one) {
  const open = openNow(one.hours)
  return open ? h(`span.open-state.${open.isOpen ? "is-open" : "is-closed"}`, null, open.text) : null
}

// What is bought leaves the list; of a garment one gets one's own.
function toGet(one, path, again) {
  const off = () => write("DELETE", path, { body: { refs: [one.id] } })
  return h("li.to-get", null, thingTile(one, { note: false }),
    h("div.row", null,
      one.type === "garment"
        ? h("button", {
            type: "button", onclick: () => doing(async () => {
              if (!one.author.me) await write("POST", `/v1/garments/${one.id}/clone`, { body: {}, once: true })
              await off()
              return { summary: say("route.bought", nameOf(one).slice(0, 80)) }
            }).then(again),
          }, icon("check"), say("route.buy"))
        : null,
      h("button.quiet", {
        type: "button", "aria-label": say("route.remove", nameOf(one).slice(0, 80)), title: say("route.removeShort"), onclick: () => doing(off, { undone: again }).then(again),
      }, icon("cross"))))
}

const empty = () =>
  h("div.empty", null, icon("folder"), h("h2", null, say("route.none")), h("p", null, say("route.noneAbout")),
    h("a.button", { href: "/feed" }, say("nav.feed")))
