/** Findings with filters, their totals, and what the rules said. */
import { type Decimal, decimal } from '@kept/domain/decimal.ts'
import type { Finding, Level, RuleOutcome } from '@kept/domain/finding.ts'
import type { Scope } from '@kept/domain/scope.ts'
import { sql } from 'kysely'
import type { Database } from '../database/connect.ts'
import { toFinding } from './row.ts'

export interface FindingFilter {
  status: Finding['status']
  /** Rule ids; all when left out. */
  rules?: readonly string[] | undefined
  /** The least estimated monthly saving, in each finding's own currency; findings without an estimate then stay out. */
  leastSaving?: Decimal | undefined
  risk?: Level | undefined
}

export interface SavingTotal {
  currency: string
  monthly_saving: Decimal
  low: Decimal
  high: Decimal
}

/** The largest saving first, those without an estimate after them by what they cost; totals of the same selection. */
export async function listFindings(
  database: Database,
  scope: Scope,
  filter: FindingFilter,
): Promise<{ findings: Finding[]; totals: SavingTotal[] }> {
  return database.scoped(scope, async (tx) => {
    const selected = () => {
      let query = tx.selectFrom('finding').where('status', '=', filter.status)
      if (filter.rules) query = query.where('rule', 'in', filter.rules.length > 0 ? [...filter.rules] : [''])
      if (filter.leastSaving !== undefined) query = query.where('monthly_saving', '>=', filter.leastSaving)
      if (filter.risk) query = query.where('risk', '=', filter.risk)
      return query
    }
    const rows = await selected()
      .selectAll()
      .orderBy('monthly_saving', (order) => order.desc().nullsLast())
      .orderBy('monthly_cost', 'desc')
      .orderBy('id')
      .execute()
    const totals = await selected()
      // What another finding counts is shown, not added.
      .where('counted_in', '=', '')
      .where('monthly_saving', 'is not', null)
      .select([
        'currency',
        sql<string>`sum(monthly_saving)`.as('monthly_saving'),
        sql<string>`sum(monthly_saving_low)`.as('low'),
        sql<string>`sum(monthly_saving_high)`.as('high'),
      ])
      .groupBy('currency')
      .orderBy(sql`sum(monthly_saving)`, 'desc')
      .execute()
    return {
      findings: rows.map(toFinding),
      totals: totals.map(({ currency, monthly_saving, low, high }) => ({
        currency,
        monthly_saving: decimal(monthly_saving),
        low: decimal(low),
        high: decimal(high),
      })),
    }
  })
}

/** What each rule said last, and when; null when this organisation was never judged. */
export async function listRuleOutcomes(
  database: Database,
  scope: Scope,
): Promise<{ outcomes: RuleOutcome[]; judgedAt: string | null }> {
  const rows = await database.scoped(scope, (tx) => tx.selectFrom('rule_outcome').selectAll().orderBy('rule').execute())
  return {
    outcomes: rows.map(({ rule, findings, looked_at, why_not }) => ({
      rule,
      findings,
      looked_at: Number(looked_at),
      why_not,
    })),
    judgedAt: rows[0]?.judged_at.toISOString() ?? null,
  }
}
