// The upper part of a thing's page: picture, title, address, and what it is marked with, each edited where it stands.
import { fileAddress, get, openWindow } from "../../core/api.js"
import { isScreen } from "../../core/address.js"
import { fill, h, refill } from "../../core/dom.js"
import { icon } from "../../core/icons.js"
import { thing } from "../../core/things.js"
import { agoText, exactText, listText, numberText, personText, say } from "../../core/words.js"
import { commands, openPage, setTags } from "../../parts/acts.js"
import { edit, fieldText, isMine, nameField, nameOf, react, setUnread } from "../../parts/edit.js"
import { inPlace } from "../../parts/in-place.js"
import { audienceMark, hostOf, quoted, tagChip } from "../../parts/marks.js"
import { menuButton } from "../../parts/menu.js"
import { ownedMark } from "../../parts/owned.js"
import { openShare } from "../../parts/share.js"
import { tagsInput } from "../../parts/tags-input.js"
import { doing } from "../../parts/toasts.js"
import { facts } from "./facts.js"

const sizes = ["s", "m", "l"]

/** The upper part: its element, its heading, and `draw` for when the thing has changed. */
export function head(one, view) {
  const canEdit = isMine(one)
  const now = () => thing(one.id) ?? one
  const field = (name, options) => {
    let begun = one
    return inPlace({
      label: fieldText(name), canEdit, read: () => now()[name] ?? "", begin: () => (begun = now()),
      save: (text) => edit(begun, { [name]: text }), show: (text) => h("span", { dir: "auto" }, text), ...options,
    })
  }
  const name = nameField(one)
  const heading = h("h1.clamped", { dir: "auto" })
  const titleField = field(name, {
    show: () => fill(heading, nameOf(now())), read: () => now()[name] || nameOf(now()), most: 1024,
  })
  const address = field("url", {
    add: say("add.url"), most: 8192,
    show: (text) => h("span.address", null,
      /^https?:/.test(text) ? h("a", { href: text, target: "_blank", rel: "noopener noreferrer" }, text) : text),
  })
  const note = field("note", {
    isLong: true, add: say("add.note"), most: 61440, show: (text) => h("p.text", { dir: "auto" }, text),
  })
  const tags = canEdit ? tagsInput(one.tags, (wanted) => void setTags(now(), wanted)) : null
  const collections = h("p.dim.collections")
  const parts = {
    picture: h("div.pictures"), marks: h("div.marks"), acts: h("div.acts"), told: h("p.dim.told"), facts: h("div"),
    lost: h("div"), people: h("p.dim.told"),
    tags: h("div.tag-row", null, tags?.element ?? null),
  }
  let shownTags = ""
  let shownPictures = ""

  function draw(now) {
    titleField.draw()
    address.draw()
    note.draw()
    // Pictures that are the same stay: they would be fetched and drawn anew.
    const references = picturesOf(now)
    if (shownPictures !== references.join("\n")) fill(parts.picture, pictures(now, references))
    shownPictures = references.join("\n")
    refill(parts.marks, marks(now, canEdit))
    refill(parts.acts, acts(now))
    fill(parts.told, told(now))
    fill(parts.facts, facts(now))
    void showPeople(parts.people, now, view)
    refill(parts.lost, now.conflicts.length ? lost(now) : null)
    if (tags) {
      // What is being typed stays; what others changed meanwhile comes in.
      const names = now.tags.join("\n")
      if (names !== shownTags && tags.tags.join("\n") !== names) tags.set(now.tags)
      shownTags = names
    } else fill(parts.tags, h("span.chips", null, now.tags.map(tagChip)))
  }

  draw(one)
  void showCollections(collections, one, view)
  const needsAddress = one.type === "bookmark" || one.url || canEdit
  const element = h("article.thing-page", { data: { shown: one.id } },
    parts.picture, h("div.title-row", null, titleField.element),
    needsAddress ? address.element : null,
    parts.told, parts.acts, parts.people, parts.marks, parts.tags, collections, note.element, parts.facts, parts.lost)
  return { element, heading, draw, editTitle: titleField.open }
}

const picturesOf = (one) => (one.photos?.length ? one.photos : one.thumbnail ? [one.thumbnail] : [])

function pictures(one, references) {
  return references.map((reference, at) => {
    const link = h("a", {
      href: `/thing/${one.id}/photo?at=${at + 1}`,
      "aria-label": references.length > 1 ? say("picture.large", numberText(at + 1)) : say("picture.largeOne"),
    }, h("img", {
      src: fileAddress(reference), alt: "", decoding: "async",
      // One that is none leaves no hole.
      onerror: () => link.remove(),
    }))
    return link
  })
}

function told(one) {
  const time = (words, at) => [say(words), " ", h("time", { datetime: at, title: exactText(at) }, agoText(at))]
  return [
    one.author.me ? null : [h("span", null, say("thing.by", "@" + one.author.name)), " · "],
    ownedMark(one),
    time("thing.added", one.created_at),
    one.updated_at !== one.created_at ? [" · ", time("thing.changed", one.updated_at)] : null,
  ]
}

