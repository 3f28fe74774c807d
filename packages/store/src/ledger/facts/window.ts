/** The default window of facts. */
import type { FactWindow } from '@kept/domain/facts.ts'
import type { Scope } from '@kept/domain/scope.ts'
import { addDays, daysBetween } from '@kept/foundation/calendar/day.ts'
import type { Warehouse } from '../../warehouse/client.ts'
import { ofLoads } from '../roll-up-sql.ts'
import type { Span } from '../span.ts'

const typicalDays = 30
/** Trends are read over two windows. */
const historyDays = 60

interface FactSpan extends Span {
  /** First day of the history that service_day and meter_day reach back to. */
  history: string
}

/** Null when there is neither usage nor a purchase. */
export async function defaultFactSpan(
  warehouse: Warehouse,
  scope: Scope,
  loadIds: readonly string[],
): Promise<Span | null> {
  const [row] = await warehouse.query<{
    first: string
    last: string
    month: string
    lastDayComplete: number
    rows: number
  }>(
    scope,
    `WITH (SELECT max(charge_date) FROM cost_daily WHERE ${ofLoads} AND ChargeCategory = 'Usage') AS last_day
     SELECT min(charge_date) AS first, last_day AS last, toStartOfMonth(last_day) AS month, count() AS rows,
       (SELECT max(ChargePeriodEnd) >= toDateTime(last_day + 1, 'UTC') OR count() = 0 FROM cost_line
        WHERE ${ofLoads} AND charge_date = last_day AND ChargeCategory = 'Usage'
          AND dateDiff('hour', ChargePeriodStart, ChargePeriodEnd) < 24) AS lastDayComplete
     FROM cost_daily WHERE ${ofLoads} AND ChargeCategory = 'Usage'`,
    { load_ids: loadIds },
  )
  if (!row || row.rows === 0) return null
  // An incomplete last day would look like a drop.
  const to = row.lastDayComplete || row.first === row.last ? addDays(row.last, 1) : row.last
  if (row.first >= row.month) return { from: row.month, to }
  const from = addDays(to, -typicalDays)
  return { from: from < row.first ? row.first : from, to }
}

export async function describeFactWindow(
  warehouse: Warehouse,
  scope: Scope,
  loadIds: readonly string[],
  { from, to }: Span,
): Promise<FactWindow> {
  const [row] = await warehouse.query<{ days: number }>(
    scope,
    `SELECT uniqExact(charge_date) AS days FROM cost_daily
     WHERE ${ofLoads} AND charge_date >= {from:Date} AND charge_date < {to:Date}`,
    { load_ids: loadIds, from, to },
  )
  return { from, to, days: daysBetween(from, to), daysWithCharges: row?.days ?? 0 }
}

export function withHistory(span: Span): FactSpan {
  const history = addDays(span.to, -historyDays)
  return { ...span, history: history < span.from ? history : span.from }
}
