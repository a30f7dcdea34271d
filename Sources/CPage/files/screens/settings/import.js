// Bringing links and more from other programs.
import { say } from "../../core/words.js"
import { bringBox } from "../../parts/bring.js"
import { part } from "../../parts/live.js"

/** Shows it. */
export const importPart = (view) => part(say("import.heading"), { hint: say("import.hint") }, bringBox(view))
