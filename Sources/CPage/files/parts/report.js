// A report: that something is wrong with a thing, said to its author and to who keeps order in its group.
import { write } from "../core/api.js"
import { h } from "../core/dom.js"
import { say } from "../core/words.js"
import { field, markRefused, openDialog } from "./dialog.js"
import { nameOf } from "./edit.js"
import { tellDone, tellProblem } from "./toasts.js"

/** Opens the form to report a thing. */
export function openReport(one) {
  const reason = h("textarea", { rows: 3, required: true, maxlength: 8192, autofocus: true })
  const isInGroup = one.placement.some((audience) => audience.startsWith("group:"))
  return openDialog(say("report.heading"), (close) => {
    const form = h("form", {
      onsubmit: async (event) => {
        event.preventDefault()
        try {
          const body = { thing: one.id, reason: reason.value.trim() }
          tellDone(await write("POST", "/v1/reports", { body, once: true }))
          close(true)
        } catch (problem) {
          if (!markRefused(form, problem)) tellProblem(problem)
        }
      },
    },
    h("p.clamped", { dir: "auto" }, nameOf(one)),
    h("p", null, say(isInGroup ? "report.whoGroup" : "report.who", "@" + one.author.name)),
    h("div.chips", null, ["gone", "wrong", "rude"].map((word) =>
      h("button", { type: "button", onclick: () => (reason.value = say(`report.${word}`), reason.focus()) }, say(`report.${word}`)))),
    field(say("report.reason"), reason, { pointer: "/reason" }),
    h("footer", null, h("button", { type: "button", onclick: () => close() }, say("cancel")),
      h("button.main", { type: "submit" }, say("report.submit"))))
    return form
  }, { isTyped: () => reason.value.trim() !== "" })
}
