// Liking, disliking and keeping a thing of somebody else's; what one says shows at once.
import { write } from "../core/api.js"
import { fill, h } from "../core/dom.js"
import { icon } from "../core/icons.js"
import { change, thing, watch } from "../core/things.js"
import { numberText, say } from "../core/words.js"
import { openKeep } from "./keep.js"
import { nameOf } from "./thing-tile.js"
import { doing, tellDone, tellProblem } from "./toasts.js"

/** Says what one thinks of a thing: `like`, `dislike`, or null for nothing any more. */
export function react(one, value) {
  const { mine, ...counts } = one.reactions
  const reactions = { ...counts, mine: value ?? undefined }
  for (const word of ["like", "dislike"]) {
    reactions[word + "s"] += (value === word ? 1 : 0) - (mine === word ? 1 : 0)
  }
  const path = `/v1/objects/${one.id}/reaction`
  return change(one.id, { reactions }, () =>
    doing(() => (value ? write("PUT", path, { body: { value } }) : write("DELETE", path))))
}

/** Takes back what one said if it is said again, else says it. */
export const toggle = (one, value) => react(one, one.reactions.mine === value ? null : value)

/**
 * The buttons that say what one thinks of a thing. They follow the thing while `signal` lives.
 *
 * @param {string} id
 * @param {{signal: AbortSignal, more?: (one: object) => Node[]}} options - `more` gives what stands behind them.
 */
export function reactionBar(id, { signal, more = () => [] }) {
  const bar = h("div.react", { role: "group", "aria-label": say("react.label") })
  const show = (one) => {
    if (!one) return
    const held = bar.contains(document.activeElement) ? document.activeElement.dataset.act : null
    fill(bar, choice(one, "like", "heart"), choice(one, "dislike", "cross"), more(one))
    if (held) bar.querySelector(`[data-act="${held}"]`)?.focus()
  }
  show(thing(id))
  watch(id, show, signal)
  return bar
}

function choice(one, value, kind) {
  const number = one.reactions[value + "s"]
  return h("button.quiet", {
    type: "button", "aria-pressed": String(one.reactions.mine === value), data: { act: value },
    "aria-label": say(`react.${value}`, numberText(number)), title: say(`react.${value}`, numberText(number)),
    onclick: () => void toggle(thing(one.id) ?? one, value),
  }, icon(kind), number ? h("span", { "aria-hidden": "true" }, numberText(number)) : null)
}

/** Whether one can have one's own of it. */
export const canKeep = (one) =>
  !one.author.me && (["garment", "outfit"].includes(one.type) || Boolean(one.url))

/** Makes one's own of a thing: a copy of a garment or an outfit, and of anything else a link to its address. */
export async function keepMine(one) {
  if (!["garment", "outfit"].includes(one.type)) return openKeep({ url: one.url, title: one.title ?? one.name, tags: one.tags })
  try {
    const kept = await write("POST", `/v1/${one.type}s/${one.id}/clone`, { body: {}, once: true })
    tellDone({ summary: say("react.kept", nameOf(one).slice(0, 80)), act: kept.act })
  } catch (problem) {
    tellProblem(problem)
  }
}
