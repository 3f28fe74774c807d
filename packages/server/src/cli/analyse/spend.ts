/** Totals by month and by service, and what moved most, asked of the cube. */

import { type CostQuery, costQuerySchema } from '@kept/domain/cube.ts'
import { absolute, compare, type Decimal, subtract } from '@kept/domain/decimal.ts'
import type { Scope } from '@kept/domain/scope.ts'
import { explore } from '@kept/store/ledger/explore.ts'
import type { Warehouse } from '@kept/store/warehouse/client.ts'

export interface Period {
  /** The billing period's month: "2018-10". */
  month: string
  currency: string
  billed: Decimal | null
  effective: Decimal | null
  contracted: Decimal | null
  list: Decimal | null
}

export interface ServiceSpend {
  service: string
  currency: string
  billed: Decimal | null
  effective: Decimal | null
}

/** A service whose effective cost differs between the halves of the bill, or between its last two months. */
export interface Mover {
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

const mostMovers = 5

export async function readSpend(
  warehouse: Warehouse,
  scope: Scope,
  loadIds: readonly string[],
  signal: AbortSignal,
): Promise<Spend> {
  const ask = (query: Partial<CostQuery>) => explore(warehouse, scope, loadIds, costQuerySchema.parse(query), signal)
  const months = await ask({ measures: ['billed', 'effective', 'contracted', 'list'], grain: 'billing_month' })
  const services = await ask({ measures: ['effective', 'billed'], group_by: ['service'] })
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
    movers: await findMovers(ask, months.from, months.to),
  }
}

async function findMovers(
  ask: (query: Partial<CostQuery>) => ReturnType<typeof explore>,
  from: string | null,
  to: string | null,
): Promise<Mover[]> {
  if (!from || !to) return []
  const days = daysBetween(from, to)
  if (days < 4) return []
  // Two equal stretches that end with the bill: the second is compared with the one before it.
  const length = Math.min(30, Math.floor(days / 2))
  const start = addDays(to, -length)
  const answer = await ask({
    measures: ['effective'],
    group_by: ['service'],
    from: start,
    to,
    compare: 'previous_period',
  })
  const between = `${answer.previous_from} to ${answer.previous_to} against ${start} to ${to}`
  return answer.rows
    .map(({ keys, currency, values, previous }): Mover => {
      const [now, before] = [values.effective ?? '0', previous?.effective ?? '0']
      return { service: keys.service ?? '', currency, from: before, to: now, change: subtract(now, before), between }
    })
    .filter(({ change }) => compare(absolute(change), '0.005') > 0)
    .sort((a, b) => compare(absolute(b.change), absolute(a.change)))
    .slice(0, mostMovers)
}

function daysBetween(from: string, to: string): number {
  return Temporal.PlainDate.from(from).until(to).days
}

function addDays(day: string, days: number): string {
  return Temporal.PlainDate.from(day).add({ days }).toString()
}
