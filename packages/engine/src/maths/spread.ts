import { median } from './quantile.ts'

/** Makes the median absolute deviation comparable with a standard deviation when the numbers are normal. */
const consistency = 1.4826

/** How far numbers usually lie from their median, as a standard deviation that outliers cannot inflate. */
export function robustSpread(numbers: readonly number[]): number {
  const middle = median(numbers)
  return consistency * median(numbers.map((number) => Math.abs(number - middle)))
}
