// Taking things away: as a file for other programs, or everything of the node as a backup.
import { asQuery, get, write } from "../../core/api.js"
import { h, settled } from "../../core/dom.js"
import { icon } from "../../core/icons.js"
import { count, say } from "../../core/words.js"
import { audiences } from "../../parts/audience-select.js"
import { field, markRefused } from "../../parts/dialog.js"
import { part } from "../../parts/live.js"
import { doing, tellDone, tellProblem } from "../../parts/toasts.js"

const formats = ["html", "json", "csv", "md", "org", "xbel", "pinboard", "atom", "jsonfeed", "bibtex", "ris", "csljson"]
const endings = { pinboard: "json", atom: "xml", jsonfeed: "json", bibtex: "bib", csljson: "json" }

/** Shows both. */
export function exportPart() {
  return [exportForm(), backupForm()]
}

function exportForm() {
  const format = h("select", { onchange: () => ((folders.disabled = format.value !== "html"), ask()) },
    formats.map((value) => h("option", { value }, say(`format.${value}`))))
  const q = h("input", { spellcheck: "false", autocomplete: "off", placeholder: say("search.hint"),
    oninput: () => ask() })
  const who = h("select", { onchange: () => ask() }, h("option", { value: "" }, say("export.everybody")))
  void audiences().then((all) => who.append(...all.filter(({ value }) => value !== "private")
    .map(({ value, text }) => h("option", { value }, say("export.only", text)))), () => {})
  const folders = h("select", null, ["", "tags",
    "collections"].map((value) => h("option", { value }, say(`export.folders.${value || "none"}`))))
  const finds = h("p.hint", { role: "status" })
  const ask = settled(300, async () => {
    const type = format.value === "json" ? undefined : "link"
    const found = await get("/v1/things", { q: ["is:mine", q.value.trim()].join(" "), type, limit: 1,
      total: true }).catch(() => null)
    finds.textContent = found ? say("export.finds", count(found.total, say(type ? "forms.links" : "forms.things"))) : ""
  })
  ask()
  const form = h("form", {
    onsubmit: async (event) => {
      event.preventDefault()
      await doing(async () => {
        const target = "/v1/export" + asQuery({
          format: format.value, q: q.value.trim(), audience: who.value, folders: folders.disabled ? "" : folders.value,
        })
        const { url } = await write("POST", "/v1/web/tickets", { body: { target } })
        const name = `weft-${new Date().toISOString().slice(0, 10)}.${endings[format.value] ?? format.value}`
        h("a", { href: url, download: name }).click()
        tellDone({ summary: say("export.begun", name) })
      })
    },
  }, field(say("export.format"), format), field(say("export.which"), q, { hint: say("export.whichHint") }), finds,
  field(say("export.bound"), who, { hint: say("export.boundHint") }), field(say("export.folders"), folders),
  h("button.main", { type: "submit" }, icon("download"), say("export.submit")))
  return part(say("export.heading"), { hint: say("export.hint") }, form)
}

function backupForm() {
  const path = h("input", { required: true, spellcheck: "false", autocomplete: "off",
    placeholder: "/media/stick/weft-backup" })
  const form = h("form.inline", {
    onsubmit: async (event) => {
      event.preventDefault()
      try {
        tellDone(await write("POST", "/v1/backup", { body: { path: path.value.trim() } }))
      } catch (problem) {
        if (!markRefused(form, problem)) tellProblem(problem)
      }
    },
  }, field(say("backup.path"), path, { hint: say("backup.pathHint"), pointer: "/path" }),
    h("button", { type: "submit" }, say("backup.submit")))
  return part(say("backup.heading"), { hint: say("backup.hint") }, form)
}
