/**
 * A smaller size with more units, such as two `medium` for one `large`, is a change of shape: what was there before is
 * compared with what is there now. Units that come later than a day after it are growth. Of more units at once that
 * demand does not explain it cannot be said whether they do the same work or new work: the smaller saving counts.
 */
import type { ResourceAction } from '@kept/domain/action.ts'
import type { SavingsLine } from '@kept/domain/saving.ts'
import type { ShapeChange } from '@kept/domain/substitution.ts'
import { type Hour, toHour } from '@kept/foundation/calendar/hour.ts'
import { addExact, compareExact, type Exact, exact, exactText, toNano, zero } from '../exact.ts'
import type { DemandFactor } from './demand-growth.ts'

const afterHours = 24
const beforeHours = 7 * 24
/** At least this share of the former capacity, in percent, measured by its cost. */
const sameCapacityPercent = 90n

/** More units than before, in percent, from which they came at once and not by the noise of a day. */
const atOncePercent = 120n

/** Demand is said to explain as many units as it grew by, give or take a tenth. */
const demandPercent = 110n

export function findShapeChange(
  action: ResourceAction,
  lines: readonly SavingsLine[],
  factor?: DemandFactor,
): ShapeChange | undefined {
  if (action.kind !== 'rightsize') return undefined
  const effectiveHour = toHour(action.effective_time)
  const before = medianHour(
    lines.filter(
      ({ sku, hour }) => sku === action.from_sku && effectiveHour - beforeHours <= hour && hour < effectiveHour,
    ),
  )
  const after = medianHour(
    lines.filter(
      ({ sku, hour }) => sku === action.to_sku && effectiveHour <= hour && hour < effectiveHour + afterHours,
    ),
  )
  if (!before || !after || before.quantity.units <= 0n) return undefined
  const isMore = compareExact(after.quantity, before.quantity) > 0
  if (!isMore || (factor && isExplained(before.quantity, after.quantity, factor))) return undefined
  const isSameCapacity = toNano(after.cost) * 100n >= toNano(before.cost) * sameCapacityPercent
  if (!isSameCapacity) return jumpOf(action, lines, before, after)
  return { action: action.id, before: exactText(before.quantity), after: exactText(after.quantity) }
}

/** Against the same hours a week before as well: a Monday has more units than the night before it. */
function jumpOf(
  action: ResourceAction & { kind: 'rightsize' },
  lines: readonly SavingsLine[],
  before: HourSum,
  after: HourSum,
): ShapeChange | undefined {
  const start = toHour(action.effective_time) - beforeHours
  const weekBefore = medianHour(
    lines.filter(({ sku, hour }) => sku === action.from_sku && start <= hour && hour < start + afterHours),
  )
  const most =
    weekBefore && compareExact(weekBefore.quantity, before.quantity) > 0 ? weekBefore.quantity : before.quantity
  const times = (value: Exact, multiplier: bigint): Exact => ({ ...value, units: value.units * multiplier })
  if (compareExact(times(after.quantity, 100n), times(most, atOncePercent)) < 0) return undefined
  return { action: action.id, before: exactText(most), after: exactText(after.quantity) }
}

function isExplained(before: Exact, after: Exact, factor: DemandFactor): boolean {
  const times = (value: Exact, multiplier: bigint): Exact => ({ ...value, units: value.units * multiplier })
  return compareExact(times(after, factor.before * 100n), times(before, factor.after * demandPercent)) <= 0
}

interface HourSum {
  quantity: Exact
  cost: Exact
}

/** The hour in the middle by its quantity. */
function medianHour(lines: readonly SavingsLine[]): HourSum | undefined {
  const byHour = new Map<Hour, HourSum>()
  for (const { hour, quantity, contracted } of lines) {
    const sum = byHour.get(hour) ?? { quantity: zero, cost: zero }
    byHour.set(hour, {
      quantity: addExact(sum.quantity, exact(quantity)),
      cost: addExact(sum.cost, exact(contracted)),
    })
  }
  const inOrder = [...byHour.values()].toSorted((a, b) => compareExact(a.quantity, b.quantity))
  return inOrder[(inOrder.length - 1) >> 1]
}
