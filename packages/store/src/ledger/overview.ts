/** The cost overview, asked of the cube: totals, days, providers and services, compared with the previous period. */

import type { CostQuery, CostRow, Filter } from '@kept/domain/cost-query.ts'
import { type Measure, usageOnly } from '@kept/domain/cube.ts'
import type { Scope } from '@kept/domain/scope.ts'
import { addDays, daysBetween } from '@kept/foundation/calendar/day.ts'
import { absolute, compare, type Decimal, scaleToDays, subtract } from '@kept/foundation/decimal.ts'
import type { Warehouse } from '../warehouse/client.ts'
import { isComplete } from './covered-days.ts'
import type { CurrentLedger } from './current-ledger.ts'
import { explore, exploreRows } from './explore.ts'
import { before, closeSpan, type Span, shiftOf } from './span.ts'

const typicalDays = 30
/** A bill of one month is shown completely. */
const longestMonth = 31
const maxServices = 20
const maxMovers = 10
const totalMeasures: Measure[] = ['effective', 'billed', 'contracted', 'list', 'lines']

interface Compared {
  effective: Decimal
  previous: Decimal | null
}

interface ServiceCost extends Compared {
  service: string
  provider: string
}

export interface CurrencyOverview {
  currency: string
  billed: Decimal | null
  effective: Decimal
  contracted: Decimal | null
  list: Decimal | null
  previous_effective: Decimal | null
  days: { date: string; effective: Decimal; billed: Decimal }[]
  providers: (Compared & { provider: string })[]
  services: ServiceCost[]
  /**
   * Changes in usage, the largest first, in either direction. Fees, taxes and credits have rhythms of their own. The
   * previous cost is that of as many days, so that a longer month is no change.
   */
  movers: (ServiceCost & { delta: Decimal })[]
}

interface SpendOverview {
  /** Null when nothing is loaded. */
  span: Span | null
  past: Span | null
  /** The one with most lines first. */
  currencies: CurrencyOverview[]
}

export interface OverviewRequest {
  start_date?: string
  end_date?: string
  providers?: readonly string[]
}

export async function readSpendOverview(
  warehouse: Warehouse,
  scope: Scope,
  { loadIds, availableSpan, covered }: CurrentLedger,
  { start_date, end_date, providers = [] }: OverviewRequest,
): Promise<SpendOverview> {
  const span = closeSpan({ start_date, end_date }, availableSpan && lastDays(availableSpan, { start_date, end_date }))
  if (!span || !availableSpan || span.from === span.to) return { span, past: null, currencies: [] }
  const past = before(span, shiftOf(span, 'previous_period'))
  // Half a previous period would make any change look like growth: only a complete one is compared.
  const comparable = availableSpan.from <= past.from && isComplete(covered, past)
  const ofProviders: Filter[] =
    providers.length > 0 ? [{ dimension: 'provider', op: 'is', values: [...providers] }] : []
  // One given date leaves the other open; the cube refuses a long window only when both are given.
  const isOpen = (start_date === undefined) !== (end_date === undefined)
  const ask = (query: Partial<CostQuery>): CostQuery => ({
    measures: ['effective'],
    group_by: [],
    ...(isOpen ? { start_date, end_date } : { start_date: span.from, end_date: span.to }),
    ...(comparable && { compare: 'previous_period' as const }),
    ...query,
    filters: [...ofProviders, ...(query.filters ?? [])],
  })
  const rowsOf = (query: Partial<CostQuery>) => readRows(warehouse, scope, loadIds, ask(query))
  const [{ totals }, days, byProvider, byService, usageByService] = await Promise.all([
    explore(warehouse, scope, loadIds, ask({ measures: totalMeasures }), undefined, availableSpan),
    rowsOf({ measures: ['effective', 'billed'], grain: 'day' }),
    rowsOf({ group_by: ['provider'] }),
    rowsOf({ group_by: ['provider', 'service'] }),
    comparable ? rowsOf({ group_by: ['provider', 'service'], filters: [usageOnly] }) : [],
  ])
  const ofCurrency = (rows: readonly CostRow[], currency: string) => rows.filter((row) => row.currency === currency)
  const currencies = totals
    .toSorted((a, b) => Number(b.values.lines ?? 0) - Number(a.values.lines ?? 0))
    .map(
      ({ currency, values, previous }): CurrencyOverview => ({
        currency,
        billed: values.billed ?? null,
        effective: values.effective ?? '0',
        contracted: values.contracted ?? null,
        list: values.list ?? null,
        previous_effective: previous?.effective ?? null,
        days: ofCurrency(days, currency).flatMap(({ period, values: { effective, billed } }) =>
          period && effective != null && billed != null ? [{ date: period, effective, billed }] : [],
        ),
        providers: ofCurrency(byProvider, currency)
          .map(toCompared)
          .map(({ service: _, ...rest }) => rest),
        services: ofCurrency(byService, currency).map(toCompared).slice(0, maxServices),
        movers: moversOf(ofCurrency(usageByService, currency).map(toCompared), span, past),
      }),
    )
  return { span, past: comparable ? past : null, currencies }
}

/** Every row of a query, in its order. */
async function readRows(
  warehouse: Warehouse,
  scope: Scope,
  loadIds: readonly string[],
  query: CostQuery,
): Promise<CostRow[]> {
  const rows: CostRow[] = []
  for await (const row of (await exploreRows(warehouse, scope, loadIds, query)).rows) rows.push(row)
  return rows
}

function toCompared({ keys, values, previous }: CostRow): ServiceCost {
  return {
    service: keys.service ?? '',
    provider: keys.provider ?? '',
    effective: values.effective ?? '0',
    previous: previous?.effective ?? null,
  }
}

/**
 * Default: the last thirty covered days, or the only month. With one date given, the other is the first or last covered
 * day.
 */
export function lastDays(
  availableSpan: Span,
  { start_date: from, end_date: to }: Pick<OverviewRequest, 'start_date' | 'end_date'>,
): Span {
  if (from || to || daysBetween(availableSpan.from, availableSpan.to) <= longestMonth) return availableSpan
  const start = addDays(availableSpan.to, -typicalDays)
  return { from: start < availableSpan.from ? availableSpan.from : start, to: availableSpan.to }
}

function moversOf(services: readonly ServiceCost[], span: Span, past: Span): CurrencyOverview['movers'] {
  const [days, pastDays] = [daysBetween(span.from, span.to), daysBetween(past.from, past.to)]
  return services
    .map(({ previous, ...row }) => {
      const comparable = previous === null ? null : scaleToDays(previous, pastDays, days)
      return { ...row, previous: comparable, delta: subtract(row.effective, comparable ?? '0') }
    })
    .filter(({ delta }) => delta !== '0')
    .toSorted((a, b) => compare(absolute(b.delta), absolute(a.delta)))
    .slice(0, maxMovers)
}
