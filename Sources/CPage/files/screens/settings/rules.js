// Rules for tags: a search, and the tags that what matches it gets when it is kept.
import { get, write } from "../../core/api.js"
import { h, settled } from "../../core/dom.js"
import { icon } from "../../core/icons.js"
import { count, numberText, say } from "../../core/words.js"
import { field, markRefused, openDialog } from "../../parts/dialog.js"
import { live, part } from "../../parts/live.js"
import { tagChip } from "../../parts/marks.js"
import { tagChips, tagsInput } from "../../parts/tags-input.js"
import { doing, tellDone, tellProblem } from "../../parts/toasts.js"

const countsMost = 50

/** Shows them. */
export function rulesPart(view) {
  const place = live(view, /^(object\.(created|deleted|changed_many)|tag\.renamed)$/,
    async () => {
      const { items } = await get("/v1/tag-rules")
      const finds = await Promise.all(items.slice(0, countsMost).map(({ query }) => found(query)))
      const due = items.length ? await pending().catch(() => 0) : 0
      return { rules: items.map((rule, at) => ({ ...rule, finds: finds[at] })), due }
    },
    ({ rules, due }) => rules.length
      ? [
          h("ul.rows", null, rules.map(row)),
          due ? h("div.row.end", null, h("button", { type: "button", onclick: () => apply().then(() => place.again()) },
            icon("tag"), say("rules.apply", count(due, say("forms.things"))))) : null,
        ]
      : h("div.empty.small", null, icon("tag"), h("h3", null, say("rules.none")), h("p", null, say("rules.example"))))
  const row = (rule) =>
    h("li", null,
      h("div.grow", null, h("a.strong", { href: `/links?q=${encodeURIComponent(rule.query)}`, dir: "auto" },
        rule.query),
        tagChips(rule.tags, tagChip, 12),
        rule.finds === undefined ? null : h("span.dim", null, say("rules.finds", numberText(rule.finds)))),
      h("button", { type: "button", "aria-label": say("rules.dropOf", rule.query), data: { key: rule.id },
        onclick: () => doing(() => write("DELETE", `/v1/tag-rules/${rule.id}`),
          { undone: () => place.again() }).then(() => place.again()) },
      icon("trash"), say("rules.drop")))
  const add = h("button.main", { type: "button", onclick: () => openNew().then(() => place.again()) }, icon("add"),
    say("rules.new"))
  return part(say("rules.heading"), { acts: [add], hint: say("rules.hint") }, place)
}

const found = (q) => get("/v1/things", { q, limit: 1, total: true }).then(({ total }) => total, () => undefined)

const pending = async () => (await write("POST", "/v1/tag-rules:apply",
  { body: { query: "is:mine", dry_run: true } })).count

const apply = () => doing(() => write("POST", "/v1/tag-rules:apply", { body: { query: "is:mine" }, once: true }))

function openNew() {
  return openDialog(say("rules.new"), (close) => {
    const finds = h("p.hint", { role: "status" })
    const query = h("input", { required: true, autofocus: true, spellcheck: "false", autocomplete: "off",
      placeholder: "site:youtube.com",
      oninput: settled(300, async () => {
        const q = query.value.trim()
        const number = q ? await found(q) : undefined
        finds.textContent = number === undefined ? "" : say("rules.finds", numberText(number))
      }) })
    const tags = tagsInput([])
    tags.input.dataset.pointer = "/tags"
    const form = h("form", {
      onsubmit: async (event) => {
        event.preventDefault()
        if (!tags.tags.length) return tags.input.focus()
        try {
          const made = await write("POST", "/v1/tag-rules", { body: { query: query.value.trim(), tags: tags.tags },
            once: true })
          tellDone(made)
          close(made)
        } catch (problem) {
          if (!markRefused(form, problem)) tellProblem(problem)
        }
      },
    }, field(say("rules.query"), query, { hint: say("rules.queryHint"), pointer: "/query" }), finds,
    h("div.field", null, h("label", { for: (tags.input.id ||= "rule-tags") }, say("keep.tags")), tags.element),
    h("footer", null, h("button", { type: "button", onclick: () => close() }, say("cancel")),
      h("button.main", { type: "submit" }, say("save"))))
    return form
  })
}
