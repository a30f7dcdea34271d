// For whoever keeps a place: what they offer there, with what people think of it, to be changed at once.
import { get, write } from "../../core/api.js"
import { h } from "../../core/dom.js"
import { icon } from "../../core/icons.js"
import { learn } from "../../core/things.js"
import { numberText, say } from "../../core/words.js"
import { audienceSelect } from "../../parts/audience-select.js"
import { field, markRefused, openDialog } from "../../parts/dialog.js"
import { live } from "../../parts/live.js"
import { picture } from "../../parts/picture.js"
import { nameOf } from "../../parts/thing-tile.js"
import { doing, tellDone, tellProblem } from "../../parts/toasts.js"

/** The section for them. */
export function publisher(place, view) {
  const shown = live(view, /^(object\.|reaction\.|comment\.)/,
    () => get("/v1/portfolio", { place: place.id, limit: 100 }, { signal: view.signal }),
    (page) => {
      const items = learn(page.items.filter(({ type }) => type === "garment"))
      return [
        h("p.dim", null, say("shop.sums", page.things, page.likes, page.comments, page.follower_count)),
        h("ul.offers", null, items.map((one) => offer(one, show)), items.length ? null : h("li.dim", null, say("shop.none"))),
      ]
    })
  const show = () => shown.again()
  return h("section.shop", null,
    h("div.row.apart", null, h("h2", null, say("shop.heading")),
      h("div.row", null,
        h("a.button", { href: `/portfolio?place=${place.id}` }, icon("heart"), say("shop.figures")),
        h("button", { type: "button", onclick: () => openOffer(place).then((made) => made && show()) }, icon("add"), say("shop.add")))),
    shown)
}

function offer(one, again) {
  const price = h("input", {
    value: one.price ?? "", placeholder: "49.90 EUR", "aria-label": say("shop.priceOf", nameOf(one).slice(0, 60)),
    onchange: () => doing(async () => {
      await write("PATCH", `/v1/garments/${one.id}`, { body: { price: price.value.trim() } })
      return { summary: say("shop.priced", nameOf(one).slice(0, 60)) }
    }).then((done) => done ? again() : (price.value = one.price ?? "")),
  })
  const isGone = one.state === "gone"
  return h(`li${isGone ? ".gone" : ""}`, null,
    h("a", { href: `/thing/${one.id}`, "aria-label": nameOf(one).slice(0, 120) }, picture(one)),
    h("span.called", { dir: "auto" }, nameOf(one).slice(0, 120)),
    h("span.numbers", null, icon("heart", say("portfolio.likes")), numberText(one.reactions.likes), icon("comment", say("portfolio.comments")), numberText(one.reactions.comments)),
    price,
    h("div.row", null,
      h("button.quiet", {
        type: "button", "aria-pressed": String(isGone), data: { key: "gone" + one.id }, onclick: () => doing(async () => {
          await write("PATCH", `/v1/garments/${one.id}`, { body: { state: isGone ? "clean" : "gone" } })
          return { summary: say(isGone ? "shop.back" : "shop.soldOut", nameOf(one).slice(0, 60)) }
        }).then(again),
      }, say("shop.gone")),
      h("button.quiet", {
        type: "button", data: { key: "remove" + one.id }, "aria-label": say("shop.remove", nameOf(one).slice(0, 60)), title: say("trash.put"),
        onclick: () => doing(() => write("DELETE", `/v1/garments/${one.id}`), { undone: again }).then(again),
      }, icon("trash"))))
}

// One thing with its photos: what is offered is a garment that names the place.
async function openOffer(place) {
  const where = await audienceSelect(place.placement[0] ?? "private")
  return openDialog(say("shop.add"), (close) => {
    const name = h("input", { required: true, autofocus: true, maxlength: 1024 })
    const category = h("input", { placeholder: "clothes/coats" })
    const price = h("input", { placeholder: "49.90 EUR" })
    const photos = h("input", { type: "file", accept: "image/*", multiple: true })
    const submit = h("button.main", { type: "submit" }, say("shop.submit"))
    const form = h("form", {
      onsubmit: async (event) => {
        event.preventDefault()
        submit.disabled = true
        try {
          const references = []
          for (const file of photos.files) {
            references.push((await write("POST", "/v1/blobs", { query: { as: "photo" }, body: file })).photo)
          }
          const body = {
            name: name.value.trim(), category: category.value.trim() || undefined, price: price.value.trim() || undefined,
            photos: references, place: place.id, audience: where.value,
          }
          const kept = await write("POST", "/v1/garments", { body, once: true })
          tellDone({ summary: say("shop.added", body.name.slice(0, 80)), act: kept.act })
          close(true)
        } catch (problem) {
          submit.disabled = false
          if (!markRefused(form, problem)) tellProblem(problem)
        }
      },
    },
    field(say("shop.name"), name, { pointer: "/name" }), field(say("shop.category"), category, { pointer: "/category" }),
    field(say("shop.price"), price, { pointer: "/price" }), field(say("shop.photos"), photos, { pointer: "/photos" }),
    field(say("keep.where"), where, { pointer: "/audience" }),
    h("footer", null, h("button", { type: "button", onclick: () => close() }, say("cancel")), submit))
    return form
  }, { isTyped: () => [...document.querySelectorAll("dialog input:not([type])")].some((one) => one.value) })
}
