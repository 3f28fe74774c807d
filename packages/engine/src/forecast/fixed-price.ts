/** Services that ended and left something at a fixed price behind, or were replaced by one. */
import { median } from '../maths/quantile.ts'
import type { Forecast } from './forecast-values.ts'

/** Rows of one amount that are a price, and how many times the longest such run before. */
const [fewest, longer] = [7, 2]
/** Rows after which a price is not thought to end. */
const longAgo = 14

/** Rows at the end of one and the same amount above nothing; 0 where days were alike before, as amounts of cents are. */
export function rowsAtFixedPrice(values: readonly number[]): number {
  const price = values.at(-1) ?? 0
  const first = values.findLastIndex((value) => value !== price) + 1
  const count = values.length - first
  if (price === 0 || first === 0 || count < fewest) return 0
  let [run, longest] = [1, 1]
  for (let row = 1; row < first; row += 1) {
    run = values[row] === values[row - 1] ? run + 1 : 1
    longest = Math.max(longest, run)
  }
  return count > longer * longest ? count : 0
}

/** The price; shortly after it began the widest band still knows of a day like those before. */
export function fixedForecast(values: readonly number[], rows: number, horizon: number): Forecast {
  const price = values.at(-1) ?? 0
  const fixed = new Array<number>(horizon).fill(price)
  const before = rows < longAgo ? median(values.slice(0, values.length - rows).slice(-28)) : price
  const band = (bound: number) => ({
    lower: fixed.map(() => Math.min(price, bound)),
    upper: fixed.map(() => Math.max(price, bound)),
  })
  return {
    method: `one amount for ${rows} rows`,
    point: fixed,
    bands: { 50: band(price), 80: band(price), 95: band(before) },
    errors: [fixed.map(() => 0)],
    trials: 1,
    sums: 1,
  }
}
