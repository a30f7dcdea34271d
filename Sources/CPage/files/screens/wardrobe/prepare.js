// What is done to a photo before it is kept: turned by quarters, and freed of a plain background. The file stays as it is.
import { canDraw } from "../../core/thumbnail.js"

const longest = 1600
/** How far a colour may be from that of the border and still be background, of 441. */
const tolerance = 42
/** How much of the border has to be of one colour. */
const plain = 0.8

/** The photo as it is to be kept; the file itself if nothing is asked, or nothing can be done. */
export async function prepared(file, { isCut = false, turn = 0 }) {
  if ((!isCut && !turn) || !(await canDraw())) return file
  let picture
  try {
    picture = await createImageBitmap(file)
  } catch {
    return file
  }
  const scale = Math.min(1, longest / Math.max(picture.width, picture.height))
  const width = Math.max(1, Math.round(picture.width * scale))
  const height = Math.max(1, Math.round(picture.height * scale))
  const isAcross = turn % 180 !== 0
  const canvas = new OffscreenCanvas(isAcross ? height : width, isAcross ? width : height)
  const pen = canvas.getContext("2d", { willReadFrequently: true })
  pen.translate(canvas.width / 2, canvas.height / 2)
  pen.rotate((turn * Math.PI) / 180)
  pen.drawImage(picture, -width / 2, -height / 2, width, height)
  pen.resetTransform()
  picture.close()
  const shown = isCut ? cutOut(canvas, pen) ?? canvas : canvas
  if (shown === canvas && !turn) return file
  return shown.convertToBlob({ type: "image/webp", quality: 0.9 })
}

// Takes away what is of the colour of the border and hangs together with it; null if the border is not plain.
function cutOut(canvas, pen) {
  const { width, height } = canvas
  const image = pen.getImageData(0, 0, width, height)
  const { data } = image
  const ground = borderColor(data, width, height)
  if (!ground) return null
  const isGround = (at) =>
    data[at + 3] < 16 || Math.hypot(data[at] - ground[0], data[at + 1] - ground[1],
      data[at + 2] - ground[2]) < tolerance
  const taken = new Uint8Array(width * height)
  const stack = []
  const visit = (place) => {
    if (!taken[place] && isGround(place * 4)) {
      taken[place] = 1
      stack.push(place)
    }
  }
  for (let x = 0; x < width; x += 1) (visit(x), visit((height - 1) * width + x))
  for (let y = 0; y < height; y += 1) (visit(y * width), visit(y * width + width - 1))
  let count = 0
  while (stack.length) {
    const place = stack.pop()
    const x = place % width
    count += 1
    if (x > 0) visit(place - 1)
    if (x < width - 1) visit(place + 1)
    if (place >= width) visit(place - width)
    if (place < width * (height - 1)) visit(place + width)
  }
  const part = count / taken.length
  if (part < 0.05 || part > 0.97) return null
  let [left, top, right, bottom] = [width, height, 0, 0]
  for (let place = 0; place < taken.length; place += 1) {
    const x = place % width
    const y = (place - x) / width
    if (taken[place]) {
      data[place * 4 + 3] = 0
      continue
    }
    if (x < left) left = x
    if (x > right) right = x
    if (y < top) top = y
    if (y > bottom) bottom = y
    // The edge is softened, so that it shows no rim of what was behind it.
    const beside = (x > 0 && taken[place - 1]) + (x < width - 1 && taken[place + 1]) +
      (y > 0 && taken[place - width]) + (y < height - 1 && taken[place + width])
    if (beside) data[place * 4 + 3] = Math.min(data[place * 4 + 3], 255 - beside * 60)
  }
  pen.putImageData(image, 0, 0)
  const cut = new OffscreenCanvas(right - left + 1, bottom - top + 1)
  cut.getContext("2d").drawImage(canvas, -left, -top)
  return cut
}

// The colour of the border, if most of it is of one: the middle of what stands there.
function borderColor(data, width, height) {
  const places = []
  const step = Math.max(1, Math.floor((width + height) / 400))
  for (let x = 0; x < width; x += step) places.push(x, (height - 1) * width + x)
  for (let y = 0; y < height; y += step) places.push(y * width, y * width + width - 1)
  const seen = places.map((place) => place * 4).filter((at) => data[at + 3] > 200)
  // What has no background already needs none taken away.
  if (seen.length < places.length * 0.5) return null
  const middle = [0, 1, 2].map((channel) => {
    const values = seen.map((at) => data[at + channel]).sort((one, other) => one - other)
    return values[values.length >> 1]
  })
  const near = seen.filter((at) =>
    Math.hypot(...middle.map((value, channel) => data[at + channel] - value)) < tolerance)
  return near.length >= seen.length * plain ? middle : null
}
