// One person: what they say of themselves, how things stand, what is common, and what one can do about them.
import { go, title } from "../../core/address.js"
import { get, write } from "../../core/api.js"
import { h } from "../../core/dom.js"
import { icon } from "../../core/icons.js"
import { count, say } from "../../core/words.js"
import { confirmDialog } from "../../parts/dialog.js"
import { face, personPath } from "../../parts/face.js"
import { main } from "../../parts/frame.js"
import { live, part, standing } from "../../parts/live.js"
import { quoted } from "../../parts/marks.js"
import { menuButton } from "../../parts/menu.js"
import { doing } from "../../parts/toasts.js"
import { friendState } from "./friends.js"
import { groupPath } from "./groups.js"
import { openKeepMailbox, openMailbox } from "./ways.js"
import { openRename } from "./rename.js"

const groupsMost = 30

/** Shows them. */
export async function showPerson(view) {
  const { name } = view.params
  title(name)
  const heading = h("h1", { dir: "auto" }, name.replace(/^~/, ""))
  const place = live(view,
    /^(friend\.|sync\.(started|completed)|object\.|group\.|share\.received|reaction\.|mailbox\.)/,
    () => read(name), (found) => {
      if (!found) return h("div.empty", null, icon("person"), h("h2", null, say("person.unknown")),
        h("p", null, say("person.unknownText")))
      heading.textContent = found.profile.author.name
      return draw(found, () => place.again())
    })
  main(view, heading,
    h("div.bar", null, h("a.button.quiet", { href: "/people" }, icon("left"), say("nav.people")), heading),
      place).classList.add("people")
  await place.ready
  // Their own screen, if it is oneself.
  if (place.querySelector("[data-me]")) void go("/people/me", { replace: true })
}

async function read(name) {
  const of = name.startsWith("~") ? name.slice(1) : "@" + name
  const profile = await get("/v1/profile", { of }).catch((problem) => {
    if (problem.status) return null
    throw problem
  })
  if (!profile) return null
  const { id } = profile.author
  const [friends, peers, blocked, follows, mailboxes, groups] = await Promise.all([
    get("/v1/friends"), get("/v1/peers"), get("/v1/blocked"), get("/v1/follows"), get("/v1/mailboxes"),
      get("/v1/groups"),
  ])
  const friend = friends.items.find(({ person }) => person === id) ?? null
  return {
    profile, friend, peers: peers.items, isBlocked: blocked.items.some((one) => one.id === id),
    follow: follows.items.find(({ value }) => value === id) ?? null,
    groups: await common(groups.items, id),
    shared: friend ? await sharedWith(friend.name) : null,
    uses: mailboxes.used.some(({ keeper }) => keeper.id === id),
      keeps: mailboxes.kept.some(({ person }) => person.id === id),
  }
}

// The groups in which both are.
async function common(groups, id) {
  const mine = groups.filter(({ state }) => state === "member").slice(0, groupsMost)
  const members = await Promise.all(mine.map(({ name }) =>
    get(`/v1/groups/${encodeURIComponent(name)}/members`).then(({ items }) => items, () => [])))
  return mine
    .map(({ name, link_count: things }, at) => ({ name, things,
      role: members[at].find(({ author }) => author.id === id)?.role }))
    .filter(({ role }) => role)
}

// What finds one's own things that a friend can see, but for those in groups. Where nothing was shared with them alone,
// the node knows no such place.
async function sharedWith(name) {
  const wide = "is:mine not type:profile (is:friends or is:public)"
  for (const q of [`is:mine not type:profile (is:friends or is:public or in:@${quoted(name)})`, wide]) {
    const found = await get("/v1/things", { q, limit: 1, total: true }).catch(() => null)
    if (found) return { q, total: found.total }
  }
  return null
}

