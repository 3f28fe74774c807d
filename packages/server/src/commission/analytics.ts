/** Fees and savings by month, tier and customer: sums of what statements say, each currency by itself. */
import type { CommissionAnalytics } from '@kept/contract/routes/commission.ts'
import { compare, subtract, sum } from '@kept/domain/decimal.ts'
import { badInput } from '@kept/domain/errors.ts'
import type { Month } from '@kept/domain/hour.ts'
import { ruleAt } from '@kept/engine/commission/rule-at.ts'
import {
  type BilledStatement,
  billedByStatement,
  listCustomers,
  type Reach,
  rulesOfAll,
} from '@kept/store/commission/across-customers.ts'
import type { Database } from '@kept/store/database/connect.ts'
import { standardTier } from '../platform/commission-rule.ts'
import { sumOfNano } from './customers.ts'

const usualMonths = 12
const mostCustomers = 20

export async function analyse(
  database: Database,
  reach: Reach,
  { start_date, end_date, now }: { start_date?: string | undefined; end_date?: string | undefined; now: Date },
): Promise<CommissionAnalytics> {
  const to: Month = (end_date ?? now.toISOString()).slice(0, 7)
  const from: Month = start_date?.slice(0, 7) ?? monthsBefore(to, usualMonths - 1)
  if (from > to) throw badInput('start_date must not be after end_date.')
  const [billed, customers, rules] = await Promise.all([
    billedByStatement(database, reach, { from, to }),
    listCustomers(database, reach),
    rulesOfAll(database, reach),
  ])
  const tierOf = (id: string, period: Month) => {
    const own = ruleAt(rules.get(id) ?? [], period)
    return own?.rule ? own.tier : standardTier
  }
  const names = new Map(customers.map(({ id, name }) => [id, name]))
  return {
    from,
    to,
    months: grouped(billed, ({ period, currency }) => [period, currency]).map(([[period = '', currency = ''], of]) => ({
      ...{ period, currency, ...figures(of), billable: sumOfNano(of.map(({ billable }) => billable)) },
    })),
    tiers: grouped(billed, (one) => [tierOf(one.organization_id, one.period), one.currency]).map(
      ([[tier = '', currency = ''], of]) => {
        const { customers: count, fee, verified } = figures(of)
        return { tier, currency, customers: count, fee, verified }
      },
    ),
    customers: grouped(billed, ({ organization_id, currency }) => [organization_id, currency])
      .map(([[id = '', currency = ''], of]) => {
        const { verified, fee } = figures(of)
        return { id, name: names.get(id) ?? '', currency, verified, fee }
      })
      .toSorted((a, b) => compare(b.fee, a.fee))
      .slice(0, mostCustomers),
  }
}

function figures(of: readonly BilledStatement[]) {
  const verified = sumOfNano(of.map(({ net }) => net))
  const fee = sum(of.map((one) => one.fee))
  const customers = new Set(of.map(({ organization_id }) => organization_id)).size
  return { customers, verified, fee, kept: subtract(verified, fee) }
}

function grouped(
  billed: readonly BilledStatement[],
  keyOf: (one: BilledStatement) => string[],
): [string[], BilledStatement[]][] {
  const groups = Map.groupBy(billed, (one) => JSON.stringify(keyOf(one)))
  return [...groups].map(([key, of]) => [JSON.parse(key) as string[], of])
}

export function monthsBefore(month: Month, months: number): Month {
  return Temporal.PlainYearMonth.from(month).subtract({ months }).toString()
}
