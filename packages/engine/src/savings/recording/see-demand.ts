/**
 * A fix that makes each request cheaper, as the bill and the demand show it: use for each unit of demand in the four weeks
 * before, and that it fell. Only hours count in which both are known.
 */
import { add, compare, type Decimal, divide, sum } from '@kept/domain/decimal.ts'
import type { Hour } from '@kept/domain/hour.ts'
import { fewestBaselineDays, usualBaselineDays } from '../baseline/freeze.ts'
import { type DemandHour, freezeIntensity } from '../modelled/freeze-intensity.ts'
import type { ChangeQuestion, SeenChange, Unseen } from './change.ts'
import { mainSku } from './main-sku.ts'

/** Three days of use after the fix, as after everything else that is looked for. */
const hoursAfter = 72
const perUnitPlaces = 18

export function seeDemand({
  wish,
  lines,
  notBefore,
  dataEnd,
  span,
  isCovered,
  demand,
}: ChangeQuestion): SeenChange | Unseen {
  const of = `${wish.demand?.metric ?? 'demand'} of ${wish.demand?.resource_id ?? 'the resource'}`
  if (!demand || demand.size === 0) return { notYet: `There is no metric ${of} by the ${span === 1 ? 'hour' : 'day'}.` }
  const from = notBefore - usualBaselineDays * 24
  const sku = wish.sku ?? mainSku(lines.filter(({ hour }) => hour < notBefore))
  if (sku === undefined) return { notYet: 'The bill names no price for anything this resource used.' }
  const used = new Map<Hour, Decimal>()
  for (const line of lines) if (line.sku === sku) used.set(line.hour, add(used.get(line.hour) ?? '0', line.quantity))
  const known = [...demand]
    .filter(([hour]) => from <= hour && hour < dataEnd && isCovered(hour))
    .map(([hour, asked]): DemandHour => ({ hour, demand: asked, used: used.get(hour) ?? '0' }))
    .toSorted((a, b) => a.hour - b.hour)
  const before = known.filter(({ hour }) => hour < notBefore)
  const after = known.filter(({ hour }) => hour >= notBefore)
  const days = Math.floor((before.length * span) / 24)
  if (days < fewestBaselineDays)
    return { notYet: `The ${of} is known for ${days} days before it; ${fewestBaselineDays} are needed.` }
  if (after.length * span < hoursAfter)
    return { notYet: `The bill and the ${of} have less than ${hoursAfter} hours after it.` }
  const intensity = freezeIntensity(before)
  const asked = sum(after.map((hour) => hour.demand))
  if (compare(asked, '0') <= 0) return { notYet: `Nothing was asked of it since: the ${of} is zero.` }
  if (compare(divide(sum(after.map((hour) => hour.used)), asked, perUnitPlaces), intensity.per_unit) >= 0)
    return { notYet: 'The bill does not show that it uses less for the same demand.' }
  return { kind: 'demand', at: notBefore, sku, intensity }
}
