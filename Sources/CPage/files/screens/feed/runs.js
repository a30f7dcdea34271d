// A feed in runs of one person each.

/** Runs of things by one person, in the order in which they stand: `{author, items}`. */
export function runs(things) {
  const found = []
  for (const one of things) {
    const last = found.at(-1)
    if (last?.author.id === one.author.id) last.items.push(one)
    else found.push({ author: one.author, items: [one] })
  }
  return found
}
