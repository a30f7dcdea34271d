// Bringing a file: what would be taken in is counted first; then it is, with a way back.
import { fill, freshID, h } from "../core/dom.js"
import { icon } from "../core/icons.js"
import { importFile, takeFile } from "../core/imports.js"
import { count, numberText, say } from "../core/words.js"
import { audienceSelect } from "./audience-select.js"
import { field } from "./dialog.js"
import { isCommandText, commandLine, tellDone, undo } from "./toasts.js"
import { get } from "../core/api.js"

/**
 * A place for one file after the other.
 *
 * @param {{signal: AbortSignal}} view - With it,
   what is being counted ends; what is being taken in goes on at the node.
 * @param {{level?: string, done?: () => void}} [options] - `level` is that of its headings; `done` is called when
 *   something was taken in.
 */
export function bringBox(view, { level = "h3", done = () => {} } = {}) {
  const place = h("div.bring")
  const input = h("input", { type: "file", hidden: true,
    accept:
      ".html,.htm,.json,.csv,.txt,.zip,.tar,.xml,.opml,.jsonl,.md,.org,.bib,.ris,.jsonlz4,text/html,text/csv",
    onchange: () => {
    const [file] = input.files
    input.value = ""
    if (file) void countFirst(file)
  } })
  const choose = (words, look = "button") => h(look, { type: "button", onclick: () => input.click() }, icon("download"),
    say(words))
  const zone = h("div.zone", {
    ondragover: (event) => (event.preventDefault(), zone.classList.add("over")),
    ondragleave: () => zone.classList.remove("over"),
    ondrop: (event) => {
      event.preventDefault()
      zone.classList.remove("over")
      const [file] = event.dataTransfer.files
      if (file) void countFirst(file)
    },
  }, choose("bring.choose", "button.main"), h("p", null, say("bring.drop")), h("p.hint", null, say("bring.formats")))

  // The options stay as they were chosen while they are counted anew.
  const chosen = { on_dup: "merge", folders: "tags", tags: "" }
  let round = 0

  async function countFirst(file, changed = null) {
    const mine = (round += 1)
    const bar = progressBar(say("bring.counting", file.name))
    fill(place, zone, bar.element)
    chosen.audience ??= (await get("/v1/settings").catch(() => ({ audience: "private" }))).audience
    try {
      const job = await importFile(file, { ...query(), dry_run: true }, bar.tell, view.signal)
      if (mine === round && !view.signal.aborted) await showCount(file, job, changed)
    } catch (problem) {
      if (mine === round && !view.signal.aborted) fill(place, zone, wrong(problem))
    }
  }

  const query = () => ({ ...chosen, on_dup: chosen.on_dup, tags: chosen.tags.trim() || null })

  // An option that was changed keeps the focus, and stays in sight, while it is counted anew.
  async function showCount(file, job, changed) {
    if (job.state === "failed") return fill(place, zone, wrong(job.problem))
    const where = await audienceSelect(chosen.audience)
    where.onchange = () => (chosen.audience = where.value)
    const pick = (name, values) => h("select", { data: { key: name },
      onchange: ({ target }) => ((chosen[name] = target.value), void countFirst(file, name)) },
      values.map((value) => h("option", { value, selected: chosen[name] === value }, say(`bring.${name}.${value}`))))
    const tags = h("input", { value: chosen.tags, oninput: () => (chosen.tags = tags.value), autocomplete: "off",
      spellcheck: "false" })
    const news = job.added + job.merged
    const take = h("button.main", { type: "button", disabled: !news, onclick: () => void takeIn(file) },
      news ? say("bring.take", numberText(news)) : say("bring.nothing"))
    const heading = h(`${level}.file-name`, { tabindex: "-1", dir: "auto" }, say("bring.would", file.name))
    fill(place, h("div.card", null, heading, counts(job),
      field(say("keep.where"), where),
      h("details", { open: changed !== null }, h("summary", null, say("bring.options")),
        field(say("bring.onDup"), pick("on_dup", ["merge", "skip", "overwrite"])),
        field(say("bring.folders"), pick("folders", ["tags", "collections", "ignore"])),
        field(say("bring.tags"), tags, { hint: say("bring.tagsHint") })),
      problems(job),
      h("div.row.end", null, h("button", { type: "button", onclick: () => fill(place, zone) }, say("cancel")), take)))
    const held = changed ? place.querySelector(`[data-key="${changed}"]`) : heading
    held.focus({ preventScroll: true })
  }

  async function takeIn(file) {
    const bar = progressBar(say("bring.taking", file.name))
    fill(place, bar.element)
    try {
      const job = await importFile(file, query(), bar.tell)
      if (job.act) tellDone({ summary: say("bring.taken", numberText(job.added + job.merged)), act: job.act })
      done()
      if (view.signal.aborted) return
      if (job.state === "failed") return fill(place, zone, wrong(job.problem))
      const back = job.act
        ? h("button", { type: "button", onclick: () => undo(job.act, () => fill(place, zone)) }, icon("undo"),
          say("bring.undo")) : null
      const heading = h(`${level}.file-name`, { tabindex: "-1", dir: "auto" }, say("bring.done", file.name))
      fill(place, h("div.card", null, heading, counts(job), problems(job),
        h("div.row.end", null, back, h("button", { type: "button", onclick: () => fill(place, zone) },
          say("bring.another")),
          h("a.button", { href: "/links" }, say("bring.see")))))
      heading.focus({ preventScroll: true })
    } catch (problem) {
      if (!view.signal.aborted) fill(place, zone, wrong(problem))
    }
  }

  fill(place, zone)
  const given = takeFile()
  if (given) void countFirst(given)
  return h("div", null, input, place)
}

