/** Rows of the ledger as series without holes, each scope with its names on the way down. */
import { type AnomalyDay, type ScopePart, scopeKey } from '@kept/domain/anomaly.ts'
import { divide, sum } from '@kept/domain/decimal.ts'
import type { HourSeries } from '@kept/engine/anomalies/scopes/judge-hours.ts'
import type { ScopeSeries } from '@kept/engine/anomalies/scopes/judge-scopes.ts'
import type { ScopeHour } from '@kept/store/anomalies/hour-series.ts'
import { type ScopeDay, scopeLevels } from '@kept/store/anomalies/scope-series.ts'
import { addDays } from '@kept/store/ledger/span.ts'

export function seriesOf(rows: readonly ScopeDay[]): ScopeSeries[] {
  const scopes = new Map<string, ScopeDay[]>()
  for (const row of rows) {
    const key = keyOf(row, row.path.length)
    const days = scopes.get(key)
    if (days) days.push(row)
    else scopes.set(key, [row])
  }
  // A day on which the provider billed somebody else is a day this scope cost nothing; one without any line is a gap.
  const billed = (row: ScopeDay) => scopes.get(keyOf(row, row.levels[0] === 'provider' ? 1 : 0)) ?? []
  return [...scopes.values()].flatMap((own) => {
    const [first] = own
    if (!first) return []
    const costs = new Map(own.map(({ day, cost }) => [day, cost]))
    return {
      currency: first.currency,
      scope: first.path.map((_, depth) => partOf(first, depth)),
      aside: isAside(first),
      days: billed(first)
        .filter(({ day }) => day >= first.day)
        .map(({ day }) => ({ date: day, cost: costs.get(day) ?? '0' })),
    }
  })

  function partOf(row: ScopeDay, depth: number): ScopePart {
    const value = row.path[depth] ?? ''
    const name = scopes.get(keyOf(row, depth + 1))?.[0]?.name ?? value
    return { by: row.levels[depth] ?? '', value, name }
  }
}

/** Tags and SKUs are the same money again. */
const isAside = ({ levels }: ScopeDay) => levels.some((level) => !scopeLevels.some((known) => known === level))

function keyOf({ currency, path, levels }: ScopeDay, depth: number): string {
  return scopeKey(
    currency,
    path.slice(0, depth).map((value, at) => ({ by: levels[at] ?? '', value })),
  )
}

/** Services by the hour, each with its names on the way down. */
export function hoursOf(rows: readonly ScopeHour[]): HourSeries[] {
  const services = Map.groupBy(rows, ({ currency, provider, account, service }) =>
    JSON.stringify([currency, provider, account, service]),
  )
  return [...services.values()].flatMap((hours) => {
    const [first] = hours
    if (!first) return []
    const { currency, provider, account, account_name, service } = first
    const scope = [
      { by: 'provider', value: provider, name: provider },
      { by: 'sub_account', value: account, name: account_name || account },
      { by: 'service', value: service, name: service },
    ]
    return { currency, scope, hours }
  })
}

/** What the whole organisation costs in a day, lately, by currency. */
export function usualDays(series: readonly ScopeSeries[]): Map<string, string> {
  const whole = series.filter(({ scope }) => scope.length === 0)
  return new Map(
    whole.map(({ currency, days }) => {
      const lately = days.slice(-28).map(({ cost }) => cost)
      return [currency, lately.length === 0 ? '0' : divide(sum(lately), String(lately.length), 9)]
    }),
  )
}

const [shownBefore, shownAfter] = [28, 7]

/** The days of a place around some days of its own, as they were billed. */
export function daysAround(
  series: readonly ScopeSeries[],
  of: { currency: string; scope: readonly ScopePart[]; first_day: string; last_day: string },
): AnomalyDay[] {
  const key = scopeKey(of.currency, of.scope)
  const own = series.find(({ currency, scope }) => scopeKey(currency, scope) === key)
  const [from, to] = [addDays(of.first_day, -shownBefore), addDays(of.last_day, shownAfter)]
  return (own?.days ?? [])
    .filter(({ date }) => date >= from && date <= to)
    .map(({ date, cost }) => ({
      date,
      actual: cost,
      expected: null,
      lower: null,
      upper: null,
      off: date >= of.first_day && date <= of.last_day,
    }))
}
