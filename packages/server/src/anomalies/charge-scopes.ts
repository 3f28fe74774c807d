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

/** What is known of the bills of each provider. */
interface ProviderBills {
  /** What each day billed but tax: once without single charges and credits, once with them. */
  taxedBy(currency: string, provider: string): readonly ReadonlyMap<string, Decimal>[]
  /** The first day with usage or a charge. */
  firstDayOf(currency: string, provider: string): string
}

interface Billed {
  steady: Map<string, Decimal>
  all: Map<string, Decimal>
  firstDay: string
}

/** `from` is the first day of the window that both were read for. */
export function billsOf(rows: readonly ChargeDay[], series: readonly ScopeSeries[], from: string): ProviderBills {
  const bills = new Map<string, Billed>()
  const billedBy = (currency: string, provider: string, date: string): Billed => {
    const key = JSON.stringify([currency, provider])
    const billed = bills.get(key) ?? { steady: new Map(), all: new Map(), firstDay: date }
    bills.set(key, billed)
    if (date < billed.firstDay) billed.firstDay = date
    return billed
  }
  const count = (costs: Map<string, Decimal>, date: string, cost: Decimal) =>
    costs.set(date, add(costs.get(date) ?? '0', cost))
  for (const { currency, scope, days } of series) {
    const [part] = scope
    if (scope.length !== 1 || part?.dimension !== 'provider') continue
    for (const { date, cost } of days) {
      const { steady, all } = billedBy(currency, part.value, date)
      for (const costs of [steady, all]) count(costs, date, cost)
    }
  }
  for (const row of rows) {
    const { steady, all } = billedBy(row.currency, row.provider, row.day)
    const kind = chargeKindOf(row)
    if (kind === 'tax') continue
    for (const costs of kind === 'one_time' ? [all] : [steady, all]) count(costs, row.day, row.cost)
  }
  const find = (currency: string, provider: string) => bills.get(JSON.stringify([currency, provider]))
  return {
    taxedBy: (currency, provider) => {
      const billed = find(currency, provider)
      return billed ? [billed.steady, billed.all] : []
    },
    firstDayOf: (currency, provider) => find(currency, provider)?.firstDay ?? from,
  }
}
