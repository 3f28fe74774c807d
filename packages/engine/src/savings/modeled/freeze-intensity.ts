/**
 * Use for each unit of demand in the baseline, i = sum of Q / sum of D, and how far held-out weeks were from it. What was
 * demanded in the hours whose use the bill does not know is left out, and the other way round.
 */
import { badInput } from '@kept/domain/errors.ts'
import type { Baseline } from '@kept/domain/saving.ts'
import type { Hour } from '@kept/foundation/calendar/hour.ts'
import { add, type Decimal, divide, sum, toNumber } from '@kept/foundation/decimal.ts'
import { toPpm } from '../baseline/errors.ts'
import { conformalQuantile, heldOutMisses } from './conformal.ts'
import { fractionalUncertainty, tValues } from './fractional-uncertainty.ts'
import { fitOf } from './model-fit.ts'

export interface DemandHour {
  hour: Hour
  demand: Decimal
  used: Decimal
}

const hoursOfWeek = 168
const perUnitPlaces = 18

export function freezeIntensity(hours: readonly DemandHour[], reportedPoints = 30): NonNullable<Baseline['intensity']> {
  const demanded = sum(hours.map(({ demand }) => demand))
  if (!(toNumber(demanded) > 0)) throw badInput('The baseline has no demand, so usage per unit cannot be calculated.')
  const used = hours.reduce((total, hour) => add(total, hour.used), '0')
  const perUnit = divide(used, demanded, perUnitPlaces)
  const { over, either } = heldOutMisses(weeksOf(hours))
  const fit = fitOf(
    hours.map((hour) => toNumber(hour.used)),
    hours.map(({ demand }) => toNumber(perUnit) * toNumber(demand)),
    reportedPoints,
  )
  return {
    per_unit: perUnit,
    error_80_ppm: toPpm(conformalQuantile(over, 0.8) ?? fractionalUncertainty(fit, tValues.lower80)),
    error_68_ppm: toPpm(conformalQuantile(either, 0.68) ?? fractionalUncertainty(fit, tValues.both68)),
  }
}

function weeksOf(hours: readonly DemandHour[]) {
  const first = Math.min(...hours.map(({ hour }) => hour))
  const weeks = Map.groupBy(hours, ({ hour }) => Math.floor((hour - first) / hoursOfWeek))
  return [...weeks.values()].map((ofWeek) => ({
    demand: ofWeek.reduce((total, { demand }) => total + toNumber(demand), 0),
    used: ofWeek.reduce((total, { used }) => total + toNumber(used), 0),
  }))
}
