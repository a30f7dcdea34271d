// Texts that one passes on: shown whole, and copied by a button.
import { announce, freshID, h } from "../core/dom.js"
import { icon } from "../core/icons.js"
import { say } from "../core/words.js"

/** A text to pass on, with a button that copies it and says that it did. */
export function copyBox(label, text) {
  const id = freshID("copy")
  const words = h("span", null, say("copy"))
  const field = h("textarea.copy", { id, readOnly: true, rows: 3, spellcheck: "false", value: text,
    onfocus: () => field.select() })
  return h("div.field", null, h("label", { for: id }, label), field,
    h("div.row", null, h("button", { type: "button", onclick: async () => {
      await copyText(text, field)
      words.textContent = say("copied")
      setTimeout(() => (words.textContent = say("copy")), 2000)
    } }, icon("copy"), words)))
}

/** Copies a text; without a clipboard it selects it, to be copied by the keys. */
export async function copyText(text, field) {
  try {
    await navigator.clipboard.writeText(text)
    announce(say("copied"))
  } catch {
    field?.focus()
    field?.select()
  }
}
