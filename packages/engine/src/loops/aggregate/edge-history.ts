/** How many calls a caller usually makes over an edge: what "more than usual" is measured against. Bounded. */
import { median, quantile } from '../../maths/quantile.ts'
import { edgeEnds } from './minute-facts.ts'

const retainedCount = 30
const [fewest, lower] = [4, 0.25]

interface Past {
  minute: number
  ratio: number
  failing: boolean
}

export class EdgeHistory {
  readonly #byEdge = new Map<number, Past[]>()
  readonly #byCaller = new Map<number, number[]>()
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
      const [caller] = edgeEnds(edge)
      const edges = this.#byCaller.get(caller)
      if (edges) edges.push(edge)
      else this.#byCaller.set(caller, [edge])
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

  /** What a caller made of all calls of a kind before this minute, those of each edge together; undefined while nothing is known. */
  baselineOf(caller: number, minute: number, isOfKind: (to: number) => boolean): number | undefined {
    const ratios = (this.#byCaller.get(caller) ?? [])
      .filter((edge) => isOfKind(edgeEnds(edge)[1]))
      .flatMap((edge) => this.baseline(edge, minute) ?? [])
    return ratios.length === 0 ? undefined : ratios.reduce((total, ratio) => total + ratio, 0)
  }

  /** When it was first called; undefined where it never was. */
  firstMinute(edge: number): number | undefined {
    return this.#byEdge.get(edge)?.[0]?.minute
  }

  /** The same while calls succeed, from whatever is known. */
  healthyBaseline(edge: number): number | undefined {
    const healthy = (this.#byEdge.get(edge) ?? []).filter(({ failing }) => !failing)
    return healthy.length >= 3 ? median(healthy.map(({ ratio }) => ratio)) : undefined
  }
}
