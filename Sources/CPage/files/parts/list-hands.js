// What keys and the pointer do in a list: walk, open, and select one, a range, or one more.
import { noteKeys } from "../core/keys.js"

/** Lets a list be walked and selected in; `onOpen` opens a thing. */
export function hands(list, selection, onOpen) {
  const { element } = list
  noteKeys(element, {
    "↑ ↓ ← →": "keys.walk", "Home End": "keys.ends", Enter: "keys.open", Space: "keys.select", "Shift+F10": "keys.menu",
  })
  const rowOf = ({ target }) => target.closest("[role=row]")

  element.addEventListener("keydown", (event) => {
    const row = rowOf(event)
    // What has the focus within a row has keys of its own.
    if (!row || event.target !== row) return
    const act = walk(event) ?? other(event, row)
    if (!act) return
    event.preventDefault()
    act()
  })

  function walk({ key, shiftKey, ctrlKey, metaKey }) {
    if (ctrlKey || metaKey) return null
    const { order, page } = list
    const by = {
      ArrowDown: [1, true], ArrowUp: [-1, true], ArrowRight: [1], ArrowLeft: [-1], PageDown: [page], PageUp: [-page],
    }[key]
    const end = { Home: 0, End: order.total - 1 }[key]
    if (!by && end === undefined) return null
    return () => {
      if (by) list.step(...by)
      else list.focus(order.id(end))
      if (shiftKey) selection.extend(list.current, order)
    }
  }

  function other({ key, shiftKey }, row) {
    const { id } = row.dataset
    if (key === "Enter") return () => onOpen(id)
    if (key === " ") return () => selection.toggle(id)
    const isMenu = key === "ContextMenu" || (key === "F10" && shiftKey)
    return isMenu ? () => row.querySelector("[aria-haspopup=menu]")?.click() : null
  }

  element.addEventListener("click", (event) => {
    const row = rowOf(event)
    if (!row) return
    const { id } = row.dataset
    const isPick = event.target.matches("input.pick")
    const isMore = event.ctrlKey || event.metaKey
    if (!isPick && !event.shiftKey && !isMore) return
    if (event.target.closest("a")) event.preventDefault()
    if (event.shiftKey) selection.extend(id, list.order)
    else if (isPick) selection.toggle(id, event.target.checked)
    else selection.toggle(id)
  })

  element.addEventListener("dblclick", (event) => {
    const row = rowOf(event)
    if (row && !event.target.closest("a, button, input")) onOpen(row.dataset.id)
  })
}
