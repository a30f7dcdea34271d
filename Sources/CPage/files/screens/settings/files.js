// Files: how much room they take, and which come by themselves.
import { get } from "../../core/api.js"
import { freshID, h } from "../../core/dom.js"
import { bytesText, count, numberText, say } from "../../core/words.js"
import { field } from "../../parts/dialog.js"
import { live, part, standing } from "../../parts/live.js"
import { oneOf, set } from "./setting.js"

const gibibyte = 2 ** 30
const mebibyte = 2 ** 20

/** Shows them. */
export function filesPart(view) {
  return live(view, /^(settings\.changed|warning\.|object\.(created|deleted|changed_many))/,
    async () => {
      const [settings, status] = await Promise.all([get("/v1/settings"), get("/v1/status")])
      return { settings, files: status.files, filled: status.filled_shares ?? [] }
    },
    ({ settings, files, filled }) => [
      part(say("files.room"), {}, quota(settings.files_quota_bytes, files),
        sizeField(say("files.quota"), settings.files_quota_bytes, gibibyte, "GB", "files_quota_bytes")),
      part(say("files.originals"), { hint: say("files.originalsHint") },
        oneOf(say("files.come"), ["on-demand", "always"].map((value) => [value, say(`files.${value}`)]),
          settings.files_originals, (value) => set({ files_originals: value }))),
      part(say("files.authors"), { hint: say("files.authorsHint") },
        sizeField(say("files.authorQuota"), settings.author_quota_bytes, mebibyte, "MB", "author_quota_bytes"),
        filled.map(({ name, audience, quota_bytes: bytes }) =>
          h("p", null, standing("bad", say("files.filled", name, audience, bytesText(bytes)))))),
    ], h("div"))
}

function quota(most, files) {
  const id = freshID("meter")
  const used = files?.used_bytes ?? 0
  const words = say("ways.of", bytesText(used), bytesText(most))
  return h("div.quota", null, h("label", { for: id }, words),
    h("meter", { id, min: 0, max: most || 1, high: most * 0.9, value: used }, words),
    files?.full ? h("p", null, standing("bad", say("files.full"))) : null,
    files?.missing ? h("p.hint", null, say("files.missing", count(files.missing, say("forms.files")))) : null)
}

function sizeField(label, bytes, unit, unitName, member) {
  const value = Math.round((bytes / unit) * 100) / 100
  const input = h("input", { type: "number", min: 0, step: "any", value, required: true })
  const save = h("button", { type: "submit" }, say("save"))
  return h("form.inline", {
    onsubmit: (event) => {
      event.preventDefault()
      void set({ [member]: Math.round(Number(input.value) * unit) }, () => (input.value = value))
    },
  }, field(`${label} (${unitName})`, input, { hint: say("files.now", numberText(value), unitName) }), save)
}