function acts(one) {
  const own = isScreen(`/${one.type}/${one.id}`) ? `/${one.type}/${one.id}` : null
  const snapshots = one.snapshots ?? []
  const like = (value, kind) => {
    const number = one.reactions[value + "s"]
    const is = one.reactions.mine === value
    return h("button.quiet", {
      type: "button", "aria-pressed": String(is), "aria-label": say(`react.${value}`, number),
      title: say(`react.${value}`, number),
      onclick: () => react(one, value),
    }, icon(kind), number ? h("span", null, numberText(number)) : null)
  }
  return [
    own ? h("a.button", { href: own }, icon("open"), say("thing.ownPage")) : null,
    /^https?:/.test(one.url ?? "")
      ? h("button", { type: "button", onclick: () => openPage(one), title: `${hostOf(one.url)} (o)` },
          icon("open"), say("open.page"))
      : null,
    snapshots.length === 1
      ? h("button", { type: "button", onclick: () => openSnapshot(one, 1) }, icon("download"), say("snapshot.one"))
      : snapshots.length
        ? menuButton(say("snapshot.many", numberText(snapshots.length)), "download", () => snapshots.map((reference, at) => ({
            text: snapshotText(reference), icon: "open", act: () => openSnapshot(one, at + 1),
          })), { class: "worded" }, say("snapshot.many", numberText(snapshots.length)))
        : null,
    like("like", "heart"), like("dislike", "heartbreak"),
    menuButton(say("menu.of", nameOf(one)), "more", () => [
      ...commands(one), null,
      { text: say("page.without"), icon: "globe", act: () => doing(() => openWindow(`/v1/objects/${one.id}/page`)) },
    ]),
  ]
}

const openSnapshot = (one, number) => doing(() => openWindow(`/v1/bookmarks/${one.id}/snapshot?number=${number}`))

// A reference begins with when the file was sealed: milliseconds and two digits more, in hexadecimal.
function snapshotText(reference) {
  const time = Number.parseInt(reference.slice(0, 12), 16)
  return Number.isNaN(time) ? say("snapshot.copy") : exactText(time)
}

function marks(one, canEdit) {
  const audience = audienceMark(one.placement)
  return [
    !one.author.me ? audience : h("button.quiet.audience", {
      type: "button", title: `${audience.title} (p)`, onclick: () => openShare({ ids: [one.id] }, 1),
    }, audience, icon("down")),
    one.size && canEdit
      ? h("div.sizes", { role: "group", "aria-label": say("field.size") }, sizes.map((size) =>
          h("button.quiet", {
            type: "button", "aria-pressed": String(one.size === size), "aria-label": say(`size.${size}`),
            title: say(`size.${size}`),
            onclick: () => one.size !== size && edit(one, { size }),
          }, size.toUpperCase())))
      : null,
    one.unread !== undefined && canEdit
      ? h("label.choice", null,
          h("input", { type: "checkbox", checked: one.unread, onchange: ({ target }) => setUnread(one, target.checked) }),
          say("keep.unread"))
      : null,
  ]
}

// Who likes it, by name; asked when the number has changed.
async function showPeople(place, { id, isPending, reactions: { likes, dislikes } }, view) {
  const counted = `${likes} ${dislikes}`
  // What is on its way the node does not know yet.
  if (isPending || place.dataset.counted === counted) return
  place.dataset.counted = counted
  if (!likes && !dislikes) return fill(place)
  const { items } = await get(`/v1/objects/${id}/reactions`, null, { signal: view.signal })
    .catch(() => ({ items: [] }))
  const names = (wanted) => items.filter(({ value }) => value === wanted)
    .map(({ author }) => personText(author))
  const line = (value) => (names(value).length ? say(`react.by.${value}`, listText(names(value))) : null)
  fill(place, [line("like"), line("dislike")].filter(Boolean).join(" · "))
}

// What lost against what was written elsewhere at the same time, with a way to take it instead.
function lost(one) {
  return h("section.lost", null, h("h2", null, say("lost.heading")), h("p.dim", null, say("lost.why")),
    one.conflicts.map(({ field, losing_value, by, at }) =>
      h("div.card", null,
        h("p", null, h("strong", null, fieldText(field)), " ",
          h("span.dim", null, say("lost.by", by.me ? say("lost.me") : "@" + by.name, agoText(at)))),
        h("p.text", { dir: "auto" }, losing_value || say("conflict.empty")),
        isMine(one) && typeof one[field] === "string"
          ? h("button", { type: "button", onclick: () => edit(one, { [field]: losing_value }) }, say("lost.take"))
          : null)))
}

// In which collections it lies, of those that were filled by hand: the node tells it of none, so each is asked.
async function showCollections(place, one, view) {
  if (!one.url) return
  const { items } = await get("/v1/collections", null, { signal: view.signal }).catch(() => ({ items: [] }))
  const byHand = items.filter(({ query, author, count }) => !query && author.me && count).slice(0, 20)
  const found = await Promise.all(byHand.map(async ({ name }) => {
    const q = `in:${quoted(name)} page:${quoted(one.url)}`
    const { items } = await get("/v1/things", { q, limit: 20 }, { signal: view.signal }).catch(() => ({ items: [] }))
    return items.some(({ id }) => id === one.id) ? name : null
  }))
  const names = found.filter(Boolean)
  if (!names.length) return
  fill(place, icon("folder"), say("thing.in"), " ", names.map((name, at) => [at ? ", " : null,
    h("a", { href: "/links?q=" + encodeURIComponent(`in:${quoted(name)}`) }, name)]))
}
