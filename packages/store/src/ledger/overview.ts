/** The cost overview in one query: totals, days, providers and services, each compared with the previous period. */
import type { Scope } from '@kept/domain/scope.ts'
import { addDays, daysBetween } from '@kept/foundation/calendar/day.ts'
import { absolute, compare, type Decimal, subtract } from '@kept/foundation/decimal.ts'
import type { Warehouse } from '../warehouse/client.ts'
import { isComplete } from './covered-days.ts'
import type { CurrentLedger } from './current-ledger.ts'
import { ofLoads } from './roll-up-sql.ts'
import { before, closeSpan, type Span, shiftOf } from './span.ts'

const typicalDays = 30
/** A bill of one month is shown completely. */
const longestMonth = 31
const maxServices = 20
const maxMovers = 10

interface Compared {
  effective: Decimal
  previous: Decimal | null
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
  services: (Compared & { service: string; provider: string })[]
  /** Largest change first, in either direction. */
  movers: (Compared & { service: string; provider: string; delta: Decimal })[]
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

interface Row {
  currency: string
  provider: string
  service: string
  day: string
  level: 'currency' | 'day' | 'provider' | 'service'
  lines: number
  billed: Decimal | null
  effective: Decimal | null
  contracted: Decimal | null
  list: Decimal | null
  previous: Decimal | null
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
  const rows = await warehouse.query<Row>(scope, overviewSql(providers.length > 0), {
    load_ids: loadIds,
    from: span.from,
    to: span.to,
    past: comparable ? past.from : span.from,
    providers,
  })
  const currencies = rows
    .filter(({ level }) => level === 'currency')
    .map((total) =>
      overviewOf(
        total,
        rows.filter(({ currency }) => currency === total.currency),
        comparable,
      ),
    )
  return { span, past: comparable ? past : null, currencies }
}

/** The small result of the inner query is summed in four ways; the roll-up is read once. */
function overviewSql(filtersProviders: boolean): string {
  return `SELECT currency, provider, service, d.day AS day,
      multiIf(grouping(service) = 0, 'service', grouping(provider) = 0, 'provider', grouping(d.day) = 0, 'day', 'currency') AS level,
      sumIf(d.lines, d.day >= {from:Date}) AS lines,
      sumIf(d.billed, d.day >= {from:Date}) AS billed, sumIf(d.effective, d.day >= {from:Date}) AS effective,
      sumIf(d.contracted, d.day >= {from:Date}) AS contracted, sumIf(d.list, d.day >= {from:Date}) AS list,
      sumIf(d.effective, d.day < {from:Date}) AS previous
    FROM (
      SELECT BillingCurrency AS currency, ServiceProviderName AS provider, ServiceName AS service, charge_date AS day,
        sum(r.lines) AS lines, sum(r.billed) AS billed, sum(r.effective) AS effective, sum(r.contracted) AS contracted,
        sum(r.list) AS list
      FROM cost_daily AS r
      WHERE ${ofLoads} AND charge_date >= {past:Date} AND charge_date < {to:Date}
        ${filtersProviders ? 'AND ServiceProviderName IN {providers:Array(String)}' : ''}
      GROUP BY currency, provider, service, day
    ) AS d
    GROUP BY GROUPING SETS ((currency), (currency, d.day), (currency, provider), (currency, provider, service))
    HAVING level != 'day' OR day >= {from:Date}
    ORDER BY level = 'currency' DESC, if(level = 'currency', lines, 0) DESC, currency, if(level = 'day', day, NULL),
      effective DESC NULLS LAST, provider, service`
}

/**
 * Default: the last thirty covered days, or the only month. With one date given, the other is the first or last covered
 * day.
 */
function lastDays(
  availableSpan: Span,
  { start_date: from, end_date: to }: Pick<OverviewRequest, 'start_date' | 'end_date'>,
): Span {
  if (from || to || daysBetween(availableSpan.from, availableSpan.to) <= longestMonth) return availableSpan
  const start = addDays(availableSpan.to, -typicalDays)
  return { from: start < availableSpan.from ? availableSpan.from : start, to: availableSpan.to }
}

function overviewOf(total: Row, rows: Row[], comparable: boolean): CurrencyOverview {
  const compared = ({ effective, previous }: Row): Compared => ({
    effective: effective ?? '0',
    previous: comparable ? previous : null,
  })
  const services = rows
    .filter(({ level }) => level === 'service')
    .map((row) => ({ service: row.service, provider: row.provider, ...compared(row) }))
  return {
    currency: total.currency,
    billed: total.billed,
    effective: total.effective ?? '0',
    contracted: total.contracted,
    list: total.list,
    previous_effective: comparable ? total.previous : null,
    days: rows.flatMap(({ level, day, effective, billed }) =>
      level === 'day' && effective !== null && billed !== null ? [{ date: day, effective, billed }] : [],
    ),
    providers: rows
      .filter(({ level }) => level === 'provider')
      .map((row) => ({ provider: row.provider, ...compared(row) })),
    services: services.slice(0, maxServices),
    movers: comparable ? moversOf(services) : [],
  }
}

function moversOf(services: (Compared & { service: string; provider: string })[]): CurrencyOverview['movers'] {
  return services
    .map((row) => ({ ...row, delta: subtract(row.effective, row.previous ?? '0') }))
    .filter(({ delta }) => delta !== '0')
    .toSorted((a, b) => compare(absolute(b.delta), absolute(a.delta)))
    .slice(0, maxMovers)
}
