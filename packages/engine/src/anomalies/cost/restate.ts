/** Recalculates what a detector remembers of a scope when its months turn out to have a shape, or no longer have one. */
import { median } from '../../maths/quantile.ts'
import type { Offs } from './recurring.ts'
import { unlog } from './scale.ts'

interface Memory {
  /** Logarithms of the last days: as they were, and without weekdays and the shape of the month. */
  logs: readonly number[]
  plain: readonly number[]
}

interface Restated {
  /** Days without the shape of the month, clipped where out of line. */
  history: number[]
  residuals: number[]
  daily: Offs
}

/** Days on either side that say what a day should have cost. */
const around = 7
/** Beyond so many deviations a day is out of line, and counts as at most twice as much. */
const clip = 3
/** Looking back is easier than looking ahead, by about so much. */
const hindsight = 1.2
const remembered = 150

export function restate({ logs, plain }: Memory, kinds: Offs['kinds']): Restated {
  const levels = plain.map((_, row) => median(plain.slice(Math.max(0, row - around), row + around + 1)))
  const offs = plain.map((value, row) => value - (levels[row] ?? 0))
  const miss = 1.4826 * median(offs.map(Math.abs)) * hindsight
  const within = (value: number, size: number) => Math.max(-size, Math.min(size, value))
  return {
    history: offs.map((off, row) => (levels[row] ?? 0) + within(off, clip * miss)),
    residuals: offs.map((off) => within(off * hindsight, 2 * clip * miss)).slice(-remembered),
    daily: {
      money: offs.map((off, row) => unlog(logs[row] ?? 0) - unlog((logs[row] ?? 0) - off)),
      logs: offs,
      kinds: kinds.slice(-offs.length),
    },
  }
}
