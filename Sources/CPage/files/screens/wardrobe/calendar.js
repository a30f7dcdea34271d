// A year as a strip of weeks: each day on which something was worn is marked, and a click sets or clears one.
import { h } from "../../core/dom.js"
import { count, dayText, language, say } from "../../core/words.js"
import { dayOf } from "./acts.js"

const weeks = 53
const months = new Intl.DateTimeFormat(language, { month: "short" })

/** The strip; `set` is told a day and whether it is worn now. */
export function calendarStrip(worn, set) {
  const days = new Set(worn)
  const now = new Date()
  now.setHours(12, 0, 0, 0)
  const monday = (now.getDay() + 6) % 7
  const first = new Date(now)
  first.setDate(now.getDate() - monday - (weeks - 1) * 7)
  const grid = h("div.calendar", { "aria-hidden": "true", onclick: ({ target }) => {
    const { day } = target.dataset
    if (day) set(day, !days.has(day))
  } })
  let month = -1
  let inYear = 0
  for (let week = 0; week < weeks; week += 1) {
    const column = h("div.week")
    const start = new Date(first)
    start.setDate(first.getDate() + week * 7)
    const isNew = start.getMonth() !== month && start.getDate() < 8
    if (isNew) month = start.getMonth()
    column.append(h("span.month", null, isNew ? months.format(start) : ""))
    for (let weekday = 0; weekday < 7; weekday += 1) {
      const time = new Date(start)
      time.setDate(start.getDate() + weekday)
      if (time > now) break
      const day = dayOf(time)
      const isWorn = days.has(day)
      if (isWorn) inYear += 1
      column.append(h(isWorn ? "span.day.worn" : "span.day", { data: { day }, title: dayText(day) }))
    }
    grid.append(column)
  }
  // What one sees as a pattern is said as a number; the days themselves stand in the list below.
  return h("figure.calendar-strip", { tabindex: "0" }, grid,
    h("figcaption.unseen", null, say("garment.inYear", count(inYear, say("forms.days")))))
}
