// The picture of an outfit, drawn from its layers: for lists, and as a file to give away.
import { fileAddress } from "../../core/api.js"
import { fill, h } from "../../core/dom.js"
import { icon } from "../../core/icons.js"
import { garmentPicture, shadeOf } from "./photos.js"
import { garmentOf, garmentsByID, learnLayers } from "./store.js"

/** A layer of scale 1 is a box of this many pixels. */
export const box = 200
/** Half the width and the height that a picture shows at least. */
const least = { x: 250, y: 320 }

/** The part of the canvas that holds all layers, as 4 to 5: `{x, y, width, height}`. */
export function frameOf(layers) {
  let right = least.x
  let down = least.y
  for (const { x, y, scale } of layers) {
    const reach = (box * scale) / 2
    right = Math.max(right, Math.abs(x) + reach)
    down = Math.max(down, Math.abs(y) + reach)
  }
  const half = Math.max(right, down * 0.8)
  return { x: -half, y: -half * 1.25, width: half * 2, height: half * 2.5 }
}

/** The outfit as a picture of 4 to 5; its own first photo if nothing lies in it. */
export function outfitPicture(outfit, signal) {
  const place = h("div.outfit-picture", { "aria-hidden": "true" })
  if (!outfit.layers.length) {
    return fill(place, outfit.photos?.length ? garmentPicture(outfit) : icon("outfit"))
  }
  const draw = async () => {
    const known = await garmentsByID().catch(() => new Map())
    if (outfit.layers.some(({ garment, thing }) => !thing
      && garmentOf(garment) === undefined)) await learnLayers([outfit], signal)
    const frame = frameOf(outfit.layers)
    fill(place, outfit.layers.map((layer) => {
      const one = known.get(layer.thing?.id ?? garmentOf(layer.garment)) ?? layer.thing
      const element = h(one ? "div.piece" : "div.piece.hidden-piece", null, one ? garmentPicture(one) : null)
      const size = (box * layer.scale) / frame.width
      element.style.width = `${size * 100}%`
      element.style.left = `${((layer.x - frame.x) / frame.width - size / 2) * 100}%`
      element.style.top = `${((layer.y - frame.y) / frame.height) * 100}%`
      element.style.transform = `translateY(-50%) rotate(${layer.rotation}deg)`
      return element
    }))
  }
  // Only what is seen is read.
  const seen = new IntersectionObserver((entries) => {
    if (!entries.some(({ isIntersecting }) => isIntersecting)) return
    seen.disconnect()
    void draw()
  }, { rootMargin: "300px" })
  seen.observe(place)
  signal?.addEventListener("abort", () => seen.disconnect())
  return place
}

/** The outfit as a PNG of 960 by 1,200. */
export async function exportPicture(layers, things) {
  const canvas = new OffscreenCanvas(960, 1200)
  const pen = canvas.getContext("2d")
  pen.fillStyle = "#ffffff"
  pen.fillRect(0, 0, canvas.width, canvas.height)
  const frame = frameOf(layers)
  const unit = canvas.width / frame.width
  for (const layer of layers) {
    const one = things.get(layer.layer)
    const side = box * layer.scale * unit
    pen.save()
    pen.translate((layer.x - frame.x) * unit, (layer.y - frame.y) * unit)
    pen.rotate((layer.rotation * Math.PI) / 180)
    const picture = one?.photos?.length ? await load(one.photos[0]) : null
    if (picture) {
      const scale = Math.min(side / picture.width, side / picture.height)
      pen.drawImage(picture, (-picture.width * scale) / 2, (-picture.height * scale) / 2, picture.width * scale,
        picture.height * scale)
    } else if (one) {
      pen.fillStyle = shadeOf(one.colors?.[0]) ?? "#8a8e96"
      pen.fillRect(-side * 0.4, -side / 2, side * 0.8, side)
    } else {
      pen.strokeStyle = "#8a8e96"
      pen.setLineDash([12, 8])
      pen.strokeRect(-side * 0.4, -side / 2, side * 0.8, side)
    }
    pen.restore()
  }
  return canvas.convertToBlob({ type: "image/png" })
}

async function load(reference) {
  try {
    const answer = await fetch(fileAddress(reference))
    return answer.ok ? await createImageBitmap(await answer.blob()) : null
  } catch {
    return null
  }
}
