// Thumbnails made in the browser: small enough for the node, and only if the browser draws what it is told to.
const most = 32 * 1024
const sides = [400, 320, 240, 160, 96]
let trusted = null

/** Whether a painted colour reads back: protections against fingerprinting garble what is drawn. */
export function canDraw() {
  trusted ??= check()
  return trusted
}

async function check() {
  try {
    const canvas = new OffscreenCanvas(8, 8)
    const pen = canvas.getContext("2d")
    pen.fillStyle = "rgb(201 87 33)"
    pen.fillRect(0, 0, 8, 8)
    const { data } = pen.getImageData(0, 0, 8, 8)
    for (let at = 0; at < data.length; at += 4) {
      if (Math.abs(data[at] - 201) + Math.abs(data[at + 1] - 87) + Math.abs(data[at + 2] - 33) > 6) return false
    }
    return true
  } catch {
    return false
  }
}

/** Makes a thumbnail of a photo, at most 32 KiB; null where it cannot be made, such as of a HEIC. */
export async function thumbnail(file) {
  if (!(await canDraw())) return null
  let picture
  try {
    picture = await createImageBitmap(file)
  } catch {
    return null
  }
  try {
    for (const side of sides) {
      const scale = Math.min(1, side / Math.max(picture.width, picture.height))
      const canvas = new OffscreenCanvas(
        Math.max(1, Math.round(picture.width * scale)), Math.max(1, Math.round(picture.height * scale)))
      const pen = canvas.getContext("2d")
      pen.imageSmoothingQuality = "high"
      pen.drawImage(picture, 0, 0, canvas.width, canvas.height)
      for (const quality of [0.82, 0.6]) {
        const made = await canvas.convertToBlob({ type: "image/webp", quality })
        if (made.size <= most) return made
      }
    }
    return null
  } finally {
    picture.close()
  }
}
