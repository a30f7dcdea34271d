// Where every thing of a list or a board is, in pixels from its top, without a single element.

/** What is between two tiles. */
export const gap = 12
/** By their shapes, in capitals with a picture: what has none takes the room of its words. */
const heights = { s: 120, m: 152, l: 216, S: 196, M: 300, L: 380 }
const rowHeight = 64
const narrowRowHeight = 88
/** Below this width it is a phone. */
const narrow = 560

export class Layout {
  #skeleton
  #tops = null
  #columns = null
  #rowHeight
  #tileHeight = null

  /**
   * @param {Skeleton} skeleton - What is laid out.
   * @param {"board"|"list"} view
   * @param {number} width - How wide the place for it is.
   * @param {{width: number, height: (width: number) => number}|null} tiles - Makes all tiles of a board alike.
   */
  constructor(skeleton, view, width, tiles) {
    this.#skeleton = skeleton
    this.#rowHeight = width < narrow ? narrowRowHeight : rowHeight
    this.columnCount = view === "board" ? columnsIn(width, tiles) : 1
    this.columnWidth = (width - gap * (this.columnCount - 1)) / this.columnCount
    if (view === "board") this.#fill(tiles)
    else this.height = skeleton.total * this.#rowHeight
  }

  // Each goes where the least is above it, so that tops never fall along the list.
  #fill(tiles) {
    const { total } = this.#skeleton
    const floors = new Float64Array(this.columnCount)
    this.#tileHeight = tiles?.height(this.columnWidth) ?? null
    this.#tops = new Float64Array(total)
    this.#columns = new Uint8Array(total)
    for (let place = 0; place < total; place += 1) {
      let column = 0
      for (let other = 1; other < floors.length; other += 1) if (floors[other] < floors[column]) column = other
      this.#columns[place] = column
      this.#tops[place] = floors[column]
      floors[column] += this.heightOf(place) + gap
    }
    this.height = Math.max(0, ...floors)
  }

  heightOf(place) {
    if (!this.#tops) return this.#rowHeight
    return this.#tileHeight ?? heights[this.#skeleton.shape(place)] ?? heights.m
  }

  top(place) {
    return this.#tops ? this.#tops[place] : place * this.#rowHeight
  }

  left(place) {
    return this.#columns ? this.#columns[place] * (this.columnWidth + gap) : 0
  }

  /** The first thing that reaches below this line. */
  first(line) {
    if (!this.#tops) return Math.max(0, Math.floor(line / this.#rowHeight))
    const tallest = this.#tileHeight ?? heights.L
    let low = 0
    let high = this.#tops.length
    while (low < high) {
      const middle = (low + high) >> 1
      if (this.#tops[middle] <= line - tallest) low = middle + 1
      else high = middle
    }
    while (low < this.#tops.length - 1 && this.#tops[low] + this.heightOf(low) <= line) low += 1
    return low
  }

  /** The nearest one above (-1) or below (1), as the eye sees it. */
  neighbour(place, by) {
    if (!this.#columns) return place + by
    const column = this.#columns[place]
    for (let other = place + by; other >= 0 && other < this.#columns.length; other += by) {
      if (this.#columns[other] === column) return other
    }
    return place + by
  }
}

function columnsIn(width, tiles) {
  if (width < narrow) return width < (tiles ? 260 : 340) ? 1 : 2
  return Math.max(2, Math.floor((width + gap) / ((tiles?.width ?? 240) + gap)))
}
