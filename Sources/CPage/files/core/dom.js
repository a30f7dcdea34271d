// Elements, built without text that could become markup.

/**
 * An element with these properties and children.
 *
 * @param {string} tag - Its name; `svg:path` for one of SVG. `button.icon.quiet` gives it classes.
 * @param {object} [props] - `on…` adds a listener, `data` data attributes, `style` custom properties;
 *   a property that the element has is set, anything else becomes an attribute. null and false leave out.
 * @param {...(Node|string|number|null|false|Array)} children
 */
export function h(tag, props, ...children) {
  const [name, ...classes] = tag.split(".")
  const element = name.startsWith("svg:")
    ? document.createElementNS("http://www.w3.org/2000/svg", name.slice(4))
    : document.createElement(name || "div")
  if (classes.length) element.setAttribute("class", classes.join(" "))
  for (const [key, value] of Object.entries(props ?? {})) set(element, key, value)
  add(element, children)
  return element
}

function set(element, key, value) {
  if (value === null || value === undefined || value === false) return
  if (key.startsWith("on")) element.addEventListener(key.slice(2), value)
  else if (key === "class") element.classList.add(...value.split(" ").filter(Boolean))
  else if (key === "data") Object.assign(element.dataset, value)
  else if (key === "style") {
    for (const [name, text] of Object.entries(value)) element.style.setProperty(name, text)
  } else if (key in element && typeof value !== "string" && !key.startsWith("aria")) {
    element[key] = value
  } else if (["value", "checked", "textContent"].includes(key)) element[key] = value
  else element.setAttribute(key, value === true ? "" : String(value))
}

/** Appends children; lists in them are opened, null and false left out. */
export function add(element, children) {
  for (const child of children.flat(Infinity)) {
    if (child === null || child === undefined || child === false || child === "") continue
    element.append(child instanceof Node ? child : document.createTextNode(String(child)))
  }
  return element
}

/** Replaces all that is in an element. */
export function fill(element, ...children) {
  element.replaceChildren()
  return add(element, children)
}

const reachable = "a[href], button, input, select, textarea, [tabindex]"

/** Replaces all that is in an element; what takes the place of what had the focus has it. */
export function refill(element, ...children) {
  const at = $$(reachable, element).indexOf(document.activeElement)
  fill(element, ...children)
  if (at >= 0) ($$(reachable, element)[at] ?? $$(reachable, element).at(-1))?.focus({ preventScroll: true })
  return element
}

/** The first element that fits, within `root`. */
export const $ = (selector, root = document) => root.querySelector(selector)

/** All elements that fit, within `root`. */
export const $$ = (selector, root = document) => [...root.querySelectorAll(selector)]

let last = 0

/** An id that no other element has. */
export const freshID = (word = "id") => `${word}-${++last}`

/** Says something to who listens to the page, without showing it. */
export function announce(text) {
  if (typeof document.ariaNotify === "function") return document.ariaNotify(text)
  let region = $("#said")
  if (!region) {
    region = h("div.unseen", { id: "said", role: "status", "aria-live": "polite" })
    document.body.append(region)
  }
  region.textContent = region.textContent === text ? text + "\u00a0" : text
}

/** Waits for `pause` ms of silence before it calls, with the last arguments. */
export function settled(pause, act) {
  let timer
  return (...words) => {
    clearTimeout(timer)
    timer = setTimeout(() => act(...words), pause)
  }
}

/** Calls `act` when the window rests after a scroll; Firefox tells the end of some scrolls late, or not at all. */
export function afterScroll(act, signal) {
  addEventListener("scrollend", act, { signal })
  addEventListener("scroll", settled(300, () => signal.aborted || act()), { signal, passive: true })
}
