// Photos of garments: a box of known shape, so that nothing moves, and a plain tile where a picture is none.
import { fileAddress, thumbnailAddress } from "../../core/api.js"
import { fill, h } from "../../core/dom.js"
import { icon } from "../../core/icons.js"

const shades = {
  white: "#f4f4f0", black: "#26282c", grey: "#8a8e96", gray: "#8a8e96", red: "#b3303a", blue: "#2f5fa8",
  navy: "#22315a",
  green: "#44774c", yellow: "#e0b23e", orange: "#d9822b", pink: "#de8ca0", purple: "#7a4f9a", brown: "#7a5638",
  beige: "#d8c4a2", turquoise: "#3aa6a0", gold: "#c9a227", silver: "#b8bcc4",
}

/** The colour that a word for one means; null if it is none that is known. */
export const shadeOf = (word) => shades[word?.toLowerCase()] ?? null

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
