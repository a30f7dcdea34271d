// QR codes: a text that one passes on, as a picture that a camera reads.
import { h } from "../core/dom.js"
import { say } from "../core/words.js"

// Light modules that cameras want on each side.
const quiet = 4

/**
 * The QR code of a text as the node has drawn it, black on white in every theme, with a line that says what it is for.
 *
 * @param {string} label - The word for the text, such as "Ticket".
 * @param {{size: number, path: string}} [qr] - Absent where the text is too long for one: then there is nothing.
 */
export function qrCode(label, qr) {
  if (!qr) return null
  const side = qr.size + 2 * quiet
  return h("figure.qr", null,
    h("svg:svg", {
      role: "img", "aria-label": say("qr.of", label), viewBox: `${-quiet} ${-quiet} ${side} ${side}`,
      "shape-rendering": "crispEdges", style: { "--side": `${side}px` },
    },
    h("svg:path", { d: `M${-quiet} ${-quiet}h${side}v${side}h${-side}z`, fill: "#fff" }),
    h("svg:path", { d: qr.path, fill: "#000" })),
    h("figcaption.hint", null, say("qr.hint")))
}
