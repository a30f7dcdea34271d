// The network: whether this node is found, where programs of this computer come in, and what Pinboard clients mean.
import { get } from "../../core/api.js"
import { h } from "../../core/dom.js"
import { say } from "../../core/words.js"
import { live, part, standing } from "../../parts/live.js"
import { commandLine } from "../../parts/toasts.js"
import { oneOf, set, toggle } from "./setting.js"

/** Shows them. */
export function networkPart(view) {
  return live(view, /^(settings\.changed|warning\.)/,
    async () => {
      const [settings, status] = await Promise.all([get("/v1/settings"), get("/v1/status")])
      return {
        settings, listening: status.listening_on, networks: status.networks ?? 0, web: status.web,
          problem: status.web_problem,
      }
    },
    ({ settings, listening, networks, web, problem }) => [
      part(say("network.others"), {},
        toggle(say("network.discovery"), settings.discovery,
          (isOn, input) => set({ discovery: isOn }, () => (input.checked = !isOn)), say("network.discoveryHint")),
        h("p", null, networks ? standing("good", say("network.looks", networks)) : standing("idle",
          say("network.looksNowhere"))),
        h("p", null, listening ? standing("good", say("network.listening", listening)) : standing("idle",
          say("people.notListening")))),
      part(say("network.door"), { hint: say("network.doorHint") },
        h("p", null, problem ? standing("bad", problem) : standing("good", say("network.open", web ?? location.host))),
        h("p", null, say("network.doorMore")), h("p", null, commandLine("weft web"))),
      part(say("network.pinboard"), { hint: say("network.pinboardHint") },
        oneOf(say("network.shared"), ["default", "public"].map((value) => [value, say(`pinboard.${value}`)]),
          settings.pinboard, (value) => set({ pinboard: value }))),
    ])
}
