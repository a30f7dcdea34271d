// Photos that were not sent yet: in the origin's private file system, so that a closed tab or a crash loses none.
const folderName = "unsent-garments"

/** What this tab is called among those that may have something unsent; a lock of that name tells that it is open. */
const tab = crypto.randomUUID().slice(0, 8)
const held = new Set()
let made = 0

// Holds the lock of a tab for as long as this one is open; tells whether it was free.
function hold(name) {
  if (held.has(name)) return true
  return new Promise((resolve) => {
    void navigator.locks.request(`weft.unsent.${name}`, { ifAvailable: true }, (lock) => {
      resolve(lock !== null)
      if (!lock) return null
      held.add(name)
      return new Promise(() => {})
    })
  })
}

/** A number for a photo that this tab is to send. */
export function unsentNumber() {
  void hold(tab)
  made += 1
  return `${tab}.${String(made).padStart(6, "0")}.${crypto.randomUUID()}`
}

async function folder() {
  const root = await navigator.storage.getDirectory()
  return root.getDirectoryHandle(folderName, { create: true })
}

/** Keeps a photo and what is known of its garment; tells whether that worked. */
export async function keepUnsent(number, file, words) {
  try {
    const place = await folder()
    if (file) await put(place, `${number}.photo`, file)
    await put(place, `${number}.json`, JSON.stringify(words))
    return true
  } catch {
    return false
  }
}

/** Forgets one that was sent. */
export async function dropUnsent(number) {
  try {
    const place = await folder()
    for (const end of ["photo", "json"]) await place.removeEntry(`${number}.${end}`).catch(() => {})
  } catch {
    // Without such a file system nothing was kept.
  }
}

/** Those that tabs which are closed have left: `{number, file, words}`. No two tabs take the same. */
export async function unsent() {
  const found = []
  try {
    const place = await folder()
    for await (const [name, handle] of place.entries()) {
      if (!name.endsWith(".json")) continue
      const number = name.slice(0, -5)
      const owner = number.split(".")[0]
      if (owner === tab || !(await hold(owner))) continue
      const words = JSON.parse(await (await handle.getFile()).text())
      const photo = await place.getFileHandle(`${number}.photo`).then((one) => one.getFile(), () => null)
      if (photo) found.push({ number, file: new File([photo], words.fileName ?? number, { type: words.fileType }),
        words })
      else await dropUnsent(number)
    }
  } catch {
    // Without such a file system nothing was left.
  }
  return found.sort((one, other) => one.number.localeCompare(other.number))
}

async function put(place, name, content) {
  const handle = await place.getFileHandle(name, { create: true })
  const stream = await handle.createWritable()
  await stream.write(content)
  await stream.close()
}
