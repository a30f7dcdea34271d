// Pictures that go to the node: with a thumbnail, which the browser makes.
import { write } from "./api.js"
import { thumbnail } from "./thumbnail.js"

/** Sends a picture and gives the reference to it, for `photo` or `photos`. */
export async function sendPicture(file) {
  const small = await thumbnail(file)
  const sent = small && (await write("POST", "/v1/blobs", { query: { as: "thumbnail" }, body: small })).photo
  return (await write("POST", "/v1/blobs", { query: { as: "photo", thumbnail: sent ?? undefined }, body: file })).photo
}
