// One group: what it is for, its members with their roles, who may come in, and the way out.
import { go, title } from "../../core/address.js"
import { get, write } from "../../core/api.js"
import { h } from "../../core/dom.js"
import { icon } from "../../core/icons.js"
import { agoText, count, say } from "../../core/words.js"
import { confirmDialog, field, markRefused, openDialog } from "../../parts/dialog.js"
import { face, personPath } from "../../parts/face.js"
import { main } from "../../parts/frame.js"
import { live, part, standing } from "../../parts/live.js"
import { menuButton } from "../../parts/menu.js"
import { doing, tellDone, tellProblem } from "../../parts/toasts.js"
import { groupPath } from "./groups.js"
import { invitationsPart, openInvite, roles } from "./invitations.js"

/** Shows it. */
export async function showGroup(view) {
  const { name } = view.params
  const path = `/v1/groups/${encodeURIComponent(name)}`
  title(name)
  const heading = h("h1", { dir: "auto" }, name)
  const again = () => Promise.all([top.again(), members.again()])
  const top = live(view, /^group\./, () => get(path), (group) => about(group, path, invitations, again))
  const invitations = invitationsPart(view, name)
  const members = live(view, /^(group\.|friend\.(connected|disconnected))/,
    async () => ({ group: await get(path), members: (await get(path + "/members")).items }),
    ({ group, members: all }) => part(say("group.members"), {},
      h("ul.rows", null, all.map((one) => row(one, group, path, again)))))
  main(view, heading,
    h("div.bar", null, h("a.button.quiet", { href: "/people" }, icon("left"), say("nav.people")), heading), top,
      members, invitations
  ).classList.add("people")
  await get(path).catch((problem) => !view.signal.aborted && tellProblem(problem))
}

const mayManage = ({ role, state }) => state === "member" && (role === "head" || role === "owner")

function about(group, path, invitations, again) {
  const { name, description, state, role, refusal, founder, link_count: things } = group
  const isHead = role === "head" && state === "member"
  const query = `/links?q=${encodeURIComponent(`in:group:${/\s/.test(name) ? `"${name}"` : name}`)}`
  return h("div.card", null,
    description ? h("p.said-text", { dir: "auto" }, description) : null,
    h("p.dim", null,
      state === "member" ? say(`role.${role}`) : standing(state === "joining" ? "half" : "idle",
        say(refusal ? `joins.${refusal}` : `groupState.${state}`)),
      " · ", h("a", { href: query }, count(things, say("forms.things"))),
      " · ", founder.me ? say("group.foundedByMe") : say("group.founded", founder.name)),
    h("div.row", null,
      mayManage(group)
        ? h("button.main", { type: "button", onclick: () => openInvite(name).then(() => invitations.again()) },
          icon("share"), say("group.invite"))
        : null,
      h("button", { type: "button", onclick: () => openEdit(group, path).then(again) }, icon("edit"), say("group.edit")),
      state === "member" && !isHead
        ? h("button", { type: "button", onclick: () => leave(name, path) }, say("group.leave")) : null,
      isHead ? h("button", { type: "button", onclick: () => dissolve(name, path) }, say("group.dissolve")) : null))
}

function row(member, group, path, again) {
  const { author, role, device_count: devices, connected, last_seen: seen } = member
  const place = `${path}/members/${author.id}`
  const canChange = mayManage(group) && !author.me && role !== "head"
  const commands = () => [
    ...roles.filter((one) => one !== role).map((one) => ({
      text: say("group.makeRole", say(`role.${one}`)), icon: "edit",
      act: () => doing(() => write("PATCH", place, { body: { role: one } })).then(again),
    })),
    group.role === "head"
      ? { text: say("group.handOver"), icon: "flag", act: () => handOver(author, group.name, path).then(again) } : null,
    { text: say("group.remove"), icon: "cross", act: () => removeMember(author, place).then(again) },
  ].filter(Boolean)
  return h("li", null, face(author.name),
    h("div.grow", null,
      author.me ? h("span.strong", null, say("people.you"))
        : h("a.strong", { href: personPath(author.name, author.id), dir: "auto" }, author.name),
      author.me ? null : standing(connected ? "good" : "idle",
        connected ? say("people.connected") : seen ? say("people.lastMet", agoText(seen)) : say("people.neverMet")),
      h("span.dim", null, say(`role.${role}`), " · ", count(devices, say("forms.devices")))),
    canChange ? menuButton(say("menu.of", author.name), "more", commands) : null)
}

const removeMember = async (author, place) => {
  const sure = await confirmDialog(say("group.removeHeading", author.name), say("group.removeText"),
    say("group.removeWord", author.name))
  if (sure) await doing(() => write("DELETE", place))
}

const handOver = async (author, name, path) => {
  const sure = await confirmDialog(say("group.handOverHeading", author.name), say("group.handOverText"),
    say("group.handOverWord", author.name))
  if (sure) await doing(() => write("POST", path + ":hand-over", { body: { to: author.id }, once: true }))
}

async function leave(name, path) {
  if (!(await confirmDialog(say("group.leaveHeading", name), say("group.leaveText"), say("group.leave")))) return
  if (await doing(() => write("POST", path + ":leave", { once: true }))) void go("/people")
}

async function dissolve(name, path) {
  if (!(await confirmDialog(say("group.dissolveHeading", name), say("group.dissolveText"),
    say("group.dissolve")))) return
  if (await doing(() => write("DELETE", path))) void go("/people")
}

function openEdit(group, path) {
  return openDialog(say("group.edit"), (close) => {
    const name = h("input", { required: true, maxlength: 256, value: group.name })
    const text = h("textarea", { rows: 3, maxlength: 4096, value: group.description, disabled: !mayManage(group) })
    const form = h("form", {
      onsubmit: async (event) => {
        event.preventDefault()
        const body = {}
        if (name.value.trim() !== group.name) body.name = name.value.trim()
        if (text.value.trim() !== group.description) body.description = text.value.trim()
        if (!Object.keys(body).length) return close()
        try {
          tellDone(await write("PATCH", path, { body }))
          close()
          if (body.name) void go(groupPath(body.name), { replace: true })
        } catch (problem) {
          if (!markRefused(form, problem)) tellProblem(problem)
        }
      },
    }, field(say("groups.name"), name, { hint: say("group.nameHint"), pointer: "/name" }),
    field(say("groups.about"), text, { pointer: "/description" }),
    h("footer", null, h("button", { type: "button", onclick: () => close() }, say("cancel")),
      h("button.main", { type: "submit" }, say("save"))))
    return form
  })
}
