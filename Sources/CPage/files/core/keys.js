// Keys: single letters act only while nothing is being typed, and can be switched off (WCAG 2.1.4).
import { say } from "./words.js"

const bindings = new Map()
let chord = null
let chordTimer

/** Whether single letters act. */
export const areLettersOn = () => localStorage.getItem("weft.letters") !== "off"

/** Switches single letters on or off. */
export const setLetters = (wanted) => localStorage.setItem("weft.letters", wanted ? "on" : "off")

/**
 * Binds a key, such as `n`, `Shift+x`, `Ctrl+k` or `g l` (one after the other).
 *
 * @param {string} about - The name of its words, for the list of all keys.
 * @param {(event: KeyboardEvent) => void} act
 * @param {AbortSignal} [signal] - Ends it, with the view that it belongs to.
 */
export function bind(key, about, act, signal) {
  const binding = { key, about, act }
  bindings.set(key, [...(bindings.get(key) ?? []), binding])
  signal?.addEventListener("abort", () => {
    const rest = bindings.get(key)?.filter((one) => one !== binding) ?? []
    if (rest.length) bindings.set(key, rest)
    else bindings.delete(key)
  })
}

/** Everything that a key does now: `{key, text, act}`. */
export const commands = () =>
  [...bindings.values()].map((all) => all.at(-1)).map(({ key, about, act }) => ({ key, text: say(about), act }))

let noted = []

/**
 * Notes keys that an element takes by itself, for the list of all keys; they stand there as long as the element does.
 *
 * @param {Object<string, string>} keys - The name of the words of each, by how it is shown, such as `PageUp`.
 */
export function noteKeys(element, keys) {
  noted = noted.filter((one) => one.element.isConnected)
  noted.push({ element, keys: Object.entries(keys) })
}

/** All keys that act now: `[key, what it does]`. */
export const allKeys = () => [
  ...commands().map(({ key, text }) => [key, text]),
  ...noted.filter(({ element }) => element.isConnected).flatMap(({ keys }) => keys.map(([key, about]) => [key, say(about)])),
]

const typed = "input, textarea, select, [contenteditable], [role=combobox], [role=listbox]"

document.addEventListener("keydown", (event) => {
  if (event.defaultPrevented || event.isComposing) return
  const hasModifier = event.ctrlKey || event.metaKey || event.altKey
  const isDialog = document.querySelector("dialog:modal") !== null
  if (isDialog || (!hasModifier && (!areLettersOn() || event.target.closest?.(typed)))) return
  const name =
    (event.ctrlKey || event.metaKey ? "Ctrl+" : "") +
    (event.altKey ? "Alt+" : "") +
    (event.shiftKey && event.key.length > 1 ? "Shift+" : "") +
    (event.shiftKey && /^[a-z]$/i.test(event.key) ? "Shift+" : "") +
    (event.key.length === 1 ? event.key.toLowerCase() : event.key)
  const binding = ((chord && bindings.get(`${chord} ${name}`)) || bindings.get(name))?.at(-1)
  chord = null
  clearTimeout(chordTimer)
  if (binding) {
    event.preventDefault()
    binding.act(event)
  } else if (!hasModifier && [...bindings.keys()].some((key) => key.startsWith(name + " "))) {
    event.preventDefault()
    chord = name
    chordTimer = setTimeout(() => (chord = null), 1500)
  }
})
