// Who can see a thing, and on which devices it is, in words that promise no more than the node knows.
import { get } from "../../core/api.js"
import { fill, h } from "../../core/dom.js"
import { icon } from "../../core/icons.js"
import { agoText, count, exactText, say } from "../../core/words.js"
import { audience } from "../../parts/marks.js"
import { openShare } from "../../parts/share.js"

const order = ["has_it", "had_it", "not_yet", "unknown"]
const dots = { has_it: "good", had_it: "half", not_yet: "idle", unknown: "idle" }

/** The tab that says who has it. */
export async function whoTab(one, view) {
  const element = h("div")

  async function again() {
    const { viewers, former, placement } = await get(`/v1/objects/${one.id}/visibility`, null, { signal: view.signal })
    const people = byPerson(viewers)
    const isPublic = placement.includes("public")
    fill(element,
      h("p", null, !one.author.me ? say("who.theirs", "@" + one.author.name)
        : isPublic ? say("who.public")
        : people.length ? say("who.some", count(people.length, say("forms.people"))) : say("who.nobody")),
      people.length ? table(people) : null,
      former.length
        ? [h("h3", null, say("who.former")), h("p.dim", null, say("who.formerWhy")), table(byPerson(former))]
        : null,
      people.length || former.length ? legend([...people, ...byPerson(former)]) : null,
      one.author.me
        ? h("button", { type: "button", onclick: () => openShare({ ids: [one.id] }, 1).then(again) },
            icon("share"), say("share.open"))
        : null)
  }

  await again()
  return { element, again }
}

// Somebody may see it by way of several audiences.
export function byPerson(viewers) {
  const people = new Map()
  for (const { author, audience, devices, arrival } of viewers) {
    const known = people.get(author.id)
    if (known) known.audiences.add(audience)
    else people.set(author.id, { author, audiences: new Set([audience]), devices, arrival })
  }
  return [...people.values()].sort((one, other) => order.indexOf(one.arrival) - order.indexOf(other.arrival))
}

const state = (arrival) => [h(`span.dot.${dots[arrival]}`), " ", say(`arrival.${arrival}`)]

function table(people) {
  return h("table.who", null,
    h("thead", null, h("tr", null,
      ["who.person", "who.through", "who.where"].map((name) => h("th", { scope: "col" }, say(name))))),
    h("tbody", null, people.map(({ author, audiences, devices, arrival }) =>
      h("tr", null,
        h("th", { scope: "row" }, author.me ? say("you") : "@" + author.name),
        h("td", null, [...audiences].map((name) => audience(name).name).join(", ")),
        h("td", null, devices.length
          ? h("ul", null, devices.map((device, at) => deviceLine(device, devices.length > 1 ? at + 1 : 0)))
          : state(arrival))))))
}

function deviceLine({ arrival, name, revoked, last_seen: seen }, number) {
  return h("li", null, state(arrival), " ",
    h("span.dim", null, name || (number ? say("who.device", number) : ""), revoked ? ` · ${say("who.revoked")}` : "",
      seen ? h("time", { datetime: seen, title: exactText(seen) }, ` · ${say("who.seen", agoText(seen))}`) : null))
}

// A line for each state that occurs.
function legend(people) {
  const shown = new Set(people.flatMap(({ arrival, devices }) => [arrival, ...devices.map((one) => one.arrival)]))
  return h("dl.legend", null, order.filter((name) => shown.has(name)).map((name) =>
    [h("dt", null, state(name)), h("dd", null, say(`arrival.${name}.why`))]))
}
