// How the node is: what is wrong, in words, with what to do about it.
import { get } from "../../core/api.js"
import { h } from "../../core/dom.js"
import { icon } from "../../core/icons.js"
import { agoText, bytesText, count, numberText, say } from "../../core/words.js"
import { live, part, standing } from "../../parts/live.js"
import { commandLine, isCommandText } from "../../parts/toasts.js"
import { learnTrouble, troubles } from "../../parts/trouble.js"

const types =
  /^(warning\.|friend\.(connected|disconnected)|device\.twice|settings\.changed|mailbox\.changed|group\.joined)/

/** What is wrong, each with what mends it: `{bad, text, fix}`. Texts of the node are English. */
export async function findings() {
  const [status, settings, folders, version] = await Promise.all([
    get("/v1/status"), get("/v1/settings"), get("/v1/folders"), get("/v1/version"),
  ])
  const found = []
  const tell = (text, fix = null, bad = true, isTheirs = false) => text && found.push({ bad, text, fix, isTheirs })
  learnTrouble(status)
  for (const { text, theirs, fix } of troubles()) tell(theirs ?? text, fix, true, theirs !== null)
  if (status.damaged_deltas) tell(say("health.damaged", numberText(status.damaged_deltas),
    numberText(status.damaged_only_here ?? 0)), "weft doctor")
  if (status.found_twice_at) tell(say("health.twice", agoText(status.found_twice_at)), "weft doctor")
  tell(status.room_problem, say("health.makeRoom"), true, true)
  tell(status.web_problem, "weft web", true, true)
  tell(settings.problem?.detail, settings.problem?.fix, true, true)
  if (status.files?.full) tell(say("files.full"), say("health.fullFix"))
  for (const one of status.filled_shares ?? []) tell(say("files.filled", one.name, one.audience,
    bytesText(one.quota_bytes)), one.fix)
  for (const one of status.cut_off ?? []) tell(say("health.cutOff", one.group, numberText(one.kept),
    numberText(one.lost)), null, false)
  if (status.withdrawn_since_backup) tell(say("health.withdrawn", numberText(status.withdrawn_since_backup)),
    "weft search is:mine is:private", false)
  if (status.changed_in_trash) tell(say("health.trash", numberText(status.changed_in_trash)), null, false)
  for (const one of status.mailboxes ?? []) {
    if (["unkept", "full",
      "damaged"].includes(one.state)) tell(`${say("mailbox.at", one.keeper.name)}: ${say(`mailbox.${one.state}`)}`,
      null, false)
  }
  for (const one of folders.items) {
    if (!["working", "looking"].includes(one.state)) tell(`${one.path}: ${say(`folder.${one.state}`)}`, one.reason,
      false)
  }
  if (status.reports) tell(say("health.reports", numberText(status.reports)), null, false)
  return { found, status, version: version.version }
}

/** What is wrong, above the other settings; nothing if nothing is. */
export function findingsPart(view) {
  return live(view, types, async () => (await findings()).found.filter(({ bad }) => bad),
    (found) => found.length ? h("ul.findings", null, found.map(finding)) : [])
}

const finding = ({ bad, text, fix, isTheirs }) =>
  h(bad ? "li.bad" : "li", null, icon("warning"),
    h("div", null, h("span", isTheirs ? { lang: "en" } : null, text),
      fix ? h("span.fix", { lang: "en" }, isCommandText(fix) ? commandLine(fix) : fix) : null))

/** Everything about the node, good and bad. */
export function healthPart(view) {
  return live(view, types,
    async () => {
      const { found, status, version } = await findings()
      const { uptime_milliseconds: up, own_links: own, seen_links: seen, friends, connected_friends: connected, groups,
        tags, unindexed, deltas } = status
      return { found, version, since: Math.round((Date.now() - up) / 60_000) * 60_000, own, seen, friends, connected,
        groups, tags, unindexed, deltas }
    },
    (now) => [
      part(say("health.heading"), {}, now.found.length
        ? h("ul.findings", null, now.found.map(finding))
        : h("p", null, standing("good", say("health.fine")))),
      part(say("health.numbers"), {}, h("ul.plain-list", null,
        h("li", null, say("health.up", agoText(now.since))),
        h("li", null, say("health.links", numberText(now.own), numberText(now.seen), numberText(now.tags))),
        h("li", null, say("health.friends", count(now.friends, say("forms.friends")), numberText(now.connected),
          count(now.groups, say("forms.groups")))),
        h("li", null, say("health.log", numberText(now.deltas))),
        h("li", null, now.unindexed ? say("health.unindexed", numberText(now.unindexed)) : say("health.indexed")),
        h("li", null, say("health.version", now.version)))),
      part(say("health.more"), { hint: say("health.moreHint") }, h("p", null, commandLine("weft doctor"))),
    ])
}
