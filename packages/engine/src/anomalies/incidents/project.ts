import { add, type Decimal, divide, multiply } from '@kept/foundation/decimal.ts'
import type { Incident } from './merge.ts'

/** The excess by `until` if it goes on as it went so far: what is known, and the same again for the time that is left. */
export function projectedExcess({ from, to, excess }: Incident, until: number): Decimal {
  if (until <= to || to <= from) return excess
  return add(excess, divide(multiply(excess, String(Math.round(until - to))), String(Math.round(to - from)), 9))
}
