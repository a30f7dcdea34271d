// Opening hours, as places write them: `mo-fr 09:00-18:00; sa 10:00-14:00`, and whether it is open now, in words.
import { language, listText, say } from "../../core/words.js"

const names = ["mo", "tu", "we", "th", "fr", "sa", "su"]
const monday = Date.UTC(2024, 0, 1)
const shortDay = new Intl.DateTimeFormat(language, { weekday: "short", timeZone: "UTC" })
const longDay = new Intl.DateTimeFormat(language, { weekday: "long", timeZone: "UTC" })

/** A day of the week, 0 being Monday. */
export const dayName = (day, isLong = false) => (isLong ? longDay : shortDay).format(monday + day * 86_400_000)

/**
 * What they say for each day from Monday on: lists of `[from, to]` in minutes; `to` is beyond 1440 where it is open
 * past midnight. null if the text is none.
 */
export function readHours(text) {
  const week = Array.from({ length: 7 }, () => [])
  const rules = String(text).toLowerCase().split(";").map((rule) => rule.trim()).filter(Boolean)
  for (const rule of rules) {
    const found = /^((?:mo|tu|we|th|fr|sa|su)(?:\s*[-,]\s*(?:mo|tu|we|th|fr|sa|su))*)?\s*(.*)$/.exec(rule)
    const days = daysOf(found[1])
    const times = timesOf(found[2])
    if (!days || !times) return null
    for (const day of days) week[day] = times
  }
  return rules.length ? week : null
}

function daysOf(text) {
  if (!text) return [0, 1, 2, 3, 4, 5, 6]
  const days = new Set()
  for (const part of text.split(",")) {
    const [from, to = from] = part.split("-").map((name) => names.indexOf(name.trim()))
    if (from < 0 || to < 0) return null
    for (let day = from; ; day = (day + 1) % 7) {
      days.add(day)
      if (day === to) break
    }
  }
  return [...days]
}

function timesOf(text) {
  if (/^(off|closed)$/.test(text)) return []
  const times = []
  for (const part of text.split(",")) {
    const found = /^\s*(\d{1,2})(?::(\d\d))?\s*-\s*(\d{1,2})(?::(\d\d))?\s*$/.exec(part)
    if (!found) return null
    const from = Number(found[1]) * 60 + Number(found[2] ?? 0)
    let to = Number(found[3]) * 60 + Number(found[4] ?? 0)
    if (from > 1440 || to > 1440) return null
    if (to <= from) to += 1440
    times.push([from, to])
  }
  return times
}

const clock = (minutes) => {
  const time = new Date(2024, 0, 1, Math.floor(minutes / 60) % 24, minutes % 60)
  return new Intl.DateTimeFormat(language, { hour: "numeric", minute: "2-digit" }).format(time)
}

/**
 * Whether it is open at a time: `{isOpen, text}`; null where the hours cannot be read. The clock is the reader's own.
 */
export function openNow(text, now = new Date()) {
  const week = text ? readHours(text) : null
  if (!week) return null
  const today = (now.getDay() + 6) % 7
  const minute = now.getHours() * 60 + now.getMinutes()
  const spans = []
  for (let by = -1; by <= 7; by += 1) {
    for (const [from, to] of week[(today + by + 7) % 7]) spans.push([from + by * 1440, to + by * 1440])
  }
  spans.sort((one, other) => one[0] - other[0])
  let open = spans.find(([from, to]) => from <= minute && minute < to)
  if (open) {
    let [, end] = open
    for (const [from, to] of spans) if (from <= end && to > end) end = to
    if (end - minute >= 1440) return { isOpen: true, text: say("hours.always") }
    return { isOpen: true, text: say("hours.openUntil", clock(end % 1440)) }
  }
  const next = spans.find(([from]) => from > minute)
  if (!next) return { isOpen: false, text: say("hours.never") }
  const by = Math.floor(next[0] / 1440)
  const time = clock(next[0] % 1440)
  const text_ = by === 0 ? say("hours.opensToday", time)
    : by === 1 ? say("hours.opensTomorrow", time)
    : say("hours.opensOn", dayName((today + by) % 7, true), time)
  return { isOpen: false, text: text_ }
}

/** The week as a table of `[day, times]`, days that are alike in one row; null where it cannot be read. */
export function weekText(text) {
  const week = text ? readHours(text) : null
  if (!week) return null
  const rows = []
  week.forEach((times, day) => {
    const words = times.length
      ? listText(times.map(([from, to]) => (to - from === 1440 ? say("hours.allDay") : `${clock(from)} – ${clock(to)}`)))
      : say("hours.closed")
    const last = rows.at(-1)
    if (last?.words === words) last.to = day
    else rows.push({ from: day, to: day, words })
  })
  return rows.map(({ from, to, words }) => [from === to ? dayName(from) : `${dayName(from)} – ${dayName(to)}`, words])
}
