// Photos of garments: a box of known shape, so that nothing moves, and a plain tile where a picture is none.
import { fileAddress, thumbnailAddress } from "../../core/api.js"
import { fill, h } from "../../core/dom.js"
import { icon } from "../../core/icons.js"
import { bytesText, say } from "../../core/words.js"
import { openDialog } from "../../parts/dialog.js"

const shades = {
  white: "#f4f4f0", black: "#26282c", grey: "#8a8e96", gray: "#8a8e96", red: "#b3303a", blue: "#2f5fa8",
  navy: "#22315a",
  green: "#44774c", yellow: "#e0b23e", orange: "#d9822b", pink: "#de8ca0", purple: "#7a4f9a", brown: "#7a5638",
  beige: "#d8c4a2", turquoise: "#3aa6a0", gold: "#c9a227", silver: "#b8bcc4",
}

/** The colour that a word for one means; null if it is none that is known. */
export const shadeOf = (word) => shades[word?.toLowerCase()] ?? null

/** How large a photo's original is. */
export const sizeOf = (reference) => Number(reference.split(" ")[2]) || 0

/** The picture of a garment in a box of 4 to 5; its colour or an icon where there is no photo. */
export function garmentPicture(one, { alt = "", original = false, lazy = true } = {}) {
  const box = h("div.garment-picture", { data: { shade: shadeOf(one.colors?.[0]) ? "" : "none" } })
  const shade = shadeOf(one.colors?.[0])
  const plain = () => {
    if (shade) box.style.setProperty("--shade", shade)
    box.classList.add("plain")
    return fill(box, icon("closet", alt || null))
  }
  const [first] = one.photos ?? []
  if (!first) return plain()
  const picture = h("img", {
    src: original ? fileAddress(first) : thumbnailAddress(first), alt, decoding: "async", draggable: false,
    loading: lazy ? "lazy" : null,
    onerror: () => {
      // The thumbnail may be none, or not here yet; the photo itself may be.
      if (original || picture.dataset.again || !first.split(" ")[7]) return plain()
      picture.dataset.again = "1"
      picture.src = fileAddress(first)
    },
  })
  return fill(box, picture)
}

/** Opens a photo as large as the window is; the arrow keys lead through the others. */
export function enlarge(photos, at, name) {
  let shown = at
  const picture = h("img", { alt: name })
  const note = h("p.dim", { role: "status" })
  const show = (to) => {
    shown = (to + photos.length) % photos.length
    picture.src = fileAddress(photos[shown])
    fill(note, photos.length > 1 ? `${shown + 1} / ${photos.length} · ` : "", bytesText(sizeOf(photos[shown])))
  }
  picture.addEventListener("error", () => fill(note, say("photo.none")))
  show(at)
  return openDialog(name, (close) =>
    h("div.enlarged", {
      onkeydown: ({ key }) => {
        if (key === "ArrowRight") show(shown + 1)
        if (key === "ArrowLeft") show(shown - 1)
      },
    }, picture,
    h("div.row", null,
      photos.length > 1 ? h("button", { type: "button", onclick: () => show(shown - 1) }, icon("left"),
        say("photo.previous")) : null,
      photos.length > 1 ? h("button", { type: "button", onclick: () => show(shown + 1) }, say("photo.next"),
        icon("right")) : null,
      note, h("button", { type: "button", autofocus: true, onclick: () => close() }, say("close")))), { kind: "wide" })
}
