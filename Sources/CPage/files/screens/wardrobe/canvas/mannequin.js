// The outline of a person as the ground of the canvas; it can be hidden.
import { h } from "../../../core/dom.js"

const outline =
  "M160 20c-26 0-42 20-42 48 0 20 10 36 22 44v20c-8 12-48 14-66 26-16 12-22 36-26 66l-22 150c-4 20-2 34 4 44 6 8 14 4 16-6" +
  "l8-40 26-118 12-46 6 92c-8 26-12 54-12 90l8 200c0 30-2 70-6 130-2 14 4 22 18 22s20-6 22-20l24-172 8-140 8 140 24 172" +
  "c2 14 8 20 22 20s20-8 18-22c-4-60-6-100-6-130l8-200c0-36-4-64-12-90l6-92 12 46 26 118 8 40c2 10 10 14 16 6 6-10 8-24 4-44" +
  "l-22-150c-4-30-10-54-26-66-18-12-58-14-66-26v-20c12-8 22-24 22-44 0-28-16-48-42-48z"

/** The outline. */
export const mannequin = () =>
  h("svg:svg", { class: "mannequin", viewBox: "0 0 320 760", "aria-hidden": "true", focusable: "false" },
    h("svg:path", { d: outline }))
