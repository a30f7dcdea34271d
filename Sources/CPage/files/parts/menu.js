// Menu buttons (ARIA APG): a popover with commands, by pointer and by keys.
import { $$, freshID, h } from "../core/dom.js"
import { icon } from "../core/icons.js"

/**
 * A button that opens a menu.
 *
 * @param {string} label - Its name; `kind` is its icon, shown alone unless there is a `word` to stand beside it.
 * @param {() => ({text: string, icon?: string, key?: string, act: Function, isOn?: boolean}|null)[]} entries -
 *   Asked each time it is opened; null is a line between two.
 */
export function menuButton(label, kind, entries, props = {}, word = null) {
  const id = freshID("menu")
  const menu = h("div.menu", { id, popover: "auto", role: "menu", "aria-label": label })
  const button = h(
    "button.quiet",
    {
      ...props, "aria-haspopup": "menu", "aria-expanded": "false", "aria-label": label, title: label, type: "button",
      onclick: () => (menu.isConnected ? menu.hidePopover() : open()),
      onkeydown: (event) => {
        if (event.key === "ArrowDown") (event.preventDefault(), open())
      },
    },
    icon(kind), word ? h("span", null, word) : null)
  function open() {
    menu.replaceChildren(
      ...entries().map((entry) =>
        entry
          ? h("button", {
              role: entry.isOn === undefined ? "menuitem" : "menuitemcheckbox",
              "aria-checked": entry.isOn === undefined ? null : String(entry.isOn),
              tabindex: "-1",
              onclick: () => {
                menu.hidePopover()
                entry.act()
              },
            }, entry.icon ? icon(entry.icon) : null, h("span", null, entry.text),
            entry.key ? h("kbd", { "aria-hidden": "true" }, entry.key) : null)
          : h("hr")))
    // In the dialog that it belongs to, if there is one: what is outside of one cannot be reached.
    const place = button.closest("dialog") ?? document.body
    place.append(menu)
    const box = button.getBoundingClientRect()
    menu.showPopover()
    const size = menu.getBoundingClientRect()
    menu.style.left = `${Math.max(8, Math.min(box.left, innerWidth - size.width - 8))}px`
    menu.style.top = `${box.bottom + size.height + 8 < innerHeight ? box.bottom + 4 : Math.max(8, box.top - size.height - 4)}px`
    menu.querySelector("[role]")?.focus()
  }
  menu.addEventListener("toggle", ({ newState }) => {
    button.setAttribute("aria-expanded", String(newState === "open"))
    if (newState === "closed") {
      if (menu.contains(document.activeElement)) button.focus()
      menu.remove()
    }
  })
  menu.addEventListener("keydown", (event) => {
    const items = $$("[role]", menu)
    const at = items.indexOf(document.activeElement)
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: items.length - 1 }[event.key]
    if (to !== undefined) {
      event.preventDefault()
      items.at(to % items.length)?.focus()
    } else if (event.key === "Tab" || event.key === "Escape") {
      event.preventDefault()
      menu.hidePopover()
      button.focus()
    } else if (event.key.length === 1) {
      items.find((item, i) => i !== at && item.textContent.toLowerCase().startsWith(event.key.toLowerCase()))?.focus()
    }
  })
  return button
}
