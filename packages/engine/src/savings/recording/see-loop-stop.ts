/**
 * A loop that was stopped, as the bill shows it: what its meter used in an hour while it burned, and the first hour in
 * which it used less. Where the bill and the loop detector disagree, the smaller figure counts.
 */
import { type Hour, toHour } from '@kept/foundation/calendar/hour.ts'
import { exactMedian } from '../baseline/statistics.ts'
import { addExact, compareExact, type Exact, exact, exactText, largerExact, smallerExact, zero } from '../exact.ts'
import type { ChangeQuestion, SeenChange, Unseen } from './change.ts'
import { mainSku } from './main-sku.ts'

/** What a loop would have burned is counted for a day at most; so long the bill must show what came after. */
const dayAfter = 24

export function seeLoopStop({
  input,
  lines,
  notBefore,
  dataEnd,
  span,
  isCovered,
}: ChangeQuestion): SeenChange | Unseen {
  if (span !== 1)
    return {
      never: 'Needs hourly billing: the cost a stopped loop avoids is measured by the hour, and this bill is daily.',
    }
  const burningFrom = Math.min(notBefore, input.started_at ? toHour(input.started_at) : notBefore - dayAfter)
  const burning = lines.filter(({ hour }) => burningFrom <= hour && hour <= notBefore)
  const sku = input.sku ?? mainSku(burning)
  if (sku === undefined) return { notYet: 'The bill shows no usage while the loop ran.' }
  const quantityIn = quantities(lines.filter((line) => line.sku === sku))
  const billed = burnedInAnHour(quantityIn, burningFrom, notBefore)
  const rate = input.hourly_quantity === undefined ? billed : smallerExact(billed, exact(input.hourly_quantity))
  if (compareExact(rate, zero) <= 0)
    return { notYet: `The bill shows no usage of the SKU "${sku}" while the loop ran.` }
  const hours = Array.from({ length: dayAfter }, (_, index) => notBefore + index)
  const stoppedHour = hours.find((hour) => isCovered(hour) && compareExact(quantityIn(hour), rate) < 0)
  if (stoppedHour === undefined || dataEnd - stoppedHour < dayAfter)
    return {
      notYet: `Waiting for ${dayAfter} hours of billing data after the loop stopped. It still runs, or the data is not in yet.`,
    }
  return { kind: 'loop_stop', at: stoppedHour, sku, hourlyQuantity: exactText(rate) }
}

/** Whole hours say it best; of a loop shorter than that, the fullest hour stands as it was billed. */
function burnedInAnHour(quantityIn: (hour: Hour) => Exact, from: Hour, end: Hour): Exact {
  const fullHours = Array.from({ length: Math.max(0, end - from - 1) }, (_, index) => quantityIn(from + 1 + index))
  return fullHours.length > 0 ? exactMedian(fullHours) : largerExact(quantityIn(from), quantityIn(end))
}

function quantities(lines: ChangeQuestion['lines']): (hour: Hour) => Exact {
  const byHour = new Map<Hour, Exact>()
  for (const { hour, quantity } of lines) byHour.set(hour, addExact(byHour.get(hour) ?? zero, exact(quantity)))
  return (hour) => byHour.get(hour) ?? zero
}
