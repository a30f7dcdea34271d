// Settings: parts with an address each, and what is wrong with the node above them.
import { title } from "../../core/address.js"
import { h } from "../../core/dom.js"
import { icon } from "../../core/icons.js"
import { say } from "../../core/words.js"
import { main } from "../../parts/frame.js"
import { duplicatesPart } from "./duplicates.js"
import { exportPart } from "./export.js"
import { filesPart } from "./files.js"
import { generalPart } from "./general.js"
import { findingsPart, healthPart } from "./health.js"
import { importPart } from "./import.js"
import { networkPart } from "./network.js"
import { rulesPart } from "./rules.js"
import { sessionsPart } from "./sessions.js"

const parts = {
  general: ["settings", generalPart], files: ["photo", filesPart], network: ["globe", networkPart],
  sessions: ["device", sessionsPart], rules: ["tag", rulesPart], duplicates: ["copy", duplicatesPart],
  import: ["download", importPart], export: ["share", exportPart], health: ["heart", healthPart],
}

/** Shows one part; the first if the address names none. */
export function showSettings(view) {
  const shown = parts[view.params.part] ? view.params.part : "general"
  title(`${say(`settings.${shown}`)} – ${say("nav.settings")}`)
  const heading = h("h1", null, say(`settings.${shown}`))
  const [, build] = parts[shown]
  main(view, heading,
    h("nav.sections", { "aria-label": say("nav.settings") }, h("ul", null,
      Object.entries(parts).map(([name, [kind]]) =>
        h("li", null, h("a", { href: `/settings/${name}`, "aria-current": name === shown ? "page" : null },
          icon(kind), say(`settings.${name}`)))))),
    h("div.settings-main", null,
      h("div.bar", null, heading), shown === "health" ? null : findingsPart(view), build(view))
  ).classList.add("settings")
  // On a phone the sections are a strip; the one that is shown has to be in sight.
  document.querySelector("nav.sections [aria-current]")?.scrollIntoView({ block: "nearest", inline: "center" })
}
