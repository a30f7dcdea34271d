// One's groups, and those that one was in.
import { go } from "../../core/address.js"
import { get, write } from "../../core/api.js"
import { h } from "../../core/dom.js"
import { icon } from "../../core/icons.js"
import { count, say } from "../../core/words.js"
import { field, markRefused, openDialog } from "../../parts/dialog.js"
import { live, part, standing } from "../../parts/live.js"
import { tellDone, tellProblem } from "../../parts/toasts.js"

/** Where a group's screen is. */
export const groupPath = (name) => `/people/group/${encodeURIComponent(name)}`

/** The groups. */
export function groupsPart(view) {
  const place = live(view, /^(group\.|object\.(created|deleted|changed_many)|share\.received)/,
    async () => (await get("/v1/groups")).items,
    (items) => {
      const [now, former] = [items.filter(isIn), items.filter((one) => !isIn(one))]
      return [
        now.length ? h("ul.rows", null, now.map(row)) : h("p.dim", null, say("groups.none")),
        former.length
          ? h("details", null, h("summary", null, say("groups.former", former.length)),
            h("ul.rows", null, former.map(row)))
          : null,
      ]
    })
  const add = h("button", { type: "button", onclick: openNew }, icon("add"), say("groups.new"))
  return part(say("groups.heading"), { acts: [add] }, place)
}

const isIn = ({ state }) => state === "member" || state === "joining"

function row({ name, state, role, refusal, member_count: people, link_count: things }) {
  return h("li", null, h("span.face.small.square", null, icon("group")),
    h("div.grow", null,
      h("a.strong", { href: groupPath(name), dir: "auto" }, name),
      state === "member" ? h("span.dim", null, say(`role.${role}`))
        : standing(state === "joining" ? "half" : "idle", say(refusal ? `joins.${refusal}` : `groupState.${state}`))),
    h("span.dim.aside", null, count(people, say("forms.people")), " · ", count(things, say("forms.things"))))
}

function openNew() {
  return openDialog(say("groups.new"), (close) => {
    const name = h("input", { required: true, maxlength: 256, autofocus: true, autocomplete: "off" })
    const about = h("textarea", { rows: 2, maxlength: 4096 })
    const form = h("form", {
      onsubmit: async (event) => {
        event.preventDefault()
        try {
          const body = { name: name.value.trim(), description: about.value.trim() || undefined }
          const made = await write("POST", "/v1/groups", { body, once: true })
          tellDone({ summary: say("groups.made", made.name) })
          close(made)
          void go(groupPath(made.name))
        } catch (problem) {
          if (!markRefused(form, problem)) tellProblem(problem)
        }
      },
    }, field(say("groups.name"), name, { pointer: "/name" }),
    field(say("groups.about"), about, { pointer: "/description" }),
    h("footer", null, h("button", { type: "button", onclick: () => close() }, say("cancel")),
      h("button.main", { type: "submit" }, say("groups.make"))))
    return form
  })
}
