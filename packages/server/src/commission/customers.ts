/** Customers with their commission, savings and fees. */
import type { CommissionCustomer, CommissionCustomerDetail } from '@kept/contract/routes/commission.ts'
import type { Month } from '@kept/domain/hour.ts'
import { type Statement, statementSchema } from '@kept/domain/statement.ts'
import { nextChange, ruleAt } from '@kept/engine/commission/rule-at.ts'
import { exactText, nanoPlaces } from '@kept/engine/savings/exact.ts'
import { subtract, sum } from '@kept/foundation/decimal.ts'
import {
  type BilledStatement,
  billedByStatement,
  type Customer,
  listCustomers,
  type Reach,
  rulesOfAll,
  walkStatements,
} from '@kept/store/commission/across-customers.ts'
import { listSettings, type RuleVersion, type SettingsVersion } from '@kept/store/commission/rules.ts'
import type { Database } from '@kept/store/database/connect.ts'
import { ruleAmong, standardTier } from './public/commission-rule.ts'

export async function describeCustomers(
  database: Database,
  reach: Reach,
  { month, tier, page, page_size }: { month: Month; tier?: string | undefined; page: number; page_size: number },
): Promise<{ customers: CommissionCustomer[]; total: number }> {
  const [all, rules, settings, billed] = await Promise.all([
    listCustomers(database, reach),
    rulesOfAll(database, reach),
    listSettings(database),
    billedByStatement(database, reach),
  ])
  const byCustomer = Map.groupBy(billed, ({ organization_id }) => organization_id)
  // A deleted one is listed for its statements; without any, there is nothing left to show.
  const listed = all.filter(({ id, deleted_at }) => deleted_at === null || byCustomer.has(id))
  const described = listed.map((customer) =>
    describe(customer, rules.get(customer.id) ?? [], settings, byCustomer.get(customer.id) ?? [], month),
  )
  const chosen = tier === undefined ? described : described.filter((customer) => customer.tier === tier)
  return { customers: chosen.slice((page - 1) * page_size, page * page_size), total: chosen.length }
}

export async function describeCustomer(
  database: Database,
  reach: Reach,
  customer: Customer,
  month: Month,
): Promise<CommissionCustomerDetail> {
  const [rules, settings, billed] = await Promise.all([
    rulesOfAll(database, reach),
    listSettings(database),
    billedByStatement(database, reach),
  ])
  const versions = rules.get(customer.id) ?? []
  const customerStatements = billed.filter(({ organization_id }) => organization_id === customer.id)
  const lines: CommissionCustomerDetail['lines'] = []
  for await (const { id, kind, body } of walkStatements(database, reach, { from: '', customer: customer.id })) {
    lines.push({ ...statementOf(body).commission, statement_id: id, kind })
  }
  return {
    ...describe(customer, versions, settings, customerStatements, month),
    versions: versions.toReversed(),
    lines: lines.toReversed(),
  }
}

/** Parses a signed statement. Throws when it was changed and is unreadable. */
export function statementOf(body: string): Statement {
  return statementSchema.parse(JSON.parse(body))
}

function describe(
  customer: Customer,
  versions: readonly RuleVersion[],
  settings: readonly SettingsVersion[],
  billed: readonly BilledStatement[],
  month: Month,
): CommissionCustomer {
  const { deleted_at: _, ...identity } = customer
  const current = ruleAt(versions, month)
  const currency = current?.rule?.currency ?? billed.at(-1)?.currency ?? 'USD'
  const tierAt = (month: Month) => {
    const version = ruleAt(versions, month)
    return version?.rule ? version.tier : standardTier
  }
  const rule = ruleAmong(versions, settings, month, currency)
  const next = nextChange([...versions, ...settings], month)
  const nextRule = next === undefined ? rule : ruleAmong(versions, settings, next, currency)
  const changes = nextRule.id !== rule.id || nextRule.version !== rule.version
  return {
    ...identity,
    tier: tierAt(month),
    rule,
    upcoming: next !== undefined && changes ? { valid_from: next, tier: tierAt(next), rule: nextRule } : null,
    totals: [...Map.groupBy(billed, (statement) => statement.currency)].map(([name, statements]) => {
      const verified = sumOfNano(statements.map(({ net }) => net))
      const fee = sum(statements.map((statement) => statement.fee))
      const lastPeriod =
        statements
          .map(({ period }) => period)
          .toSorted()
          .at(-1) ?? null
      return {
        currency: name,
        verified,
        fee,
        customer_net: subtract(verified, fee),
        statements: statements.length,
        last_period: lastPeriod,
      }
    }),
  }
}

export function sumOfNano(amounts: readonly string[]): string {
  return exactText({ units: amounts.reduce((total, amount) => total + BigInt(amount), 0n), scale: nanoPlaces })
}
