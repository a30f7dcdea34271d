// Somebody's picture, or the letter they begin with.
import { thumbnailAddress } from "../core/api.js"
import { h } from "../core/dom.js"

/** A round picture of somebody. `photo` is a reference to a file,
  or an address of this browser; a picture that is none gives way to the letter. */
export function face(name, photo, kind = "small") {
  const letter = () => h("span", null, [...(name || "?").replace(/^@/, "")][0]?.toUpperCase() ?? "?")
  const place = h(`span.face.${kind}`, { "aria-hidden": "true" })
  if (!photo) place.append(letter())
  else {
    const picture = h("img", { src: photo.startsWith("blob:") ? photo : thumbnailAddress(photo), alt: "",
      decoding: "async", onerror: () => picture.replaceWith(letter()) })
    place.append(picture)
  }
  return place
}

/** Where somebody's screen is. */
export const personPath = (name, id) =>
  `/people/${encodeURIComponent(!name || name === "me" || name.startsWith("@") ? "~" + id.slice(0, 12) : name)}`
