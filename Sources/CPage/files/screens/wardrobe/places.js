// Where on a body a garment is worn, by the words of its category: so it lands there when it is put on.
const slots = [
  // slot, words of categories, x, y, scale, order from below
  ["shoes", ["shoe", "boot", "sneaker", "sandal", "schuh", "stiefel"], 0, 300, 0.9, 1],
  ["bottom", ["trouser", "pant", "jean", "skirt", "short", "legging", "hose", "rock"], 0, 130, 1.7, 2],
  ["dress", ["dress", "overall", "jumpsuit", "kleid"], 0, 30, 2.1, 3],
  ["top", ["shirt", "top", "blouse", "sweater", "pullover", "knit", "tee", "hemd", "bluse", "oberteil"], 0, -80, 1.5,
    4],
  ["outer", ["coat", "jacket", "blazer", "cardigan", "mantel", "jacke"], 0, -50, 1.8, 5],
  ["hat", ["hat", "cap", "beanie", "scarf", "hut", "mütze", "schal"], 0, -270, 0.8, 6],
  ["bag", ["bag", "backpack", "purse", "tasche", "rucksack"], 170, 80, 0.9, 7],
]

/** The place of a garment: `{slot, x, y, scale, order}`. */
export function placeOf(garment) {
  // The last part of a category says most: `clothes/shirts`.
  const parts = (garment?.category ?? "").toLowerCase().split("/").reverse()
  parts.push((garment?.name ?? "").toLowerCase())
  for (const part of parts) {
    for (const [slot, words, x, y, scale, order] of slots) {
      if (words.some((word) => part.includes(word))) return { slot, x, y, scale, order }
    }
  }
  return { slot: "other", x: 0, y: 0, scale: 1, order: 8 }
}
