/** How often each operation runs in a minute while it succeeds: what a storm of failures is measured against. Bounded. */
import { median } from '../../maths/quantile.ts'

const retainedCount = 60
const enough = 3
/** Of what runs rarely, minutes without a run are usual too: a busy minute in it is no rate. */
const fewest = 1

interface Past {
  minute: number
  visits: number
}

export class RateHistory {
  readonly #byNode = new Map<number, Past[]>()
  readonly #limit: number

  constructor(limit: number) {
    this.#limit = limit
  }

  note(node: number, minute: number, visits: number, failures: number): void {
    if (failures > visits / 2) return
    let past = this.#byNode.get(node)
    if (!past) {
      if (this.#byNode.size >= this.#limit) return
      past = []
      this.#byNode.set(node, past)
    }
    past.push({ minute, visits })
    // Every other one of the old goes, so that a short memory reaches far back.
    if (past.length > retainedCount)
      this.#byNode.set(
        node,
        past.filter((_, index) => index >= retainedCount / 2 || index % 2 === 0),
      )
  }

  /** Usual runs a minute in healthy minutes before this one; undefined while too little is known. */
  healthyRate(node: number, before: number): number | undefined {
    const past = (this.#byNode.get(node) ?? []).filter(({ minute }) => minute < before)
    return past.length >= enough ? Math.max(fewest, median(past.map(({ visits }) => visits))) : undefined
  }
}
