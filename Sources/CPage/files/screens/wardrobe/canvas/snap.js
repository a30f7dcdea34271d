// Snaps: the middle of the canvas, edges and middles of other layers, and angles of 15 degrees.
const near = 6
const step = 15
const nearAngle = 3
const box = 200

/** What a layer covers, turned as it is: `{left, right, top, bottom, x, y}`. */
export function extent({ x, y, scale, rotation }) {
  const angle = (rotation * Math.PI) / 180
  const half = (box * scale * (Math.abs(Math.cos(angle)) + Math.abs(Math.sin(angle)))) / 2
  return { left: x - half, right: x + half, top: y - half, bottom: y + half, x, y }
}

/**
 * Where a layer snaps to.
 *
 * @param {object} layer - Where the hand has it.
 * @param {object[]} others - The layers that lie still.
 * @param {number} unit - How many pixels a unit of the canvas is, since 6 pixels are near.
 * @returns {{x: number, y: number, lines: {axis: "x"|"y", at: number, kind: string}[]}}
 */
export function snapPlace(layer, others, unit) {
  const mine = extent(layer)
  const reach = near / unit
  const places = others.map(extent)
  const x = nearest([mine.x, mine.left, mine.right],
    [[0, "middle"], ...places.flatMap(({ left, x, right }) => [[left, "edge"], [x, "centre"], [right, "edge"]])], reach)
  const y = nearest([mine.y, mine.top, mine.bottom],
    [[0, "middle"], ...places.flatMap(({ top, y, bottom }) => [[top, "edge"], [y, "centre"], [bottom, "edge"]])], reach)
  const lines = []
  if (x) lines.push({ axis: "x", at: x.at, kind: x.kind })
  if (y) lines.push({ axis: "y", at: y.at, kind: y.kind })
  return { x: layer.x + (x?.by ?? 0), y: layer.y + (y?.by ?? 0), lines }
}

function nearest(points, targets, reach) {
  let best = null
  for (const point of points) {
    for (const [at, kind] of targets) {
      const by = at - point
      if (Math.abs(by) <= reach && (!best || Math.abs(by) < Math.abs(best.by))) best = { by, at, kind }
    }
  }
  return best
}

/** An angle, or the multiple of 15 degrees that is near it. */
export function snapAngle(angle) {
  const turned = ((angle % 360) + 360) % 360
  const target = Math.round(turned / step) * step
  return Math.abs(turned - target) <= nearAngle ? { angle: target % 360, isSnapped: true }
    : { angle: turned, isSnapped: false }
}
