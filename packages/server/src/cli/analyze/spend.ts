/** Reads totals by month and service and the biggest changes from the cube. */

import { type CostQuery, costQuerySchema } from '@kept/domain/cost-query.ts'
import { usageOnly } from '@kept/domain/cube.ts'
import type { Scope } from '@kept/domain/scope.ts'
import { addDays, daysBetween } from '@kept/foundation/calendar/day.ts'
import { absolute, compare, type Decimal, scaleToDays, subtract } from '@kept/foundation/decimal.ts'
import { explore } from '@kept/store/ledger/explore.ts'
import type { Warehouse } from '@kept/store/warehouse/client.ts'

interface Period {
  /** The billing period's month: "2018-10". */
  month: string
  currency: string
  billed: Decimal | null
  effective: Decimal | null
  contracted: Decimal | null
  list: Decimal | null
}

interface ServiceSpend {
  service: string
  currency: string
  billed: Decimal | null
  effective: Decimal | null
}

/** A service whose effective cost of usage differs between the halves of the bill, or between its last two months. */
interface Mover {
  service: string
  currency: string
  from: Decimal
  to: Decimal
  change: Decimal
  /** What is compared: "2018-09 to 2018-10" or "first half to second half of 2018-10". */
  between: string
}

export interface Spend {
  periods: Period[]
  services: ServiceSpend[]
  movers: Mover[]
}

const maxMovers = 5

export async function readSpend(
  warehouse: Warehouse,
  scope: Scope,
  loadIds: readonly string[],
  signal: AbortSignal,
): Promise<Spend> {
  const runQuery = (query: Partial<CostQuery>) =>
    explore(warehouse, scope, loadIds, costQuerySchema.parse(query), signal)
  const months = await runQuery({ measures: ['billed', 'effective', 'contracted', 'list'], grain: 'billing_month' })
  const services = await runQuery({ measures: ['effective', 'billed'], group_by: ['service'] })
  return {
    periods: months.rows.map(({ period, currency, values }) => ({
      month: (period ?? '').slice(0, 7),
      currency,
      billed: values.billed ?? null,
      effective: values.effective ?? null,
      contracted: values.contracted ?? null,
      list: values.list ?? null,
    })),
    services: services.rows.map(({ keys, currency, values }) => ({
      service: keys.service ?? '',
      currency,
      billed: values.billed ?? null,
      effective: values.effective ?? null,
    })),
    movers: await findMovers(runQuery, months.start_date, months.end_date),
  }
}

async function findMovers(
  runQuery: (query: Partial<CostQuery>) => ReturnType<typeof explore>,
  from: string | null,
  to: string | null,
): Promise<Mover[]> {
  if (!from || !to) return []
  const days = daysBetween(from, to)
  if (days < 4) return []
  // Compares the last period of the bill with the period of equal length before it.
  const length = Math.min(30, Math.floor(days / 2))
  const start = addDays(to, -length)
  const answer = await runQuery({
    measures: ['effective'],
    group_by: ['service'],
    start_date: start,
    end_date: to,
    compare: 'previous_period',
    filters: [usageOnly],
  })
  const { previous_start_date: pastStart, previous_end_date: pastEnd } = answer
  const pastDays = pastStart && pastEnd ? daysBetween(pastStart, pastEnd) : length
  const between = `${answer.previous_start_date} to ${answer.previous_end_date} compared to ${start} to ${to}${pastDays === length ? '' : `, at ${length} days each`}`
  return answer.rows
    .map(({ keys, currency, values, previous }): Mover => {
      const now = values.effective ?? '0'
      const before = scaleToDays(previous?.effective ?? '0', pastDays, length)
      return { service: keys.service ?? '', currency, from: before, to: now, change: subtract(now, before), between }
    })
    .filter(({ change }) => compare(absolute(change), '0.005') > 0)
    .sort((a, b) => compare(absolute(b.change), absolute(a.change)))
    .slice(0, maxMovers)
}
