// Everything that was done to a thing: by whom, when, and what of it does not count any more.
import { get } from "../../core/api.js"
import { fill, h } from "../../core/dom.js"
import { icon } from "../../core/icons.js"
import { thing } from "../../core/things.js"
import { fieldText } from "../../parts/edit.js"
import { agoText, exactText, say } from "../../core/words.js"

/** The tab with the history. */
export async function historyTab(one, view) {
  const element = h("div")

  async function again() {
    const { items } = await get(`/v1/objects/${one.id}/history`, null, { signal: view.signal })
    const { conflicts } = thing(one.id) ?? one
    // What was written together is one change.
    const changes = Object.values(Object.groupBy(items, ({ chain, sequence }) => `${chain} ${sequence}`))
      .sort(([first], [second]) => second.at.localeCompare(first.at))
    const last = lastOfField(items)
    fill(element, h("ol.history", null, changes.map((entries) => {
      const [{ author, at, device }] = entries
      return h("li", null,
        h("p", null, h("strong", null, author.me ? say("you") : "@" + author.name), " ",
          h("time.dim", { datetime: at, title: exactText(at) }, agoText(at)), " ",
          h("span.dim.device", { title: device }, say("history.device", device.slice(0, 4)))),
        h("ul", null, entries.map((entry) => line(entry, last, conflicts))))
    })))
  }

  await again()
  return { element, again }
}

// Of each field the entry whose value is shown now: the last one.
function lastOfField(items) {
  const last = new Map()
  for (const entry of items) if (fieldOf(entry)) last.set(fieldOf(entry), entry)
  return last
}

const fieldOf = ({ change }) => /^([a-z_]+): /.exec(change)?.[1]

function line(entry, last, conflicts) {
  const field = fieldOf(entry)
  const value = field ? entry.change.slice(field.length + 2) : entry.change
  const text = field ? [h("span.dim", null, fieldText(field), ": "), value] : [words(value)]
  const isLost = field && conflicts.some((one) => one.field === field && one.losing_value === value && one.at === entry.at)
  const isOver = field && last.get(field) !== entry
  return h(isLost ? "li.lost" : isOver ? "li.over" : "li", { dir: "auto" }, text,
    isLost ? h("span.why", null, icon("warning"), say("history.lost"))
      : isOver ? h("span.why", null, say("history.over")) : null)
}

// What the node says of a change in words of its own.
function words(text) {
  const known = {
    kept: "history.kept", "moved to the trash": "history.trashed", "restored from the trash": "history.restored",
    withdrawn: "history.withdrawn",
  }
  if (known[text]) return say(known[text])
  const [, verb, audience] = /^(shared with|withdrawn from) (.*)$/.exec(text) ?? []
  if (verb) return say(verb === "shared with" ? "history.shared" : "history.withdrawnFrom", audience)
  return /^[+-] /.test(text) ? text : h("span", { lang: "en" }, text)
}
