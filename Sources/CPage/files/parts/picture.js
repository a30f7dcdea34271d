// The picture of a thing, whatever it is: a small one where there is one, and a quiet tile where there is none.
import { fileAddress, thumbnailAddress } from "../core/api.js"
import { h } from "../core/dom.js"
import { icon } from "../core/icons.js"

const icons = {
  bookmark: "link", garment: "closet", outfit: "outfit", closet: "closet", place: "place", clip: "film",
  highlight: "highlight", profile: "person",
}

/** The reference of the picture that stands for a thing; undefined if it has none. */
export const pictureOf = (one) => one.photos?.[0] ?? one.thumbnail

/** Whether something can be seen of it beside its words. */
export const hasPicture = (one) => Boolean(pictureOf(one) ?? one.film)

/**
 * A box with the picture of a thing in it.
 *
 * @param {object} one - The thing.
 * @param {{isLarge?: boolean, alt?: string}} [options] - `isLarge` shows the original instead of the small one.
 */
export function picture(one, { isLarge = false, alt = "" } = {}) {
  const box = h("div.shown", { data: { type: one.type } })
  const blank = () => box.replaceChildren(icon(icons[one.type] ?? "photo"))
  const reference = pictureOf(one)
  if (reference) {
    const address = isLarge ? fileAddress(reference) : thumbnailAddress(reference)
    const image = h("img", { src: address, alt, loading: "lazy", decoding: "async" })
    // The original may not be here yet; the small one comes by itself. What is no picture at all leaves a quiet tile.
    image.addEventListener("error", () => {
      const small = thumbnailAddress(reference)
      if (isLarge && image.getAttribute("src") !== small) image.src = small
      else blank()
    })
    box.append(image)
  } else if (one.film) {
    const film = h("video", { src: `${fileAddress(one.film)}#t=0.1`, preload: "metadata", tabindex: "-1", "aria-hidden": "true" })
    film.muted = true
    film.playsInline = true
    film.addEventListener("error", blank)
    box.append(film, h("span.play", null, icon("play")))
  } else blank()
  return box
}

/** A small round mark of a person: the first letter of the name, on a colour of its own. */
export function personMark(author) {
  let sum = 0
  for (const letter of author.id.slice(0, 8)) sum = (sum * 31 + letter.charCodeAt(0)) % 360
  const [first = "?"] = author.name
  return h("span.person-mark", { "aria-hidden": "true", style: { "--hue": String(sum) } }, first.toUpperCase())
}
