// Pictures that go to the node: with a small one of 32 KiB at most, which the browser makes.
import { write } from "./api.js"

const smallMost = 32 * 1024
const sides = [480, 320, 200, 120]

/** Sends a picture and gives the reference to it, for `photo` or `photos`. */
export async function sendPicture(file) {
  const small = await smaller(file).catch(() => null)
  let thumbnail
  if (small) thumbnail = (await write("POST", "/v1/blobs", { query: { as: "thumbnail" }, body: small })).photo
  return (await write("POST", "/v1/blobs", { query: { as: "photo", thumbnail }, body: file })).photo
}

// A picture of the browser's making; none where it cannot read the file, or garbles what is painted.
async function smaller(file) {
  const picture = await createImageBitmap(file)
  try {
    for (const side of sides) {
      const scale = Math.min(1, side / Math.max(picture.width, picture.height))
      const canvas = new OffscreenCanvas(Math.max(1, Math.round(picture.width * scale)),
        Math.max(1, Math.round(picture.height * scale)))
      const ground = canvas.getContext("2d")
      if (!isTrue(ground)) return null
      ground.drawImage(picture, 0, 0, canvas.width, canvas.height)
      const made = await canvas.convertToBlob({ type: "image/webp", quality: 0.8 })
      if (made.size <= smallMost) return made
    }
    return null
  } finally {
    picture.close()
  }
}

// Protections against fingerprints change what is read back; a painted colour shows it.
function isTrue(ground) {
  ground.fillStyle = "rgb(12 200 77)"
  ground.fillRect(0, 0, 1, 1)
  const [red, green, blue] = ground.getImageData(0, 0, 1, 1).data
  ground.clearRect(0, 0, 1, 1)
  return red === 12 && green === 200 && blue === 77
}
