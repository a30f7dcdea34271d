// All keys that act now, and the switch that turns single letters off.
import { h } from "../core/dom.js"
import { allKeys, areLettersOn, setLetters } from "../core/keys.js"
import { say } from "../core/words.js"
import { openDialog } from "./dialog.js"

/** The switch, and the keys in a table. */
export const keysList = () => [
  h("label.choice", null,
    h("input", { type: "checkbox", checked: areLettersOn(), onchange: ({ target }) => setLetters(target.checked) }),
    say("keys.letters")),
  h("table", null, h("tbody", null,
    allKeys().map(([key, about]) =>
      h("tr", null, h("td", null, key.split(" ").map((one) => h("kbd", null, one))), h("td", null, about))))),
]

/** Shows them above the screen that one is on, so that its own keys are among them. */
export const openKeys = () => void openDialog(say("keys.all"), () => h("div.keys", null, keysList()))
