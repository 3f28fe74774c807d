/** Hours beside days: what both saw is one incident that now knows its hour; what only the hours saw is one of its own. */
import type { AnomalyHour } from '@kept/domain/anomaly.ts'
import { absolute, compare, divide, subtract } from '@kept/domain/decimal.ts'
import { instantOf, isoOf } from '@kept/domain/series.ts'
import type { HourIncident } from './judge-hours.ts'
import type { ScopeIncident } from './scope-incident.ts'

export type TimedIncident = ScopeIncident & { started_at: string | null; hours: AnomalyHour[] }

/** `wholeDay`: what the whole organisation costs in a usual day, by currency. */
export function settleHours(
  days: readonly ScopeIncident[],
  hours: readonly HourIncident[],
  wholeDay: ReadonlyMap<string, string>,
): TimedIncident[] {
  const settled = days.map((one): TimedIncident => ({ ...one, started_at: null, hours: [] }))
  for (const one of hours) {
    const known = settled.find((other) => isSame(other, one))
    if (!known) settled.push(asIncident(one, wholeDay.get(one.currency)))
    else if (known.started_at === null || one.started_at < known.started_at) {
      known.started_at = one.started_at
      known.hours = one.hours
    }
  }
  return settled
}

const dayOf = (at: string) => at.slice(0, 10)
const lastDayOf = ({ ended_at }: HourIncident) => dayOf(isoOf(instantOf(ended_at) - 1))

/** The day before counts too: what begins late shows in the next day. */
function isSame(one: ScopeIncident, other: HourIncident): boolean {
  if (one.currency !== other.currency || one.direction !== other.direction) return false
  const depth = Math.min(one.scope.length, other.scope.length)
  const related = one.scope[0]?.by.startsWith('tag:')
    ? true
    : one.scope
        .slice(0, depth)
        .every(({ by, value }, at) => other.scope[at]?.by === by && other.scope[at]?.value === value)
  const to = Temporal.PlainDate.from(lastDayOf(other)).add({ days: 1 }).toString()
  return related && one.first_day <= to && one.last_day >= dayOf(other.started_at)
}

function asIncident(one: HourIncident, wholeDay: string | undefined): TimedIncident {
  const excess = absolute(subtract(one.actual, one.expected))
  const share = wholeDay && compare(wholeDay, '0') > 0 ? Number(divide(excess, wholeDay, 6)) : 0
  return {
    currency: one.currency,
    scope: one.scope,
    direction: one.direction,
    status: one.isOpen ? 'open' : 'over',
    severity: share >= 0.5 ? 'critical' : share >= 0.2 ? 'high' : share >= 0.05 ? 'medium' : 'low',
    first_day: dayOf(one.started_at),
    last_day: lastDayOf(one),
    expected: one.expected,
    actual: one.actual,
    projected_excess: subtract(one.actual, one.expected),
    days: [],
    started_at: one.started_at,
    hours: one.hours,
  }
}
