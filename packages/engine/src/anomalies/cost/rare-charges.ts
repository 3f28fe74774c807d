/**
 * Scopes that are charged on few days, such as a line of a marketplace once a month: each charge is held against the
 * charges before it, whenever they came, since days of nothing say nothing of its size.
 */
import { median } from '../../maths/quantile.ts'
import { logarithm, unlog } from './scale.ts'

/** Rare: at least this share of the last days is nothing, and of the last week all but two. */
const [lately, nothing, week, fewInWeek] = [60, 0.7, 7, 2]
/** Days that must be known. */
const fewest = 21
/** Before charges have shown how they differ, they are taken to differ by this share. */
const priorSpread = 0.15

export interface RareCharge {
  /** Logarithms: what the days of this charge came to, what it should come to, and by how much charges differ. */
  total: number
  expected: number
  spread: number
}

/** `logs` are those of the days before. Null where charges are not rare, today is nothing, or this is the first. */
export function rareChargeOf(logs: readonly number[], value: number): RareCharge | null {
  const last = logs.slice(-lately)
  const isRare =
    logs.length >= fewest &&
    last.filter((log) => log === 0).length >= nothing * last.length &&
    logs.slice(1 - week).filter((log) => log !== 0).length <= fewInWeek
  if (!isRare || value === 0) return null
  const totals = chargesIn([...logs, logarithm(value)])
  const [earlier, total] = [totals.slice(0, -1), totals.at(-1)]
  if (earlier.length === 0 || total === undefined) return null
  const expected = median(earlier)
  const squares = earlier.reduce((sum, log) => sum + (log - expected) ** 2, priorSpread ** 2)
  const spread = Math.sqrt(squares / (earlier.length + 1)) * (1 + 1 / earlier.length)
  return { total, expected, spread }
}

/** Days of a week belong to one charge; the logarithm of what each came to. */
function chargesIn(logs: readonly number[]): number[] {
  const totals: { from: number; amount: number }[] = []
  for (const [row, log] of logs.entries()) {
    if (log === 0) continue
    const current = totals.at(-1)
    if (current && row - current.from < week) current.amount += unlog(log)
    else totals.push({ from: row, amount: unlog(log) })
  }
  return totals.map(({ amount }) => logarithm(amount))
}
