// A new name for a friend or a device.
import { write } from "../../core/api.js"
import { h } from "../../core/dom.js"
import { say } from "../../core/words.js"
import { field, markRefused, openDialog } from "../../parts/dialog.js"
import { tellDone, tellProblem } from "../../parts/toasts.js"

/** Asks for a name and sends it to `path`. Resolves to the new name. */
export function openRename(heading, old, path) {
  return openDialog(heading, (close) => {
    const name = h("input", { required: true, maxlength: 256, value: old, autofocus: true, autocomplete: "off" })
    const form = h("form", {
      onsubmit: async (event) => {
        event.preventDefault()
        const wanted = name.value.trim()
        if (wanted === old) return close()
        try {
          tellDone(await write("PATCH", path, { body: { name: wanted } }))
          close(wanted)
        } catch (problem) {
          if (!markRefused(form, problem)) tellProblem(problem)
        }
      },
    }, field(say("rename.to"), name, { pointer: "/name" }),
    h("footer", null, h("button", { type: "button", onclick: () => close() }, say("cancel")),
      h("button.main", { type: "submit" }, say("rename"))))
    return form
  })
}
