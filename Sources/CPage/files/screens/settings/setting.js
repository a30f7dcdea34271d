// One setting: it is changed at once, and the node says what it is now.
import { write } from "../../core/api.js"
import { h } from "../../core/dom.js"
import { tellDone, tellProblem } from "../../parts/toasts.js"

/** Changes settings of the node. If that is refused, `back` shows again what was. */
export async function set(change, back = () => {}) {
  try {
    tellDone(await write("PATCH", "/v1/settings", { body: change }))
    return true
  } catch (problem) {
    tellProblem(problem)
    back()
    return false
  }
}

/** A switch with its words and a hint. */
export function toggle(words, isOn, changed, hint = null) {
  const input = h("input", { type: "checkbox", checked: isOn, onchange: () => changed(input.checked, input) })
  return h("label.choice", null, input, h("span", null, words, hint ? h("small.hint.block", null, hint) : null))
}

/** One of several, as buttons of which one is on. */
export function oneOf(legend, values, chosen, changed) {
  const name = `one-${legend}`
  return h("fieldset.one-of", null, h("legend", null, legend),
    h("div.row", null, values.map(([value, words]) =>
      h("label.choice", null,
        h("input", { type: "radio", name, value, checked: value === chosen, onchange: () => changed(value) }),
          h("span", null, words)))))
}
