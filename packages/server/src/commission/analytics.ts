/** Fees and savings by month, tier and customer, summed from statements by currency. */
import type { CommissionAnalytics } from '@kept/contract/routes/commission.ts'
import { badInput } from '@kept/domain/errors.ts'
import type { Month } from '@kept/domain/hour.ts'
import { ruleAt } from '@kept/engine/commission/rule-at.ts'
import { addMonths } from '@kept/foundation/calendar/month.ts'
import { compare, subtract, sum } from '@kept/foundation/decimal.ts'
import {
  type BilledStatement,
  billedByStatement,
  listCustomers,
  type Reach,
  rulesOfAll,
} from '@kept/store/commission/across-customers.ts'
import type { Database } from '@kept/store/database/connect.ts'
import { sumOfNano } from './customers.ts'
import { standardTier } from './public/commission-rule.ts'

const defaultMonths = 12
const maxCustomers = 20

export async function analyze(
  database: Database,
  reach: Reach,
  { start_date, end_date, now }: { start_date?: string | undefined; end_date?: string | undefined; now: Date },
): Promise<CommissionAnalytics> {
  const to: Month = (end_date ?? now.toISOString()).slice(0, 7)
  const from: Month = start_date?.slice(0, 7) ?? addMonths(to, 1 - defaultMonths)
  if (from > to) throw badInput('start_date must not be after end_date.')
  const [billed, customers, rules] = await Promise.all([
    billedByStatement(database, reach, { from, to }),
    listCustomers(database, reach),
    rulesOfAll(database, reach),
  ])
  const tierOf = (id: string, period: Month) => {
    const version = ruleAt(rules.get(id) ?? [], period)
    return version?.rule ? version.tier : standardTier
  }
  const names = new Map(customers.map(({ id, name }) => [id, name]))
  return {
    first_month: from,
    last_month: to,
    months: grouped(billed, ({ period, currency }) => [period, currency]).map(
      ([[period = '', currency = ''], statements]) => ({
        ...{
          period,
          currency,
          ...figures(statements),
          billable: sumOfNano(statements.map(({ billable }) => billable)),
        },
      }),
    ),
    tiers: grouped(billed, (statement) => [
      tierOf(statement.organization_id, statement.period),
      statement.currency,
    ]).map(([[tier = '', currency = ''], statements]) => {
      const { customers: count, fee, verified } = figures(statements)
      return { tier, currency, customers: count, fee, verified }
    }),
    customers: grouped(billed, ({ organization_id, currency }) => [organization_id, currency])
      .map(([[id = '', currency = ''], statements]) => {
        const { verified, fee } = figures(statements)
        return { id, name: names.get(id) ?? '', currency, verified, fee }
      })
      .toSorted((a, b) => compare(b.fee, a.fee))
      .slice(0, maxCustomers),
  }
}

function figures(statements: readonly BilledStatement[]) {
  const verified = sumOfNano(statements.map(({ net }) => net))
  const fee = sum(statements.map((statement) => statement.fee))
  const customers = new Set(statements.map(({ organization_id }) => organization_id)).size
  return { customers, verified, fee, customer_net: subtract(verified, fee) }
}

function grouped(
  billed: readonly BilledStatement[],
  keyOf: (statement: BilledStatement) => string[],
): [string[], BilledStatement[]][] {
  const groups = Map.groupBy(billed, (statement) => JSON.stringify(keyOf(statement)))
  return [...groups].map(([key, statements]) => [JSON.parse(key) as string[], statements])
}
