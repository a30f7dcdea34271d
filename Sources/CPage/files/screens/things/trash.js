// The trash: what was removed, how long it stays, and the way back.
import { all, write } from "../../core/api.js"
import { title } from "../../core/address.js"
import { announce, fill, h } from "../../core/dom.js"
import { onEvent } from "../../core/events.js"
import { icon } from "../../core/icons.js"
import { agoText, count, exactText, say } from "../../core/words.js"
import { nameOf } from "../../parts/edit.js"
import { main } from "../../parts/frame.js"
import { hostOf } from "../../parts/marks.js"
import { doing, tellProblem } from "../../parts/toasts.js"

const days = 30

/** Shows the trash. */
export async function showTrash(view) {
  title(say("nav.trash"))
  const number = h("small")
  const heading = h("h1", null, say("nav.trash"), number)
  const list = h("div")
  main(view, heading, h("div.bar", null, heading), h("p.dim", null, say("trash.about", days)), list)
  const show = async () => {
    const items = await all("/v1/things", { q: "is:trashed", sort: "updated" }).catch((problem) => tellProblem(problem))
    if (!items || view.signal.aborted) return
    number.textContent = count(items.length, say("forms.things"))
    const focused = document.activeElement?.closest?.("[data-id]")?.dataset.id
    fill(list, items.length ? h("ul.trash", null, items.map((one) => row(one, show))) : empty())
    if (focused) (list.querySelector(`[data-id="${focused}"] button`) ?? list.querySelector("button") ?? heading).focus()
  }
  await show()
  view.signal.addEventListener("abort", onEvent(/^object\./, () => void show()))
}

function row(one, again) {
  const name = nameOf(one)
  const gone = new Date(one.updated_at)
  const left = Math.max(0, Math.ceil(days - (Date.now() - gone) / 86_400_000))
  const about = [hostOf(one.url ?? ""), say(`type.${one.type}`), one.author.me ? "" : "@" + one.author.name]
  const late = one.late_change
  return h("li", { data: { id: one.id } },
    h("div.body", null,
      h("span.title", { dir: "auto" }, name),
      h("span.dim", null, about.filter(Boolean).join(" · "), " · ",
        h("time", { datetime: one.updated_at, title: exactText(gone) }, say("trash.since", agoText(gone)))),
      late ? h("span.warn", null, icon("warning"), say("trash.late", late.device, agoText(late.at))) : null),
    h("span.dim.left", null, left ? say("trash.left", left) : say("trash.over")),
    h("button", {
      type: "button", "aria-label": say("trash.restoreOf", name),
      onclick: () => restore(one).then((done) => done && again()),
    }, icon("undo"), h("span", null, say("trash.restore"))))
}

// The way back is to undo what put it there; the node names that act when it is asked to remove the thing once more.
async function restore(one) {
  const problem = await write("DELETE", `/v1/things/${one.id}?dry_run=true`).then(() => null, (refusal) => refusal)
  const act = /^weft undo (\d+)$/.exec(problem?.fix ?? "")?.[1]
  if (!act) return problem && tellProblem(problem)
  const done = await doing(() => write("POST", `/v1/acts/${act}:undo`, { once: true }))
  if (done) announce(say("trash.restored", nameOf(one)))
  return done
}

const empty = () => h("div.empty", null, icon("trash"), h("h2", null, say("trash.none")), h("p", null, say("trash.noneText")))
