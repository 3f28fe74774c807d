/** Groups cost rows into gapless series by scope, with the names of the scope's levels. */
import { type AnomalyDay, type ScopePart, scopeKey } from '@kept/domain/anomaly.ts'
import type { HourSeries } from '@kept/engine/anomalies/scopes/evaluate-hours.ts'
import type { ScopeSeries } from '@kept/engine/anomalies/scopes/evaluate-scopes.ts'
import { addDays } from '@kept/foundation/calendar/day.ts'
import { divide, sum } from '@kept/foundation/decimal.ts'
import type { ScopeHour } from '@kept/store/anomalies/hour-series.ts'
import { type ScopeDay, scopeLevels } from '@kept/store/anomalies/scope-series.ts'

export function seriesOf(rows: readonly ScopeDay[]): ScopeSeries[] {
  const scopes = new Map<string, ScopeDay[]>()
  for (const row of rows) {
    const key = keyOf(row, row.path.length)
    const days = scopes.get(key)
    if (days) days.push(row)
    else scopes.set(key, [row])
  }
  // A day with lines of other scopes costs this scope zero. A day without any line is a gap.
  const billed = (row: ScopeDay) => scopes.get(keyOf(row, row.levels[0] === 'provider' ? 1 : 0)) ?? []
  return [...scopes.values()].flatMap((scopeDays) => {
    const [first] = scopeDays
    if (!first) return []
    const costs = new Map(scopeDays.map(({ day, cost }) => [day, cost]))
    return {
      currency: first.currency,
      scope: first.path.map((_, depth) => partOf(first, depth)),
      isCrossCutting: isOutsideHierarchy(first),
      days: billed(first)
        .filter(({ day }) => day >= first.day)
        .map(({ day }) => ({ date: day, cost: costs.get(day) ?? '0' })),
    }
  })

  function partOf(row: ScopeDay, depth: number): ScopePart {
    const value = row.path[depth] ?? ''
    const name = scopes.get(keyOf(row, depth + 1))?.[0]?.name ?? value
    return { dimension: row.levels[depth] ?? '', value, name }
  }
}

/** Tags and SKUs split the same costs again. */
const isOutsideHierarchy = ({ levels }: ScopeDay) =>
  levels.some((level) => !scopeLevels.some((scopeLevel) => scopeLevel === level))

function keyOf({ currency, path, levels }: ScopeDay, depth: number): string {
  return scopeKey(
    currency,
    path.slice(0, depth).map((value, index) => ({ dimension: levels[index] ?? '', value })),
  )
}

/** Hourly costs by service, with the names of the levels. */
export function hoursOf(rows: readonly ScopeHour[]): HourSeries[] {
  const services = Map.groupBy(rows, ({ currency, provider, account, service }) =>
    JSON.stringify([currency, provider, account, service]),
  )
  return [...services.values()].flatMap((hours) => {
    const [first] = hours
    if (!first) return []
    const { currency, provider, account, account_name, service } = first
    const scope = [
      { dimension: 'provider', value: provider, name: provider },
      { dimension: 'sub_account', value: account, name: account_name || account },
      { dimension: 'service', value: service, name: service },
    ]
    return { currency, scope, hours }
  })
}

/** Recent daily costs of the organization by currency. */
export function typicalDays(series: readonly ScopeSeries[]): Map<string, string> {
  const totals = series.filter(({ scope }) => scope.length === 0)
  return new Map(
    totals.map(({ currency, days }) => {
      const lately = days.slice(-28).map(({ cost }) => cost)
      return [currency, lately.length === 0 ? '0' : divide(sum(lately), String(lately.length), 9)]
    }),
  )
}

const [shownBefore, shownAfter] = [28, 7]

/** Billed days of a scope around an anomaly. */
export function daysAround(
  series: readonly ScopeSeries[],
  incident: { currency: string; scope: readonly ScopePart[]; first_day: string; last_day: string },
): AnomalyDay[] {
  const key = scopeKey(incident.currency, incident.scope)
  const scopeSeries = series.find(({ currency, scope }) => scopeKey(currency, scope) === key)
  const [from, to] = [addDays(incident.first_day, -shownBefore), addDays(incident.last_day, shownAfter)]
  return (scopeSeries?.days ?? [])
    .filter(({ date }) => date >= from && date <= to)
    .map(({ date, cost }) => ({
      date,
      actual: cost,
      expected: null,
      lower: null,
      upper: null,
      is_anomalous: date >= incident.first_day && date <= incident.last_day,
    }))
}
