// What still has to be sent, with its state and what one can do about it.
import { fill, h } from "../../core/dom.js"
import { icon } from "../../core/icons.js"
import { bytesText, say } from "../../core/words.js"
import { allUnsent, dropUnsent, sendUnsent, unsent } from "./unsent.js"

/** The box; nothing is seen of it while nothing waits. */
export function unsentBox(view) {
  const box = h("section.unsent", { "aria-label": say("unsent.label"), role: "status", hidden: true })
  const show = async () => {
    const items = await allUnsent()
    if (view.signal.aborted) return
    box.hidden = !items.length
    fill(box, items.map(({ id, body, size, state }) =>
      h("div.row", null, icon(state === "sending" ? "sync" : state === "waiting" ? "clock" : "warning"),
        h("span.said-name", { dir: "auto" }, body.name, h("small.dim", null, ` ${bytesText(size)}`)),
        h("span.dim", null, state === "sending" ? say("unsent.sending") : state === "waiting" ? say("unsent.waiting") : h("span.wrong", { lang: "en" }, state)),
        state === "sending" ? null : [
          h("button", { type: "button", onclick: () => void sendUnsent(id) }, icon("sync"), say("unsent.again")),
          h("button.quiet", {
            type: "button", "aria-label": say("unsent.drop", body.name), title: say("unsent.dropShort"), onclick: () => void dropUnsent(id),
          }, icon("trash")),
        ])))
  }
  unsent.addEventListener("change", () => void show(), { signal: view.signal })
  void show()
  return box
}
