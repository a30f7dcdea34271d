// The last things that one did, each with the way back, and again.
import { get, write } from "../../core/api.js"
import { title } from "../../core/address.js"
import { fill, h } from "../../core/dom.js"
import { onEvent } from "../../core/events.js"
import { icon } from "../../core/icons.js"
import { agoText, exactText, say } from "../../core/words.js"
import { nameOf } from "../../parts/edit.js"
import { main } from "../../parts/frame.js"
import { doing, tellProblem } from "../../parts/toasts.js"

const shown = 50

/** Shows the last acts. */
export async function showUndo(view) {
  title(say("undo.heading"))
  const heading = h("h1", null, say("undo.heading"))
  const list = h("div")
  main(view, heading, h("div.bar", null, heading), h("p.dim", null, say("undo.about", shown)), list)
  const show = async () => {
    const found = await get("/v1/acts", { limit: shown }, { signal: view.signal }).catch((problem) => {
      if (!view.signal.aborted) tellProblem(problem)
    })
    if (!found || view.signal.aborted) return
    const focused = document.activeElement?.closest?.("[data-act]")?.dataset.act
    fill(list, found.items.length ? h("ol.acts-list", null, found.items.map((act) => row(act, show)))
      : h("div.empty", null, icon("undo"), h("h2", null, say("undo.none"))))
    void showNames(list, view)
    if (focused) list.querySelector(`[data-act="${focused}"] button`)?.focus()
  }
  await show()
  view.signal.addEventListener("abort", onEvent(/^(object|tag|share|reaction|comment|settings)/, () => void show()))
}

// The node names things by the ends of their ids; people know them by their names.
async function showNames(list, view) {
  const idOf = (one) => /\b[0-9A-HJKMNP-TV-Z]{8}\b/.exec(one.textContent)?.[0]
  const places = Map.groupBy([...list.querySelectorAll(".summary")], idOf)
  await Promise.all([...places].filter(([id]) => id).map(async ([id, rows]) => {
    const one = await get(`/v1/things/${id}`, null, { signal: view.signal }).catch(() => null)
    if (!one) return
    for (const row of rows) {
      const words = row.firstChild
      const rest = words.splitText(words.data.indexOf(id))
      rest.data = rest.data.slice(id.length)
      rest.before(h("a.name", { href: `/thing/${one.id}`, dir: "auto" }, nameOf(one)))
    }
  }))
}

function row({ number, summary, at, undone }, again) {
  const act = undone ? "redo" : "undo"
  return h(undone ? "li.undone" : "li", { data: { act: number } },
    h("span.summary", { lang: "en", dir: "auto" }, summary,
      undone ? h("span.unseen", null, ` (${say("undo.isUndone")})`) : null),
    h("time.dim", { datetime: at, title: exactText(at) }, agoText(at)),
    h("button", {
      type: "button", "aria-label": say(`${act}.of`, summary),
      onclick: () => doing(() => write("POST", `/v1/acts/${number}:${act}`, { once: true })).then(again),
    }, icon(act), h("span", null, say(act))))
}
