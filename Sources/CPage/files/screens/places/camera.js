// The camera: a square picture, a ring that fills while one records, and the film at the end.
import { fill, h } from "../../core/dom.js"
import { icon } from "../../core/icons.js"
import { announce } from "../../core/dom.js"
import { numberText, say } from "../../core/words.js"

// Each with what it is called with sound: Firefox never ends a film for which a sound was named that nobody gives.
const types = [
  ["video/mp4;codecs=avc1.42E01E", ",mp4a.40.2"], ["video/webm;codecs=vp9", ",opus"], ["video/webm;codecs=vp8", ",opus"], ["video/webm", ""],
]
const round = 2 * Math.PI * 26

/**
 * Records in `stage`.
 *
 * @param {HTMLElement} stage
 * @param {{longest: number, shortest?: number, signal: AbortSignal}} options - In seconds.
 * @returns {Promise<{film: Blob, seconds: number}|null>} null if one leaves it.
 */
export async function camera(stage, { longest, shortest = 3, signal }) {
  if (!navigator.mediaDevices) throw new Error(say("clip.noCamera"))
  const video = { width: { ideal: 720 }, height: { ideal: 720 }, aspectRatio: 1, facingMode: "environment" }
  const stream = await navigator.mediaDevices.getUserMedia({ video, audio: true })
    .catch((problem) => problem.name === "NotFoundError" ? navigator.mediaDevices.getUserMedia({ video }) : Promise.reject(problem))
  const stop = () => stream.getTracks().forEach((track) => track.stop())
  signal.addEventListener("abort", stop)
  if (signal.aborted) {
    stop()
    return null
  }
  const hasSound = stream.getAudioTracks().length > 0
  const type = types.map(([film, sound]) => film + (hasSound ? sound : "")).find((one) => MediaRecorder.isTypeSupported(one))
  const view = h("video.mirror", { autoplay: true, "aria-label": say("clip.picture") })
  view.muted = true
  view.playsInline = true
  view.srcObject = stream
  const ring = h("svg:circle", { cx: "30", cy: "30", r: "26", class: "progress" })
  const time = h("span.seconds", { "aria-hidden": "true" })
  return new Promise((resolve) => {
    const parts = []
    let recorder = null
    let began = 0
    let frame = 0
    const leave = (value) => {
      cancelAnimationFrame(frame)
      stop()
      resolve(value)
    }
    const draw = () => {
      const seconds = (performance.now() - began) / 1000
      ring.style.strokeDasharray = `${(Math.min(1, seconds / longest) * round).toFixed(1)} ${round.toFixed(1)}`
      time.textContent = numberText(Math.floor(seconds))
      button.disabled = seconds < shortest
      if (seconds >= longest) recorder.stop()
      else frame = requestAnimationFrame(draw)
    }
    const start = () => {
      recorder = new MediaRecorder(stream, { mimeType: type, videoBitsPerSecond: 2_500_000 })
      recorder.ondataavailable = ({ data }) => data.size && parts.push(data)
      recorder.onstop = () => {
        const seconds = Math.min(longest, (performance.now() - began) / 1000)
        leave({ film: new Blob(parts, { type: type.split(";")[0] }), seconds })
      }
      recorder.start(500)
      began = performance.now()
      announce(say("clip.recording"))
      button.classList.add("recording")
      button.setAttribute("aria-label", say("clip.stop"))
      draw()
    }
    const button = h("button.record", {
      type: "button", "aria-label": say("clip.start"), onclick: () => (recorder ? recorder.stop() : start()),
    },
      h("svg:svg", { viewBox: "0 0 60 60", "aria-hidden": "true" }, h("svg:circle", { cx: "30", cy: "30", r: "26", class: "track" }), ring), h("span.core"), time)
    signal.addEventListener("abort", () => leave(null))
    fill(stage, view, h("div.row.camera-acts", null, button,
      h("button.quiet", { type: "button", onclick: () => leave(null) }, icon("cross"), say("cancel"))))
    button.focus()
  })
}
