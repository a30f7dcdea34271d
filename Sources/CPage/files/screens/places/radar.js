// The radar: what lies around a point, north up, on rings of 1, 5, 10 and 50 km; no map and no network.
import { freshID, h } from "../../core/dom.js"
import { numberText, say } from "../../core/words.js"
import { bearing, metres, wayText } from "./geo.js"

/** The rings, in kilometres. */
export const rings = [1, 5, 10, 50]
const size = 100
const letter = 5.6

/**
 * Draws it.
 *
 * @param {{lat: number, lon: number}} centre
 * @param {{id: string, name: string, point: object, href: string, number?: number}[]} dots - What lies where.
 * @param {{km?: number, isRoute?: boolean, label: string}} options - `km` is the outermost ring; `isRoute` joins them by a line.
 */
export function radar(centre, dots, { km = 10, isRoute = false, label }) {
  const shown = rings.filter((ring) => ring <= km)
  const id = freshID("radar")
  const placed = dots
    .map((dot) => ({ ...dot, far: metres(centre, dot.point), ...spot(centre, dot.point, shown) }))
    .filter(({ far }) => far <= km * 1000 * 1.001)
  const labels = spread(placed)
  const number = (value) => value.toFixed(2)
  return h("svg:svg", { viewBox: "-118 -118 236 236", class: "radar", role: "group", "aria-labelledby": id },
    h("svg:title", { id }, label),
    shown.map((ring, at) => {
      const reach = (size * (at + 1)) / shown.length
      return [
        h("svg:circle", { cx: "0", cy: "0", r: number(reach), class: "ring" }),
        h("svg:text", { x: "0", y: number(reach + 3), class: "ring-name", "aria-hidden": "true" }, say("places.km", numberText(ring))),
      ]
    }),
    h("svg:path", { d: `M0 -${size}V${size}M-${size} 0H${size}`, class: "cross" }),
    h("svg:text", { x: "0", y: "-106", class: "north", "aria-hidden": "true" }, say("compass.north")),
    h("svg:path", { d: "M-3 0h6M0 -3v6", class: "me" }),
    isRoute && placed.length ? h("svg:polyline", {
      points: ["0,0", ...placed.map(({ x, y }) => `${number(x)},${number(y)}`)].join(" "), class: "way",
    }) : null,
    placed.map((dot, at) =>
      h("svg:a", {
        href: dot.href, class: "dot-link", "data-id": dot.id, "aria-label": `${dot.number ? `${dot.number}. ` : ""}${dot.name.slice(0, 120)}, ${wayText(centre, dot.point)}`,
      },
        h("svg:circle", { cx: number(dot.x), cy: number(dot.y), r: "11", class: "reach" }),
        h("svg:circle", { cx: number(dot.x), cy: number(dot.y), r: dot.number ? "6.5" : "4", class: "spot" }),
        dot.number ? h("svg:text", {
          x: number(dot.x), y: number(dot.y), class: "spot-number", "aria-hidden": "true",
        }, String(dot.number)) : null,
        labels[at] ? h("svg:text", {
          x: number(labels[at].x), y: number(labels[at].y), class: "spot-name", "text-anchor": labels[at].anchor, "aria-hidden": "true",
        }, labels[at].text) : null)))
}

// Between two rings it is as far as between any two others, so that what is near does not lie in a heap.
function spot(centre, point, shown) {
  const far = metres(centre, point) / 1000
  const angle = (bearing(centre, point) * Math.PI) / 180
  let from = 0
  let reach = size
  for (let at = 0; at < shown.length; at += 1) {
    if (far <= shown[at]) {
      reach = (size / shown.length) * (at + (far - from) / (shown[at] - from))
      break
    }
    from = shown[at]
  }
  return { x: Math.sin(angle) * reach, y: -Math.cos(angle) * reach }
}

// A name stands beside its dot unless it would lie on another name or dot.
function spread(placed) {
  const taken = placed.map(({ x, y }) => [x - 5, y - 5, x + 5, y + 5])
  return placed.map(({ x, y, name, number }) => {
    const text = name.length > 16 ? name.slice(0, 15).trimEnd() + "…" : name
    const width = text.length * letter * 0.72
    const gap = number ? 9 : 7
    for (const anchor of x > 40 ? ["end", "start"] : ["start", "end"]) {
      const left = anchor === "start" ? x + gap : x - gap - width
      const box = [left, y - 4, left + width, y + 4]
      const isFree = left > -116 && left + width < 116 &&
        !taken.some((other) => box[0] < other[2] && box[2] > other[0] && box[1] < other[3] && box[3] > other[1])
      if (!isFree) continue
      taken.push(box)
      return { x: anchor === "start" ? x + gap : x - gap, y: y + 2.6, anchor, text }
    }
    return null
  })
}
