// Tags as they are typed: chips, and a combobox that completes any part of a name (ARIA APG, editable combobox).
import { get } from "../core/api.js"
import { add, announce, freshID, h, settled } from "../core/dom.js"
import { icon } from "../core/icons.js"
import { numberText, say } from "../core/words.js"

/**
 * A field for tags.
 *
 * @param {string[]} tags - Those that are there.
 * @param {(tags: string[]) => void} [changed]
 * @returns {{element: HTMLElement, tags: string[], input: HTMLInputElement}}
 */
export function tagsInput(tags, changed = () => {}) {
  const list = freshID("tags")
  let chosen = -1
  let offers = []
  let round = 0
  const field = {
    tags: [...tags],
    input: h("input", {
      role: "combobox", "aria-autocomplete": "list", "aria-expanded": "false", "aria-controls": list, autocomplete: "off",
      spellcheck: "false", "aria-label": say("tags.add"), placeholder: say("tags.add"),
      oninput: () => {
        if (input.value.includes(",")) {
          for (const name of input.value.split(",")) take(name)
          input.value = ""
        }
        ask(input.value)
      },
      onkeydown: key,
      onblur: () => {
        take(input.value)
        input.value = ""
        close()
      },
    }),
  }
  const { input } = field
  const chips = h("span.chips")
  const box = h("div.box", { onclick: () => input.focus() }, chips, input)
  const options = h("ul", { id: list, role: "listbox", "aria-label": say("tags.offers"), hidden: true })
  field.element = h("div.combo", null, box, options)

  function draw() {
    chips.replaceChildren(
      ...field.tags.map((name) =>
        h("span.chip", null, "#" + name,
          h("button.quiet", {
            type: "button", "aria-label": say("tags.remove", name),
            onclick: (event) => {
              event.stopPropagation()
              drop(name)
              input.focus()
            },
          }, icon("cross")))))
  }

  function take(text) {
    const name = text.trim().replace(/^#/, "").trim()
    if (!name || field.tags.some((tag) => tag.toLowerCase() === name.toLowerCase())) return
    field.tags.push(name)
    announce(say("tags.added", name))
    draw()
    changed(field.tags)
  }

  function drop(name) {
    field.tags = field.tags.filter((tag) => tag !== name)
    announce(say("tags.removed", name))
    draw()
    changed(field.tags)
  }

  const ask = settled(120, async (text) => {
    const word = text.trim().replace(/^#/, "")
    const mine = (round += 1)
    if (!word) return close()
    const { items } = await get("/v1/suggest", { q: "#" + word, limit: 20 }).catch(() => ({ items: [] }))
    // What comes late, after more was typed, is dropped.
    if (mine !== round || !input.value.trim()) return
    offers = items.filter(({ type, name }) => type === "tag" && !field.tags.includes(name)).slice(0, 8)
    chosen = -1
    options.replaceChildren(
      ...offers.map(({ name, count }, at) =>
        h("li", {
          role: "option", id: `${list}-${at}`, "aria-selected": "false",
          onpointerdown: (event) => {
            event.preventDefault()
            choose(at)
          },
        }, "#" + name, h("span.dim", null, numberText(count)))))
    options.hidden = !offers.length
    input.setAttribute("aria-expanded", String(!options.hidden))
  })

  function close() {
    options.hidden = true
    chosen = -1
    input.setAttribute("aria-expanded", "false")
    input.removeAttribute("aria-activedescendant")
  }

  function choose(at) {
    take(offers[at].name)
    input.value = ""
    close()
    round += 1
  }

  function mark(to) {
    chosen = (to + offers.length) % offers.length
    ;[...options.children].forEach((option, at) => option.setAttribute("aria-selected", String(at === chosen)))
    input.setAttribute("aria-activedescendant", `${list}-${chosen}`)
    options.children[chosen].scrollIntoView({ block: "nearest" })
  }

  function key(event) {
    const isOpen = !options.hidden && offers.length > 0
    if (event.key === "ArrowDown" && isOpen) (event.preventDefault(), mark(chosen + 1))
    else if (event.key === "ArrowUp" && isOpen) (event.preventDefault(), mark(chosen - 1))
    else if (event.key === "Escape" && isOpen) (event.preventDefault(), event.stopPropagation(), close())
    else if (event.key === "Enter" && !event.ctrlKey && !event.metaKey && (chosen >= 0 || input.value.trim())) {
      event.preventDefault()
      if (chosen >= 0) choose(chosen)
      else (take(input.value), (input.value = ""), close(), (round += 1))
    } else if (event.key === "Backspace" && !input.value && field.tags.length) drop(field.tags.at(-1))
  }

  /** Shows other tags, as when somebody else has changed them. */
  field.set = (others) => {
    field.tags = [...others]
    draw()
  }

  draw()
  return field
}

/** Chips of tags, at most `most`, and how many more. */
export function tagChips(tags, chip, most = 3) {
  return add(h("span.chips"), [
    ...tags.slice(0, most).map(chip), tags.length > most ? h("span.dim", null, `+${tags.length - most}`) : null,
  ])
}
