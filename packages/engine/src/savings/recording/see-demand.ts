/**
 * A fix that makes each request cheaper, as the bill and the demand show it: use for each unit of demand in the four weeks
 * before, and that it fell. Only hours count in which both are known.
 */
import type { Hour } from '@kept/foundation/calendar/hour.ts'
import { add, compare, type Decimal, divide, sum } from '@kept/foundation/decimal.ts'
import { defaultBaselineDays, fewestBaselineDays } from '../baseline/freeze.ts'
import { type DemandHour, freezeIntensity } from '../modeled/freeze-intensity.ts'
import type { ChangeQuestion, SeenChange, Unseen } from './change.ts'
import { mainSku } from './main-sku.ts'

/** Three days of use after the fix, as after everything else that is looked for. */
const hoursAfter = 72
const perUnitPlaces = 18

export function seeDemand({
  input,
  lines,
  notBefore,
  dataEnd,
  span,
  isCovered,
  demand,
}: ChangeQuestion): SeenChange | Unseen {
  const metricLabel = `${input.demand?.metric ?? 'demand'} of ${input.demand?.resource_id ?? 'the resource'}`
  if (!demand || demand.size === 0)
    return { notYet: `Needs ${span === 1 ? 'hourly' : 'daily'} data for the metric ${metricLabel}.` }
  const from = notBefore - defaultBaselineDays * 24
  const sku = input.sku ?? mainSku(lines.filter(({ hour }) => hour < notBefore))
  if (sku === undefined) return { notYet: 'The bill has no price for anything this resource used.' }
  const used = new Map<Hour, Decimal>()
  for (const line of lines) if (line.sku === sku) used.set(line.hour, add(used.get(line.hour) ?? '0', line.quantity))
  const demandHours = [...demand]
    .filter(([hour]) => from <= hour && hour < dataEnd && isCovered(hour))
    .map(([hour, amount]): DemandHour => ({ hour, demand: amount, used: used.get(hour) ?? '0' }))
    .toSorted((a, b) => a.hour - b.hour)
  const before = demandHours.filter(({ hour }) => hour < notBefore)
  const after = demandHours.filter(({ hour }) => hour >= notBefore)
  const days = Math.floor((before.length * span) / 24)
  if (days < fewestBaselineDays)
    return { notYet: `Needs ${fewestBaselineDays} days of ${metricLabel} before the change (${days} available).` }
  if (after.length * span < hoursAfter)
    return { notYet: `Needs ${hoursAfter} hours of billing data and ${metricLabel} after the change.` }
  const intensity = freezeIntensity(before)
  const totalDemand = sum(after.map((hour) => hour.demand))
  if (compare(totalDemand, '0') <= 0) return { notYet: `No demand since the change: the ${metricLabel} is zero.` }
  if (compare(divide(sum(after.map((hour) => hour.used)), totalDemand, perUnitPlaces), intensity.per_unit) >= 0)
    return { notYet: 'The bill does not show lower usage for the same demand yet.' }
  return { kind: 'demand', at: notBefore, sku, intensity }
}
