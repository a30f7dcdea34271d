// Oneself as others see one: picture, name, a few words; and what one likes and shares.
import { isScreen, title } from "../../core/address.js"
import { get, write } from "../../core/api.js"
import { h } from "../../core/dom.js"
import { icon } from "../../core/icons.js"
import { sendPicture } from "../../core/pictures.js"
import { count, numberText, say } from "../../core/words.js"
import { audienceSelect } from "../../parts/audience-select.js"
import { field, markRefused } from "../../parts/dialog.js"
import { face } from "../../parts/face.js"
import { main } from "../../parts/frame.js"
import { audienceMark } from "../../parts/marks.js"
import { part } from "../../parts/live.js"
import { tellDone, tellProblem } from "../../parts/toasts.js"

/** Shows it. */
export async function showMe(view) {
  title(say("me.heading"))
  const heading = h("h1", null, say("me.heading"))
  const place = h("div")
  main(view, heading,
    h("div.bar", null, h("a.button.quiet", { href: "/people" }, icon("left"), say("nav.people")), heading),
      place).classList.add("people")
  try {
    const [found, liked] = await Promise.all([get("/v1/profile"), get("/v1/lookbook", { limit: 6 })])
    const where = found.profile ? null : await audienceSelect("friends")
    if (!view.signal.aborted) place.replaceChildren(form(found, where), sums(found), likes(liked))
  } catch (problem) {
    if (!view.signal.aborted) tellProblem(problem)
  }
}

function form(found, where) {
  const said = found.profile
  let photo = said?.photos[0]
  // What was just chosen is in no thing yet, so it is shown from here.
  let chosenPicture = null
  const picture = h("span", null, face(found.author.name, photo, "huge"))
  const show = () => {
    picture.replaceChildren(face(name.value, photo && (chosenPicture ?? photo), "huge"))
    drop.hidden = !photo
  }
  const name = h("input", { value: said?.name ?? found.author.name, required: true, maxlength: 256,
    autocomplete: "nickname" })
  const about = h("textarea", { rows: 3, value: said?.note ?? "", maxlength: 4096 })
  const file = h("input", { type: "file", accept: "image/*", hidden: true, onchange: async () => {
    const [chosen] = file.files
    file.value = ""
    if (!chosen) return
    try {
      photo = await sendPicture(chosen)
      if (chosenPicture) URL.revokeObjectURL(chosenPicture)
      chosenPicture = URL.createObjectURL(chosen)
      show()
      status.textContent = say("me.pictureChosen")
    } catch (problem) {
      tellProblem(problem)
    }
  } })
  const status = h("span.hint", { role: "status" })
  const drop = h("button", { type: "button", hidden: !photo,
    onclick: () => ((photo = undefined), show(), choose.focus()) }, say("me.pictureDrop"))
  const choose = h("button", { type: "button", onclick: () => file.click() }, icon("photo"), say("me.picture"))
  const box = h("form.card", {
    onsubmit: async (event) => {
      event.preventDefault()
      const body = { name: name.value.trim(), about: about.value.trim() || null, photo: photo ?? null }
      if (where) body.audience = where.value
      try {
        const now = await write("PATCH", "/v1/profile", { body, etag: said?.etag })
        Object.assign(said ?? {}, now.profile)
        status.textContent = ""
        tellDone({ summary: say("me.saved") })
        where = null
      } catch (problem) {
        if (!markRefused(box, problem)) tellProblem(problem)
      }
    },
  },
  h("div.about-self", null, picture, h("div.row", null, choose, drop, file, status)),
  field(say("me.name"), name, { hint: say("me.nameHint"), pointer: "/name" }),
  field(say("me.about"), about, { pointer: "/about" }),
  where ? field(say("keep.where"), where, { pointer: "/audience" })
    : h("p.row", null, h("span.dim", null, say("me.seen")), audienceMark(said.placement)),
  h("footer", null, h("button.main", { type: "submit" }, say("save"))))
  return box
}

const sums = ({ things, likes: hearts, comments, follows }) =>
  part(say("me.portfolio"), { acts: way("/portfolio", "me.openPortfolio") },
    h("ul.plain-list", null,
      h("li", null, h("a", { href: "/links?q=" + encodeURIComponent("is:mine is:shared") },
        count(things, say("forms.things")))),
      h("li", null, count(hearts, say("forms.likes")), ", ", count(comments, say("forms.comments"))),
      follows === undefined ? null : h("li", null, say("me.follows", numberText(follows)))))

const likes = ({ items }) =>
  part(say("me.lookbook"), { acts: way("/lookbook", "me.openLookbook") },
    items.length
      ? h("ul.plain-list", null, items.map((one) =>
          h("li", null, h("a", { href: `/thing/${one.id}`, dir: "auto" }, one.title || one.name || one.url), " ",
            h("span.dim", null, one.author.me ? "" : "@" + one.author.name))))
      : h("p.dim", null, say("me.likesNone")))

// Leads to a screen of its own, where there is one.
const way = (path, words) => (isScreen(path) ? [h("a.button", { href: path }, say(words))] : [])
