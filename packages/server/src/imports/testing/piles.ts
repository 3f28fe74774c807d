/** The model: for each account and month a stack of imports, of which only the top one is visible. */
import { add, decimal } from '@kept/foundation/decimal.ts'

interface Line {
  account: string
  month: string
  cents: number
}

interface Layer {
  id: string
  lines: Line[]
  /** What it replaced was deleted. */
  onSwept: boolean
}

export class Piles {
  readonly #piles = new Map<string, Layer[]>()

  push(id: string, lines: Line[]): void {
    for (const [accountMonth, accountLines] of Map.groupBy(lines, ({ account, month }) => `${account} ${month}`)) {
      const pile = this.#piles.get(accountMonth) ?? []
      pile.push({ id, lines: accountLines, onSwept: false })
      this.#piles.set(accountMonth, pile)
    }
  }

  /** False when it must be rejected: it is already undone, or lies on top of a deleted one. */
  undo(id: string): boolean {
    const hits = [...this.#piles.values()].flatMap((pile) => {
      const index = pile.findIndex((layer) => layer.id === id)
      const layer = pile[index]
      return layer ? [{ pile, index, layer }] : []
    })
    if (this.#undone.has(id) || hits.some(({ pile, index, layer }) => index === pile.length - 1 && layer.onSwept))
      return false
    for (const { pile, index, layer } of hits) {
      const above = pile[index + 1]
      if (above && layer.onSwept) above.onSwept = true
      pile.splice(index, 1)
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
      [...this.#piles].flatMap(([accountMonth, pile]) => {
        const top = pile.at(-1)
        if (!top) return []
        const sum = top.lines.map(({ cents }) => decimal(`${cents}e-2`)).reduce(add)
        return [[`${accountMonth} USD`, `${top.lines.length} lines, ${sum}`]]
      }),
    )
  }
}
