/** Merges hourly with daily detections: one found by both gets its hour, one found by hours alone is an incident of its own. */
import type { AnomalyHour } from '@kept/domain/anomaly.ts'
import { instantOf, isoOf } from '@kept/domain/series.ts'
import { addDays } from '@kept/foundation/calendar/day.ts'
import { absolute, compare, divide, subtract } from '@kept/foundation/decimal.ts'
import type { HourIncident } from './evaluate-hours.ts'
import type { ScopeIncident } from './scope-incident.ts'

export type TimedIncident = ScopeIncident & { started_at: string | null; hours: AnomalyHour[] }

/** `daySpend`: what the whole organization costs in a usual day, by currency. */
export function attributeHours(
  days: readonly ScopeIncident[],
  hours: readonly HourIncident[],
  daySpend: ReadonlyMap<string, string>,
): TimedIncident[] {
  const incidents = days.map((incident): TimedIncident => ({ ...incident, started_at: null, hours: [] }))
  for (const hourIncident of hours) {
    const existing = incidents.find((other) => isSame(other, hourIncident))
    if (!existing) incidents.push(asIncident(hourIncident, daySpend.get(hourIncident.currency)))
    else if (existing.started_at === null || hourIncident.started_at < existing.started_at) {
      existing.started_at = hourIncident.started_at
      existing.hours = hourIncident.hours
    }
  }
  return incidents
}

const dayOf = (timestamp: string) => timestamp.slice(0, 10)
const lastDayOf = ({ ended_at }: HourIncident) => dayOf(isoOf(instantOf(ended_at) - 1))

/** The day before counts too: what begins late shows in the next day. */
function isSame(dayIncident: ScopeIncident, other: HourIncident): boolean {
  if (dayIncident.currency !== other.currency || dayIncident.direction !== other.direction) return false
  const depth = Math.min(dayIncident.scope.length, other.scope.length)
  const related = dayIncident.scope[0]?.dimension.startsWith('tag:')
    ? true
    : dayIncident.scope
        .slice(0, depth)
        .every(
          ({ dimension, value }, index) =>
            other.scope[index]?.dimension === dimension && other.scope[index]?.value === value,
        )
  const to = addDays(lastDayOf(other), 1)
  return related && dayIncident.first_day <= to && dayIncident.last_day >= dayOf(other.started_at)
}

function asIncident(incident: HourIncident, daySpend: string | undefined): TimedIncident {
  const excess = absolute(subtract(incident.actual, incident.expected))
  const share = daySpend && compare(daySpend, '0') > 0 ? Number(divide(excess, daySpend, 6)) : 0
  return {
    currency: incident.currency,
    scope: incident.scope,
    direction: incident.direction,
    status: incident.isOpen ? 'open' : 'over',
    severity: share >= 0.5 ? 'critical' : share >= 0.2 ? 'high' : share >= 0.05 ? 'medium' : 'low',
    first_day: dayOf(incident.started_at),
    last_day: lastDayOf(incident),
    expected: incident.expected,
    actual: incident.actual,
    projected_excess: subtract(incident.actual, incident.expected),
    days: [],
    started_at: incident.started_at,
    hours: incident.hours,
  }
}
