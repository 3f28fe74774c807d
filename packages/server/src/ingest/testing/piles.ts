/** The model: for each account and month a pile of deliveries, of which only the top one is seen. */
import { add, decimal } from '@kept/domain/decimal.ts'

interface Line {
  account: string
  month: string
  cents: number
}

interface Layer {
  id: string
  lines: Line[]
  /** What it replaced is gone for good. */
  onSwept: boolean
}

export class Piles {
  readonly #piles = new Map<string, Layer[]>()

  push(id: string, lines: Line[]): void {
    for (const [place, own] of Map.groupBy(lines, ({ account, month }) => `${account} ${month}`)) {
      const pile = this.#piles.get(place) ?? []
      pile.push({ id, lines: own, onSwept: false })
      this.#piles.set(place, pile)
    }
  }

  /** False when it must be refused: it is undone already, or lies on top of what is gone. */
  draw(id: string): boolean {
    const hits = [...this.#piles.values()].flatMap((pile) => {
      const at = pile.findIndex((layer) => layer.id === id)
      const layer = pile[at]
      return layer ? [{ pile, at, layer }] : []
    })
    if (this.#undone.has(id) || hits.some(({ pile, at, layer }) => at === pile.length - 1 && layer.onSwept))
      return false
    for (const { pile, at, layer } of hits) {
      const above = pile[at + 1]
      if (above && layer.onSwept) above.onSwept = true
      pile.splice(at, 1)
    }
    this.#undone.add(id)
    return true
  }
  readonly #undone = new Set<string>()

  retire(): void {
    for (const pile of this.#piles.values()) {
      const top = pile.at(-1)
      if (top && pile.length > 1) {
        top.onSwept = true
        pile.splice(0, pile.length - 1)
      }
    }
  }

  totals(): Record<string, string> {
    return Object.fromEntries(
      [...this.#piles].flatMap(([place, pile]) => {
        const top = pile.at(-1)
        if (!top) return []
        const sum = top.lines.map(({ cents }) => decimal(`${cents}e-2`)).reduce(add)
        return [[`${place} USD`, `${top.lines.length} lines, ${sum}`]]
      }),
    )
  }
}
