// Oneself and one's friends, each with how things stand, in words.
import { get, write } from "../../core/api.js"
import { h } from "../../core/dom.js"
import { icon } from "../../core/icons.js"
import { agoText, count, exactText, numberText, say } from "../../core/words.js"
import { copyBox } from "../../parts/copy.js"
import { openDialog } from "../../parts/dialog.js"
import { face, personPath } from "../../parts/face.js"
import { live, part, refill, standing } from "../../parts/live.js"
import { qrCode } from "../../parts/qr.js"
import { doing } from "../../parts/toasts.js"

const most = 12

/** Who one is here, with one's ticket, and the way to sync now. */
export function selfPart(view) {
  return live(view, /^(friend\.(connected|disconnected|added|removed)|object\.)/,
    async () => {
      const [me, status, devices, profile] = await Promise.all([
        get("/v1/me"), get("/v1/status"), get("/v1/devices"), get("/v1/profile"),
      ])
      return {
        name: profile.author.name, me, listening: status.listening_on, photo: profile.profile?.photos[0],
        devices: devices.items.filter(({ revoked }) => !revoked).length,
      }
    },
    ({ name, me, listening, photo, devices }) =>
      h("div.card.about-self", null, face(name, photo, "large"),
        h("div.grow", null,
          h("a.strong", { href: "/people/me", dir: "auto" }, name),
          h("p.dim", null, count(devices, say("forms.devices")),
            listening ? ` · ${say("people.listening", listening)}` : ` · ${say("people.notListening")}`)),
        h("div.row", null,
          h("button", { type: "button", onclick: () => openTicket(me) }, icon("copy"), say("people.ticket")),
          h("button", { type: "button", onclick: () => doing(() => write("POST", "/v1/sync")) }, icon("sync"),
            say("people.sync")))))
}

function openTicket({ ticket, qr }) {
  return openDialog(say("people.ticket"), () =>
    h("div", null, h("p", null, say("people.ticketAbout")), copyBox(say("people.ticketText"), ticket),
      qrCode(say("people.ticketText"), qr)))
}

/** How things stand with a friend: a dot, words for it, and what is missing. */
export function friendState(friend, peers) {
  const theirs = peers.filter(({ person }) => person === friend.person)
  const open = theirs.filter(({ end_reason: end }) => !end)
  const lack = open.reduce((sum, { they_lack: number }) => sum + number, 0)
  const wait = open.reduce((sum, { i_lack: number }) => sum + number, 0)
  const about = []
  if (lack) about.push(say("people.theyLack", numberText(lack)))
  if (wait) about.push(say("people.youLack", numberText(wait)))
  if (!friend.connected && theirs.some(({ near }) => near)) about.push(say("people.near"))
  if (!friend.mutual) return ["idle", say("people.notMutual"), about]
  if (!friend.connected) {
    return ["idle", friend.last_seen ? say("people.lastMet", agoText(friend.last_seen)) : say("people.neverMet"), about]
  }
  if (lack || wait) return ["half", say("node.syncing"), about]
  if (open.some(({ state }) => state === "differs")) return ["bad", say("people.differs"), about]
  return ["good", say("people.inSync"), about]
}

/** One's friends, and invitations of theirs that one has accepted. */
export function friendsPart(view) {
  let wanted = ""
  let found = { friends: [], peers: [], joins: [] }
  const rows = h("ul.rows")
  const filter = h("input", {
    type: "search", "aria-label": say("people.find"), placeholder: say("people.find"),
    oninput: () => ((wanted = filter.value.trim().toLowerCase()), draw()),
  })
  const more = h("button.quiet", { type: "button", onclick: () => ((isOpen = true), draw()) })
  let isOpen = false
  const draw = () => {
    const fits = found.friends.filter(({ name }) => name.toLowerCase().includes(wanted))
    const shown = isOpen || wanted ? fits : fits.slice(0, most)
    filter.hidden = found.friends.length <= most
    more.hidden = shown.length === fits.length
    more.textContent = say("people.more", numberText(fits.length - shown.length))
    refill(rows,
      found.joins.map(joinRow), shown.map((friend) => friendRow(friend, found.peers)))
  }
  const joinRow = ({ name, person, state, expires_at: until }) =>
    h("li", null, face(name),
      h("div.grow", null, h("span.strong", { dir: "auto" }, name || person.slice(0, 8)),
        standing(state === "waiting" ? "half" : "bad", say(`joins.${state}`)),
        h("span.dim", null, state === "waiting" ? say("joins.until", agoText(until)) : null)),
      h("button", { type: "button", "aria-label": say("joins.dropOf", name),
        onclick: () => doing(() => write("DELETE", `/v1/joins/${person}`)).then(() => place.again()) },
          say("joins.drop")))
  const place = live(view, /^(friend\.|sync\.(started|completed|progress)|share\.received|object\.changed_many)/,
    async () => {
      const [friends, peers, joins] = await Promise.all([get("/v1/friends"), get("/v1/peers"), get("/v1/joins")])
      return {
        friends: friends.items.sort(byNeed), peers: peers.items,
        joins: joins.items.filter(({ state }) => state !== "friend"),
      }
    },
    (now) => {
      found = now
      draw()
      return now.friends.length + now.joins.length ? [filter, rows, more]
        : h("div.empty.small", null, icon("people"), h("h3", null, say("people.none")),
          h("p", null, say("people.begin")))
    })
  return part(say("people.friends"), {}, place)
}

const byNeed = (one, other) => other.connected - one.connected || one.name.localeCompare(other.name)

function friendRow(friend, peers) {
  const [dot, words, about] = friendState(friend, peers)
  return h("li", null, face(friend.name),
    h("div.grow", null,
      h("a.strong", { href: personPath(friend.name, friend.person), dir: "auto" }, friend.name),
      standing(dot, words),
      about.length ? h("span.dim", null, about.join(" · ")) : null),
    h("span.dim.aside", { title: friend.last_seen ? exactText(friend.last_seen) : null },
      friend.link_count ? say("people.theirs", numberText(friend.link_count)) : null))
}
