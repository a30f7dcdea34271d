// People and sync: oneself, friends, who asks to be one, groups, devices, and the ways between them.
import { title } from "../../core/address.js"
import { h } from "../../core/dom.js"
import { icon } from "../../core/icons.js"
import { bind } from "../../core/keys.js"
import { say } from "../../core/words.js"
import { main } from "../../parts/frame.js"
import { devicesPart } from "./devices.js"
import { friendsPart, selfPart } from "./friends.js"
import { groupsPart } from "./groups.js"
import { invitationsPart, openInvite } from "./invitations.js"
import { openMakeCode, openTake } from "./meet.js"
import { requestsPart } from "./requests.js"
import { waysPart } from "./ways.js"

/** Shows them. */
export async function showPeople(view) {
  title(say("nav.people"))
  const heading = h("h1", null, say("nav.people"))
  const act = (kind, words, open, look = "button") => h(look, { type: "button", onclick: open }, icon(kind), say(words))
  const invitations = invitationsPart(view)
  const invite = () => openInvite().then(() => invitations.again())
  bind("i", "people.invite", invite, view.signal)
  bind("m", "people.makeCode", () => openMakeCode(), view.signal)
  bind("a", "people.take", () => openTake(), view.signal)
  main(view, heading,
    h("div.bar", null, heading,
      act("share", "people.invite", invite),
      act("keyboard", "people.makeCode", () => openMakeCode()),
      act("people", "people.take", () => openTake(), "button.main")),
    selfPart(view), requestsPart(view), friendsPart(view), invitations,
    groupsPart(view), devicesPart(view), waysPart(view)
  ).classList.add("people")
  addEventListener("hashchange", takePassed, { signal: view.signal })
  takePassed()
}

// A link that somebody passed on only fills in the form.
function takePassed() {
  const passed = /^#(?:join|add)=(.+)$/s.exec(location.hash)
  if (!passed) return
  history.replaceState(history.state, "", location.pathname + location.search)
  void openTake(decoded(passed[1]))
}

function decoded(text) {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
