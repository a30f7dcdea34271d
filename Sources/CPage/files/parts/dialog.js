// Dialogs: the browser's own, which hold the focus and give it back to what opened them.
import { freshID, h } from "../core/dom.js"
import { icon } from "../core/icons.js"
import { say } from "../core/words.js"

/**
 * Opens a dialog.
 *
 * @param {string} heading
 * @param {(close: (value?: any) => void) => Node|Node[]} build - What is in it; `close` ends it with a value.
 * @param {{isTyped?: () => boolean, kind?: string}} [options] - While something is typed, Esc and a click beside it
 *   ask before they throw it away.
 * @returns {Promise<any>} the value, or undefined if it was left.
 */
export function openDialog(heading, build, { isTyped = () => false, kind = "" } = {}) {
  return new Promise((resolve) => {
    let value
    const id = freshID("heading")
    const close = (result) => {
      value = result
      dialog.close()
    }
    const leave = () => {
      if (!isTyped() || window.confirm(say("dialog.leave"))) close()
    }
    const dialog = h(
      `dialog${kind && "." + kind}`,
      {
        "aria-labelledby": id,
        oncancel: (event) => {
          event.preventDefault()
          leave()
        },
        onclose: () => {
          dialog.remove()
          resolve(value)
        },
        onpointerdown: (event) => {
          if (event.target !== dialog) return
          const { left, right, top, bottom } = dialog.getBoundingClientRect()
          const isBeside =
            event.clientX < left || event.clientX > right || event.clientY < top || event.clientY > bottom
          if (isBeside) leave()
        },
      },
      h("header", null, h("h2", { id }, heading),
        h("button.quiet", { type: "button", "aria-label": say("close"), onclick: leave }, icon("cross"))),
      build(close),
    )
    document.body.append(dialog)
    dialog.showModal()
    // What one came for has the focus, and not the way out.
    const first = dialog.querySelector("[autofocus], :scope > :not(header) :is(input, textarea, select)")
    first?.focus()
  })
}

/**
 * Asks before what cannot be taken back.
 *
 * @param {string} heading
 * @param {string} text - What is going to happen.
 * @param {string} word - What the button says: the sentence itself.
 */
export function confirmDialog(heading, text, word) {
  return openDialog(heading, (close) =>
    h("form", { method: "dialog", onsubmit: (event) => (event.preventDefault(), close(true)) },
      h("p", null, text),
      h("footer", null,
        h("button", { type: "button", autofocus: true, onclick: () => close(false) }, say("cancel")),
        h("button.danger", { type: "submit" }, word))))
}

/**
 * A field with its label, hint and place for what is wrong.
 *
 * @param {string} label
 * @param {HTMLElement} input
 * @param {{hint?: string, pointer?: string}} [options] - `pointer` is how the node names the field in a refusal.
 */
export function field(label, input, { hint, pointer } = {}) {
  const id = (input.id ||= freshID("field"))
  const about = hint ? h("small.hint", { id: id + "-hint" }, hint) : null
  if (about) input.setAttribute("aria-describedby", about.id)
  if (pointer) input.dataset.pointer = pointer
  return h("div.field", null, h("label", { for: id }, label), input, about)
}

/** Marks the fields of a form that the node has refused; the first takes the focus. */
export function markRefused(form, problem) {
  for (const one of form.querySelectorAll("[aria-invalid]")) {
    one.removeAttribute("aria-invalid")
    document.getElementById(one.id + "-wrong")?.remove()
  }
  let isFirst = true
  for (const { pointer, message } of problem.errors ?? []) {
    const input = form.querySelector(`[data-pointer="${CSS.escape(pointer)}"]`)
    if (!input) continue
    const id = input.id + "-wrong"
    input.setAttribute("aria-invalid", "true")
    input.setAttribute("aria-describedby", `${id} ${input.getAttribute("aria-describedby") ?? ""}`.trim())
    input.closest(".field")?.append(h("small.wrong", { id, lang: "en" }, message))
    if (isFirst) input.focus()
    isFirst = false
  }
  return !isFirst
}
