// What can be done with one garment, or with many that are selected.
import { go } from "../../core/address.js"
import { fill, h } from "../../core/dom.js"
import { icon } from "../../core/icons.js"
import { count, say } from "../../core/words.js"
import { trash } from "../../parts/keep.js"
import { menuButton } from "../../parts/menu.js"
import { openShare } from "../../parts/share.js"
import { editGarment, editGarments, fillCloset, today } from "./acts.js"
import { chooseCloset } from "./closets.js"
import { newOutfit } from "./new-outfit.js"

/** The menu of a garment; `here` gives the closet that is shown, or null. */
export function commands(one, here) {
  const wear = () => editGarment(one, { add_worn: [today()] }, { worn: [...(one.worn ?? []), today()] })
  return menuButton(say("menu.of", (one.name ?? "").slice(0, 60)), "more", () => [
    { text: say("garment.open"), icon: "open", key: "e", act: () => go(`/garments/${one.id}`) },
    one.author.me ? { text: say("garment.wearToday"), icon: "check", act: wear } : null,
    ...(one.author.me
      ? ["clean", "wash",
        "repair"].map((state) => ({ text: say(`state.${state}`), isOn: one.state === state,
        act: () => editGarment(one, { state }) }))
      : []),
    null,
    { text: say("closet.put"), icon: "closet", key: "c", act: () => putInCloset([one.id]) },
    here() ? { text: say("closet.take"), icon: "cross", act: () => fillCloset(here(), { remove: [one.id] }) } : null,
    { text: say("outfit.from"), icon: "outfit", act: () => newOutfit([one.id]) },
    { text: say("share.open"), icon: "share", key: "p", act: () => openShare({ ids: [one.id] }, 1) },
    one.author.me ? { text: say("trash.put"), icon: "trash", key: "Del", act: () => trash({ ids: [one.id] }) } : null,
  ].filter((entry, at, all) => entry || all[at - 1]), { tabindex: "-1" })
}

/** Puts garments into a closet that is chosen, or made. */
export async function putInCloset(ids) {
  const chosen = await chooseCloset()
  if (chosen) await fillCloset(chosen, { add: ids })
}

/** The bar of what is done with those that are selected. */
export function selectionActs(selection, here) {
  const bar = h("div.selection-bar", { role: "toolbar", "aria-label": say("selection.label"), hidden: true })
  const act = (kind, text, run) => h("button.quiet", { type: "button", onclick: run }, icon(kind), h("span", null,
    text))
  selection.addEventListener("change", () => {
    bar.hidden = !selection.size
    if (!selection.size) return
    const { ids, size } = selection
    const state = h("select", { "aria-label": say("facet.state"), onchange: ({ target }) => {
      if (target.value) void editGarments(ids, { state: target.value })
      target.value = ""
    } }, h("option", { value: "" }, say("facet.state") + " …"),
    ["clean", "wash", "repair", "retired", "gone"].map((one) => h("option", { value: one }, say(`state.${one}`))))
    fill(bar, h("strong", null, count(size, say("forms.selected"))),
      act("outfit", say("outfit.from"), () => newOutfit(ids)),
      act("closet", say("closet.put"), () => putInCloset(ids)),
      here() ? act("cross", say("closet.take"), () => fillCloset(here(), { remove: ids }).then(() => selection.clear()))
        : null,
      act("check", say("garment.wearToday"), () => editGarments(ids, { add_worn: [today()] })),
      state,
      act("share", say("share.open"), () => openShare({ ids }, size)),
      act("trash", say("trash.put"), () => trash({ ids }).then(() => selection.clear())),
      h("button.quiet", { type: "button", "aria-label": say("selection.clear"), onclick: () => selection.clear() },
        icon("cross")))
  })
  return bar
}