function draw(found, again) {
  const { profile, friend, peers, isBlocked, groups, shared } = found
  const { author, profile: said, things, likes, attention } = profile
  const [dot, words, about] = friend ? friendState(friend, peers)
    : ["idle", isBlocked ? say("person.blocked") : say("person.noFriend"), []]
  const search = (q) => `/links?q=${encodeURIComponent(q)}`
  return [
    h("div.card.about-self", author.me ? { data: { me: "" } } : null, face(author.name, said?.photos[0], "large"),
      h("div.grow", null,
        standing(dot, words), about.length ? h("p.dim", null, about.join(" · ")) : null,
        said?.name && said.name !== author.name ? h("p", { dir: "auto" },
          say("person.callThemselves", said.name)) : null,
        said?.note ? h("p.said-text", { dir: "auto" }, said.note) : null),
      h("div.row", null, acts(found, again))),
    part(say("person.common"), {}, h("ul.plain-list", null,
      h("li", null, h("a", { href: search(`by:@${quoted(author.name)}`) },
        say("person.theirs", count(things, say("forms.things")))),
        likes ? h("span.dim", null, count(likes, say("forms.likes"))) : null),
      shared === null ? null
        : h("li", null, h("a", { href: search(shared.q) }, say("person.yours",
          count(shared.total, say("forms.things"))))),
      groups.map((group) => h("li", null, h("a", { href: groupPath(group.name), dir: "auto" },
        say("audience.group", group.name)), " ",
        h("span.dim", null, say(`role.${group.role}`), " · ", count(group.things, say("forms.things"))))))),
    attention === "mute" ? h("p.hint", null, say("person.mutedText")) : null,
  ]
}

function acts(found, again) {
  const { profile, friend, isBlocked, uses, keeps } = found
  const { author, attention } = profile
  const at = "@" + author.name
  const toggle = (kind, words, path, isOn) =>
    h("button", { type: "button", "aria-pressed": String(isOn), data: { key: path },
      onclick: () => doing(
        () => isOn ? write("DELETE", `${path}/${encodeURIComponent(at)}`) : write("POST", path,
          { body: { what: at }, once: true }),
        { undone: again }).then(again) }, icon(kind), say(words))
  const then = (done) => done && again()
  const commands = () => [
    friend ? { text: say("rename"), icon: "edit", act: () => openRename(say("person.rename"), friend.name,
      `/v1/friends/${friend.person}`)
      .then((name) => name && go(personPath(name, author.id), { replace: true })) } : null,
    friend && !uses ? { text: say("person.useMailbox"), icon: "mail",
      act: () => openMailbox(friend.name).then(then) } : null,
    friend && !keeps ? { text: say("person.keepMailbox"), icon: "lock",
      act: () => openKeepMailbox(friend).then(then) } : null,
    friend ? null : isBlocked ? null : { text: say("person.befriend"), icon: "add",
      act: () => befriend(author).then(again) },
    friend ? { text: say("person.end"), icon: "cross", act: () => end(author, false).then(again) } : null,
    isBlocked ? { text: say("person.unblock"), icon: "undo",
      act: () => doing(() => write("DELETE", `/v1/blocked/${author.id}`)).then(again) }
      : { text: say("person.block"), icon: "hidden", act: () => end(author, true).then(again) },
  ].filter(Boolean)
  return [
    attention === "mute" ? null : toggle("feed", attention === "follow" ? "person.following" : "person.follow",
      "/v1/follows", attention === "follow"),
    toggle("hidden", attention === "mute" ? "person.muted" : "person.mute", "/v1/mutes", attention === "mute"),
    menuButton(say("menu.of", author.name), "more", commands),
  ]
}

const befriend = (author) =>
  doing(async () => {
    const made = await write("POST", "/v1/friends", { body: { ticket: "@" + author.name }, once: true })
    return { ...made, summary: say(made.mutual ? "take.friends" : "take.added", made.name) }
  })

async function end(author, isBlock) {
  const word = isBlock ? "block" : "end"
  const sure = await confirmDialog(
    say(`person.${word}Heading`, author.name), say(`person.${word}Text`), say(`person.${word}Word`, author.name))
  if (sure) await doing(() => write("DELETE", `/v1/friends/${author.id}`, { query: { block: isBlock } }))
}
