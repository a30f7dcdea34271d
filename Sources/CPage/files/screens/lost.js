// Shown where a part of the page cannot be fetched.
import { title } from "../core/address.js"
import { h } from "../core/dom.js"
import { say } from "../core/words.js"
import { main } from "../parts/frame.js"

// The version of the page's files stands in their addresses.
const version = new URL(import.meta.url).pathname.split("/")[2]

/** Loads the page again if the node has another version by now; else says that the node does not answer. */
export async function showLost(view) {
  const answer = await fetch("/", { method: "HEAD", cache: "no-store" }).catch(() => null)
  if (view.signal.aborted) return
  if (answer?.ok && !answer.headers.get("ETag")?.includes(version)) return location.reload()
  title(say("node.silent"))
  const heading = h("h1", null, say("node.silent"))
  main(view, heading, heading,
    h("button", { type: "button", onclick: () => location.reload() }, say("lost.again")))
}
