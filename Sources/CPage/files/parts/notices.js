// Notices of the desktop: that somebody asks to be a friend, or said something of what is one's own, told while no tab of
// the page is in sight. They are asked for by a button of the settings alone.
import { go } from "../core/address.js"
import { get } from "../core/api.js"
import { isListener, onEvent } from "../core/events.js"
import { say } from "../core/words.js"

const name = "weft.notices"
const seen = "weft.seen"

/** Whether this browser can show notices. */
export const canNotify = () => typeof Notification === "function"

/** What the browser says of them: `default` while nobody was asked, `granted` or `denied`. */
export const permission = () => Notification.permission

/** Whether they are wanted, and the browser lets the page show them. */
export const areNoticesOn = () => canNotify() && permission() === "granted" && localStorage.getItem(name) === "on"

/** Switches them on or off; the browser asks its person, if it has not yet. Whether they are on now. */
export async function setNotices(wanted) {
  if (wanted && permission() === "default") await Notification.requestPermission()
  localStorage.setItem(name, wanted && permission() === "granted" ? "on" : "off")
  return areNoticesOn()
}

// Each tab in sight holds a lock together with all others that are: so one that is not knows whether any is.
let leave = null

function mark() {
  if (document.hidden) {
    leave?.()
    leave = null
  } else if (!leave) {
    const held = new Promise((resolve) => (leave = resolve))
    void navigator.locks.request(seen, { mode: "shared" }, () => held)
  }
}

const isInSight = async () =>
  !document.hidden || (await navigator.locks.query()).held.some((lock) => lock.name === seen)

/** Begins to show them. */
export function beginNotices() {
  mark()
  document.addEventListener("visibilitychange", mark)
  onEvent(/^(friend\.pending|comment\.added|reaction\.changed)$/, async ({ type, data }) => {
    // One tab tells it: the one that hears the node.
    if (type === "gap" || !isListener() || !areNoticesOn() || data.by?.me || (await isInSight())) return
    const notice = await (type === "friend.pending" ? ofRequest(data) : ofThing(type, data)).catch(() => null)
    if (notice) show(notice)
  })
}

async function ofRequest({ person }) {
  const { items } = await get("/v1/pending")
  const one = items.find((asked) => asked.person === person)
  return { heading: say("notice.request"), text: one?.name ?? "", about: `friend ${person}`, path: "/people" }
}

async function ofThing(type, { id, by, value, text, comment }) {
  if (type === "reaction.changed" && value !== "like") return null
  const one = await get(`/v1/things/${id}`)
  if (!one.author.me) return null
  const what = (one.title || one.name || one.url || one.short_id).slice(0, 80)
  return value
    ? { heading: say("notice.like", by.name), text: what, about: `like ${id} ${by.id}`, path: `/thing/${id}` }
    : { heading: say("notice.comment", by.name, what), text: text.slice(0, 300), about: `comment ${comment}`,
        path: `/thing/${id}?tab=comments` }
}

function show({ heading, text, about, path }) {
  let notice
  try {
    notice = new Notification(heading, { body: text, tag: about, icon: new URL("../icon.svg", import.meta.url).href })
  } catch {
    // A browser of a phone has them for service workers alone.
    return
  }
  notice.addEventListener("click", () => {
    notice.close()
    window.focus()
    void go(path)
  })
}
