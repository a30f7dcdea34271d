// Icons on a field of 24, drawn with a line of 2 in the colour of the text. Each stands beside a word, or has a name.
import { h } from "./dom.js"

const paths = {
  link: "M10 14a4 4 0 0 0 6 0l3-3a4 4 0 0 0-6-6l-1 1M14 10a4 4 0 0 0-6 0l-3 3a4 4 0 0 0 6 6l1-1",
  search: "M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14M16 16l5 5",
  add: "M12 5v14M5 12h14",
  minus: "M5 12h14",
  fit: "M9 4v5H4M15 4v5h5M9 20v-5H4M15 20v-5h5",
  full: "M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5",
  undo: "M9 7 4 12l5 5M4 12h10a5 5 0 0 1 0 10h-3",
  redo: "m15 7 5 5-5 5M20 12H10a5 5 0 0 0 0 10h3",
  people: "M9 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8M2 21c0-4 3-6 7-6s7 2 7 6M16 4a4 4 0 0 1 0 8M18 15c3 .5 4 3 4 6",
  person: "M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8M4 21c0-4 3.5-6 8-6s8 2 8 6",
  group: "M12 3a3 3 0 1 0 0 6 3 3 0 0 0 0-6M5 10a2.5 2.5 0 1 0 0 5M19 10a2.5 2.5 0 1 1 0 5M6 21c0-4 2.5-6 6-6s6 2 6 6",
  globe: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18M3 12h18M12 3c-5 5-5 13 0 18M12 3c5 5 5 13 0 18",
  lock: "M6 11h12v9H6zM9 11V7a3 3 0 0 1 6 0v4",
  feed: "M4 5h16M4 10h16M4 15h10M4 20h6",
  heart: "M12 20S4 15 4 9a4 4 0 0 1 8-1 4 4 0 0 1 8 1c0 6-8 11-8 11z",
  heartbreak: "M12 20S4 15 4 9a4 4 0 0 1 8-1 4 4 0 0 1 8 1c0 6-8 11-8 11zM12 8l-2 3.5 3.5 2L12 17",
  cross: "M6 6l12 12M18 6 6 18",
  check: "m5 13 4 4L19 7",
  closet: "M12 7V5a2 2 0 1 1 2 2M12 7l9 7v3H3v-3z",
  outfit: "M8 3 3 6l2 4 2-1v12h10V9l2 1 2-4-5-3c-1 2-7 2-8 0z",
  place: "M12 21s7-6 7-12a7 7 0 0 0-14 0c0 6 7 12 7 12zM12 7a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5",
  film: "M3 5h18v14H3zM8 5v14M16 5v14M3 12h18",
  play: "M7 4v16l13-8z",
  pause: "M8 5v14M16 5v14",
  sound: "M4 9h4l5-4v14l-5-4H4zM16 9a4 4 0 0 1 0 6M18.5 6.5a8 8 0 0 1 0 11",
  silent: "M4 9h4l5-4v14l-5-4H4zM17 9.5l5 5M22 9.5l-5 5",
  settings: "M4 7h10M18 7h2M14 5v4M4 17h2M10 17h10M6 15v4",
  trash: "M5 7h14M10 7V4h4v3M7 7l1 14h8l1-14M10 11v6M14 11v6",
  tag: "M3 3h8l10 10-8 8L3 11zM7.5 7.5h.01",
  folder: "M3 6h6l2 2h10v11H3z",
  board: "M4 4h7v9H4zM13 4h7v5h-7zM13 11h7v9h-7zM4 15h7v5H4z",
  list: "M8 6h12M8 12h12M8 18h12M4 6h.01M4 12h.01M4 18h.01",
  share: "M12 3v12M8 7l4-4 4 4M5 12v8h14v-8",
  edit: "M4 20h4L20 8l-4-4L4 16z",
  comment: "M4 5h16v11H10l-5 4v-4H4z",
  clock: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18M12 7v5l3 2",
  eye: "M2 12s4-7 10-7 10 7 10 7-4 7-10 7S2 12 2 12M12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6",
  hidden: "M3 3l18 18M10 5.3A9 9 0 0 1 12 5c6 0 10 7 10 7a17 17 0 0 1-3 3.6M6 7a17 17 0 0 0-4 5s4 7 10 7a9 9 0 0 0 4-1",
  more: "M5 12h.01M12 12h.01M19 12h.01",
  left: "m15 5-7 7 7 7",
  right: "m9 5 7 7-7 7",
  up: "m5 15 7-7 7 7",
  down: "m5 9 7 7 7-7",
  menu: "M4 6h16M4 12h16M4 18h16",
  copy: "M9 9h11v11H9zM5 15H4V4h11v1",
  open: "M14 4h6v6M20 4l-9 9M18 14v6H4V6h6",
  sync: "M4 12a8 8 0 0 1 14-5l2 2M20 4v5h-5M20 12a8 8 0 0 1-14 5l-2-2M4 20v-5h5",
  warning: "M12 3 2 20h20zM12 9v5M12 17h.01",
  device: "M4 5h16v11H4zM2 20h20",
  photo: "M3 5h18v14H3zM8 9.5h.01M3 17l6-5 4 3 4-4 4 4",
  flag: "M5 21V4h13l-3 4 3 4H5",
  highlight: "M4 20h16M7 16l-1-4 9-9 4 4-9 9z",
  download: "M12 3v12M8 11l4 4 4-4M5 20h14",
  cut: "M6 3a3 3 0 1 0 0 6 3 3 0 0 0 0-6M6 15a3 3 0 1 0 0 6 3 3 0 0 0 0-6M8.5 8 20 18M8.5 16 20 6",
  mail: "M3 6h18v12H3zM3 7l9 7 9-7",
  keyboard: "M2 6h20v12H2zM6 10h.01M10 10h.01M14 10h.01M18 10h.01M7 14h10",
}

/** An icon. With `name` it speaks for itself; without it is silent beside its word. */
export function icon(kind, name) {
  const path = h("svg:path", { d: paths[kind] ?? paths.more })
  const place = { viewBox: "0 0 24 24", class: "icon", focusable: "false" }
  return name
    ? h("svg:svg", { ...place, role: "img", "aria-label": name }, path)
    : h("svg:svg", { ...place, "aria-hidden": "true" }, path)
}