function progressBar(words) {
  const id = freshID("progress")
  const bar = h("progress", { id })
  const text = h("span.dim")
  return {
    element: h("div.bring-progress", { role: "status" }, h("label", { for: id, dir: "auto" }, words), bar, text),
    tell: ({ total, added, merged, skipped, refused }) => {
      if (!total) return
      bar.max = total
      bar.value = added + merged + skipped + refused
      text.textContent = say("bring.far", numberText(bar.value), numberText(total))
    },
  }
}

// What became of the entries, or would.
function counts(job) {
  const line = (name, number, kind) => {
    if (!number) return null
    const words = say(`bring.${name}`)
    const what = typeof words === "string" ? words : count(number, words).slice(numberText(number).length + 1)
    return h(`li${kind}`, null, h("strong", null, numberText(number)), " ", what)
  }
  return [
    h("p.hint", null, say("bring.format", job.format)),
    h("ul.counts", null, line("new", job.added, ".good"), line("merged", job.merged, ""), line("here", job.skipped, ""),
      line("refused", job.refused, ".bad"), line("warned", job.warned, ""), line("leftOut", job.left_out, ""),
      line("collections", job.collections, ""), line("highlights", job.highlights, ""),
      job.sections.map((part) => line(`section.${part.section}`, part.added, ""))),
    job.notices.map((one) => h("p.hint", { lang: "en" }, one)),
  ]
}

// What was refused and why, each with its line.
function problems({ refused, refusals, warned, warnings }) {
  const table = (heading, all, more) => all.length
    ? h("details.problems", null, h("summary", null, heading),
        h("div.scroll-box", { tabindex: "0", role: "region", "aria-label": heading },
          h("table", null, h("thead", null, h("tr", null, h("th", { scope: "col" }, say("bring.line")),
            h("th", { scope: "col" }, say("bring.why")))),
            h("tbody", null, all.map(({ line, detail, fix }) =>
              h("tr", null, h("td", null, line ? numberText(line) : ""),
                h("td", { lang: "en", dir: "auto" }, detail, fix ? h("span.fix", null, fix) : null)))))),
        more > all.length ? h("p.hint", null, say("bring.first", all.length)) : null)
    : null
  return [
    table(say("bring.refusals", count(refused, say("forms.entries"))), refusals, refused),
    table(say("bring.warnings", count(warned, say("forms.entries"))), warnings, warned),
  ]
}

function wrong(problem) {
  const fix = problem.fix && (isCommandText(problem.fix) ? commandLine(problem.fix) : problem.fix)
  return h("p.wrong", { role: "alert", lang: "en" }, problem.detail ?? problem.message,
    fix ? h("span.fix", null, fix) : null)
}
