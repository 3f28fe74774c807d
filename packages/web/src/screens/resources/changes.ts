/** What happened to a resource, as far as its bill and inventory show it. */
import type { ResourceDetails } from '@kept/domain/resource.ts'
import { addDays } from '@kept/foundation/calendar/day.ts'
import { add, compare, type Decimal, divide, subtract } from '@kept/foundation/decimal.ts'
import { formatMoney } from '@kept/foundation/format/money.ts'

interface ResourceChange {
  day: string
  label: string
}

/** Days on each side of a step: a full week, so that weekends are on both. */
const stepDays = 7
/** Smaller steps are no change, as a share of the days before. */
const minStep = 0.2
const maxSteps = 3
const places = 10

/** The newest first. `days` are the costs of one currency by day; a day may have several entries. */
export function changesOf(
  resource: Pick<ResourceDetails, 'created_at' | 'state' | 'state_since' | 'first_charged_on'>,
  days: readonly { date: string; effective: Decimal }[],
  currency: string,
): ResourceChange[] {
  const { created_at: created, state, state_since: since, first_charged_on: firstDay } = resource
  const changes = costSteps(days).map(({ day, before, after }) => ({
    day,
    label: `Cost ${compare(after, before) > 0 ? 'rose' : 'fell'} from ${formatMoney(before, currency)} to ${formatMoney(after, currency)} a day`,
  }))
  if (created) changes.push({ day: created.slice(0, 10), label: 'Created' })
  if (firstDay) changes.push({ day: firstDay, label: 'First charged' })
  if (state && since) changes.push({ day: since.slice(0, 10), label: `State: ${state}` })
  return changes.toSorted((a, b) => (a.day < b.day ? 1 : a.day > b.day ? -1 : 0))
}

interface CostStep {
  day: string
  /** The average day of the week before, and of the week from this day on. */
  before: Decimal
  after: Decimal
}

/** The largest lasting changes of the cost of a day, at most three and at least a week apart. */
export function costSteps(days: readonly { date: string; effective: Decimal }[]): CostStep[] {
  const byDay = new Map<string, Decimal>()
  for (const { date, effective } of days) byDay.set(date, add(byDay.get(date) ?? '0', effective))
  const dates = [...byDay.keys()].toSorted()
  const [first, last] = [dates[0], dates.at(-1)]
  if (!first || !last) return []
  const steps: (CostStep & { size: Decimal })[] = []
  for (let day = addDays(first, stepDays); addDays(day, stepDays - 1) <= last; day = addDays(day, 1)) {
    const [before, after] = [averageFrom(byDay, addDays(day, -stepDays)), averageFrom(byDay, day)]
    const change = subtract(after, before)
    const size = compare(change, '0') < 0 ? subtract('0', change) : change
    if (Number(size) >= minStep * Math.max(Number(before), 0.01)) steps.push({ day, before, after, size })
  }
  const largest: CostStep[] = []
  for (const { size: _size, ...step } of steps.toSorted((a, b) => compare(b.size, a.size))) {
    const isNear = largest.some(({ day }) => addDays(day, stepDays) > step.day && addDays(step.day, stepDays) > day)
    if (!isNear && largest.length < maxSteps) largest.push(step)
  }
  return largest
}

function averageFrom(byDay: ReadonlyMap<string, Decimal>, from: string): Decimal {
  let total: Decimal = '0'
  for (let offset = 0; offset < stepDays; offset += 1) total = add(total, byDay.get(addDays(from, offset)) ?? '0')
  return divide(total, String(stepDays), places)
}
