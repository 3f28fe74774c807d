/** How many calls a caller usually makes over an edge: what "more than usual" is measured against. Bounded. */
import { median, quantile } from '../../maths/quantile.ts'

const retainedCount = 30
const [fewest, lower] = [4, 0.25]

interface Past {
  minute: number
  ratio: number
  failing: boolean
}

export class EdgeHistory {
  readonly #byEdge = new Map<number, Past[]>()
  readonly #limit: number

  constructor(limit: number) {
    this.#limit = limit
  }

  note(edge: number, minute: number, ratio: number, failing: boolean): void {
    let past = this.#byEdge.get(edge)
    if (!past) {
      if (this.#byEdge.size >= this.#limit) return
      past = []
      this.#byEdge.set(edge, past)
    }
    past.push({ minute, ratio, failing })
    // Every other one of the old goes, so that a short memory reaches far back.
    if (past.length > retainedCount * 2)
      this.#byEdge.set(
        edge,
        past.filter((_, index) => index >= retainedCount || index % 2 === 0),
      )
  }

  /** The lower calls per caller before this minute, from whatever is known: what a change is measured against. */
  baseline(edge: number, minute: number): number | undefined {
    const before = (this.#byEdge.get(edge) ?? []).filter((past) => past.minute < minute).map(({ ratio }) => ratio)
    return before.length >= fewest ? quantile(before, lower) : undefined
  }

  /** The same while calls succeed, from whatever is known. */
  healthyBaseline(edge: number): number | undefined {
    const healthy = (this.#byEdge.get(edge) ?? []).filter(({ failing }) => !failing)
    return healthy.length >= 3 ? median(healthy.map(({ ratio }) => ratio)) : undefined
  }
}
