// A text that is edited where it stands: it looks like text, becomes a field, and saves itself when it is left.
import { fill, freshID, h } from "../core/dom.js"
import { icon } from "../core/icons.js"
import { say } from "../core/words.js"

/**
 * A text with a button that makes it a field. Enter saves what has one line, Ctrl+Enter what has several; leaving the
 * field saves as well, and Esc leaves it as it was.
 *
 * @param {object} options
 * @param {string} options.label - What it is.
 * @param {() => string} options.read - The text as it is now.
 * @param {() => void} [options.begin] - Called when it becomes a field; what is saved changes what was there then.
 * @param {(text: string) => Promise<object|null|undefined>} options.save - undefined keeps the field open.
 * @param {(text: string) => Node} options.show - The text as it is shown.
 * @param {string} [options.add] - What the button says while there is no text.
 * @param {boolean} [options.isLong] - It has lines.
 * @param {boolean} [options.canEdit]
 * @param {number} [options.most] - How many letters it may have.
 * @returns {{element: HTMLElement, open: () => void, draw: () => void}} `draw` shows it anew, if nobody edits it.
 */
export function inPlace({ label, read, begin, save, show, add, isLong = false, canEdit = true, most }) {
  const element = h("div.in-place")
  let field = null
  let isSaving = false

  function draw() {
    if (field) return
    const text = read()
    const button = canEdit
      ? h("button.quiet.edit", {
          type: "button", "aria-label": say("edit.of", label), title: say("edit.of", label), onclick: open,
        }, text || !add ? icon("edit") : [icon("add"), h("span", { "aria-hidden": "true" }, add)])
      : null
    fill(element, text ? show(text) : null, button)
    // A click on the text does as well, unless one selects some of it or follows a link.
    if (text && canEdit) element.firstChild.addEventListener("click", clicked)
  }

  function clicked(event) {
    if (!event.target.closest("a") && !getSelection()?.toString()) open()
  }

  function open() {
    if (field || !canEdit) return field?.focus()
    const before = read()
    begin?.()
    field = h("textarea", {
      id: freshID("in-place"), "aria-label": label, rows: isLong ? 3 : 1, value: before, maxlength: most, dir: "auto",
      class: isLong ? "" : "line", spellcheck: isLong ? "true" : "false",
      onkeydown: (event) => {
        const isEnd = event.key === "Enter" && (!isLong || event.ctrlKey || event.metaKey)
        if (isEnd) (event.preventDefault(), void end(true))
        else if (event.key === "Escape") (event.preventDefault(), event.stopPropagation(), close(true))
      },
      onblur: () => void end(false),
    })
    fill(element, field, isLong ? h("small.hint", null, say("edit.hint")) : null)
    field.focus()
    field.setSelectionRange(field.value.length, field.value.length)

    async function end(byKey) {
      if (isSaving || !field) return
      const text = isLong ? field.value : field.value.replace(/\s*\n\s*/g, " ").trim()
      if (text === before) return close(byKey)
      isSaving = true
      const kept = await save(text)
      isSaving = false
      if (kept !== undefined) return close(byKey)
      field?.setAttribute("aria-invalid", "true")
    }
  }

  function close(takesFocus) {
    field = null
    draw()
    if (takesFocus) element.querySelector("button.edit")?.focus()
  }

  draw()
  return { element, open, draw }
}
