/**
 * A loop that was stopped, as the bill shows it: what its meter used in an hour while it burned, and the first hour in
 * which it used less. Where the bill and whoever measured the loop disagree, the smaller word counts.
 */
import { type Hour, toHour } from '@kept/domain/hour.ts'
import { exactMedian } from '../baseline/statistics.ts'
import { addExact, compareExact, type Exact, exact, exactText, largerExact, nothing, smallerExact } from '../exact.ts'
import type { ChangeQuestion, SeenChange, Unseen } from './change.ts'
import { mainSku } from './main-sku.ts'

/** What a loop would have burned is counted for a day at most; so long the bill must show what came after. */
const dayAfter = 24

export function seeLoopStop({ wish, lines, notBefore, dataEnd, span, isCovered }: ChangeQuestion): SeenChange | Unseen {
  if (span !== 1)
    return { never: 'The bill counts it by the day; what a loop would have burned is only counted by the hour.' }
  const since = Math.min(notBefore, wish.since ? toHour(wish.since) : notBefore - dayAfter)
  const burning = lines.filter(({ hour }) => since <= hour && hour <= notBefore)
  const sku = wish.sku ?? mainSku(burning)
  if (sku === undefined) return { notYet: 'The bill shows nothing that it used while the loop ran.' }
  const quantityIn = quantities(lines.filter((line) => line.sku === sku))
  const billed = burnedInAnHour(quantityIn, since, notBefore)
  const rate = wish.hourly_quantity === undefined ? billed : smallerExact(billed, exact(wish.hourly_quantity))
  if (compareExact(rate, nothing) <= 0)
    return { notYet: `The bill shows no use of the SKU "${sku}" while the loop ran.` }
  const hours = Array.from({ length: dayAfter }, (_, index) => notBefore + index)
  const at = hours.find((hour) => isCovered(hour) && compareExact(quantityIn(hour), rate) < 0)
  if (at === undefined || dataEnd - at < dayAfter)
    return { notYet: `The bill shows it burning on, or has less than ${dayAfter} hours after it stopped.` }
  return { kind: 'loop_stop', at, sku, hourlyQuantity: exactText(rate) }
}

/** Whole hours say it best; of a loop shorter than that, the fullest hour stands as it was billed. */
function burnedInAnHour(quantityIn: (hour: Hour) => Exact, since: Hour, end: Hour): Exact {
  const whole = Array.from({ length: Math.max(0, end - since - 1) }, (_, index) => quantityIn(since + 1 + index))
  return whole.length > 0 ? exactMedian(whole) : largerExact(quantityIn(since), quantityIn(end))
}

function quantities(lines: ChangeQuestion['lines']): (hour: Hour) => Exact {
  const byHour = new Map<Hour, Exact>()
  for (const { hour, quantity } of lines) byHour.set(hour, addExact(byHour.get(hour) ?? nothing, exact(quantity)))
  return (hour) => byHour.get(hour) ?? nothing
}
