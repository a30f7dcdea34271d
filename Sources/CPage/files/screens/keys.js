// The keys that every screen has; on another screen `?` shows its own as well.
import { title } from "../core/address.js"
import { h } from "../core/dom.js"
import { say } from "../core/words.js"
import { main } from "../parts/frame.js"
import { keysList } from "../parts/keys-list.js"

/** Shows them. */
export function showKeys(view) {
  title(say("keys.all"))
  const heading = h("h1", null, say("keys.all"))
  main(view, heading, h("div.bar", null, heading), h("div.keys.alone", null, keysList()))
}
