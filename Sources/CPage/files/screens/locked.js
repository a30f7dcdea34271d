// The page before it is open: it says nothing of anybody, not even a name.
import { fill, h } from "../core/dom.js"
import { enter } from "../core/session.js"
import { say } from "../core/words.js"
import { commandLine } from "../parts/toasts.js"

/** Shows how the page is opened; `problem` is what was wrong with the code of the address. */
export function showLocked(problem) {
  const letters = h("input.letters", {
    id: "letters", autocomplete: "one-time-code", autocapitalize: "none", spellcheck: "false", maxlength: 6,
    "aria-describedby": "wrong", required: true,
  })
  const stays = h("input", { type: "checkbox", id: "stays" })
  const wrong = h("p.wrong", { id: "wrong", role: "alert" }, problem)
  const open = async (event) => {
    event.preventDefault()
    wrong.textContent = ""
    try {
      await enter(letters.value.trim(), stays.checked)
    } catch (refusal) {
      wrong.textContent = refusal.message
      letters.select()
    }
  }
  document.title = "Weft"
  document.body.className = "locked"
  fill(
    document.body,
    h("main", null,
      h("h1", null, say("locked.heading")),
      h("p", null, say("locked.command")),
      h("p", null, commandLine("weft open")),
      h("form", { onsubmit: open },
        h("p", null, h("label", { for: "letters" }, say("locked.letters"))),
        h("p", null, commandLine("weft open --code")),
        h("div.row", null, letters, h("button.main", { type: "submit" }, say("locked.open"))),
        h("label.choice", null, stays, h("span", null, say("locked.stay"))), wrong)))
}
