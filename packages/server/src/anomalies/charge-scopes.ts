/** Charges of the bill as the detector takes them, and what their tax is on. */
import type { ChargeScope } from '@kept/engine/anomalies/charges/charge-series.ts'
import type { ScopeSeries } from '@kept/engine/anomalies/scopes/evaluate-scopes.ts'
import { chargeKindOf } from '@kept/engine/forecast/spend/charge-series.ts'
import { add, type Decimal } from '@kept/foundation/decimal.ts'
import type { ChargeDay } from '@kept/store/anomalies/charge-days.ts'

export function chargeScopesOf(rows: readonly ChargeDay[]): ChargeScope[] {
  const groups = Map.groupBy(rows, ({ day: _day, cost: _cost, ...charge }) => JSON.stringify(charge))
  return [...groups.values()].flatMap((charges) => {
    const [first] = charges
    if (!first) return []
    const { currency, provider, category, service } = first
    return {
      currency,
      scope: [
        { dimension: 'provider', value: provider, name: provider },
        { dimension: 'charge_category', value: category, name: category },
        { dimension: 'service', value: service, name: service || category },
      ],
      isTax: category === 'Tax',
      days: charges.map(({ day, cost }) => ({ date: day, cost })),
    }
  })
}

/** By currency and provider, what each day billed but tax: once without single charges and credits, once with them. */
export function taxedDays(rows: readonly ChargeDay[], series: readonly ScopeSeries[]) {
  const days = new Map<string, [Map<string, Decimal>, Map<string, Decimal>]>()
  const count = (currency: string, provider: string, date: string, cost: Decimal, isSingle: boolean) => {
    const key = JSON.stringify([currency, provider])
    const costs = days.get(key) ?? [new Map<string, Decimal>(), new Map<string, Decimal>()]
    days.set(key, costs)
    for (const billed of isSingle ? [costs[1]] : costs) billed.set(date, add(billed.get(date) ?? '0', cost))
  }
  for (const { currency, scope, days: usage } of series) {
    const [part] = scope
    if (scope.length !== 1 || part?.dimension !== 'provider') continue
    for (const { date, cost } of usage) count(currency, part.value, date, cost, false)
  }
  for (const row of rows) {
    const kind = chargeKindOf(row)
    if (kind !== 'tax') count(row.currency, row.provider, row.day, row.cost, kind === 'one_time')
  }
  return (currency: string, provider: string): readonly ReadonlyMap<string, Decimal>[] =>
    days.get(JSON.stringify([currency, provider])) ?? []
}
