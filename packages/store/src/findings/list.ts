/** Findings with filters, their totals, and what the rules said. */
import { add, compare, type Decimal } from '@kept/domain/decimal.ts'
import type { Finding, Level, Recommendation, RuleOutcome } from '@kept/domain/finding.ts'
import type { Scope } from '@kept/domain/scope.ts'
import type { Database } from '../database/connect.ts'
import { groupAlternatives } from './group-alternatives.ts'
import { type FindingRow, toFinding } from './row.ts'

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

/**
 * The largest saving first, those without an estimate after them by what they cost. Alternatives on the same money
 * are listed under the one that counts; the totals are the sums of what is listed.
 */
export async function listFindings(
  database: Database,
  scope: Scope,
  filter: FindingFilter,
): Promise<{ findings: Recommendation[]; totals: SavingTotal[] }> {
  const rows = await database.scoped(scope, (tx) =>
    tx
      .selectFrom('finding')
      .where((of) =>
        of.or([of('status', '=', filter.status), of.and([of('status', '=', 'open'), of('counted_in', '<>', '')])]),
      )
      .selectAll()
      .orderBy('monthly_saving', (order) => order.desc().nullsLast())
      .orderBy('monthly_cost', 'desc')
      .orderBy('id')
      .execute(),
  )
  // What somebody works on or has put aside stands for itself; of open ones only those that count do.
  const isLeading = ({ status, counted_in }: FindingRow) =>
    status === filter.status && (counted_in === '' || status !== 'open')
  const [leading, others] = [rows.filter(isLeading), rows.filter((row) => !isLeading(row))]
  const findings = groupAlternatives(leading.map(toFinding), others.map(toFinding)).filter((finding) =>
    matchesFilter(finding, filter),
  )
  return { findings, totals: totalsOf(findings) }
}

function matchesFilter(finding: Recommendation, { rules, leastSaving, risk }: FindingFilter): boolean {
  const { monthly_saving: saving, alternatives } = finding
  if (rules && !rules.includes(finding.rule) && !alternatives.some(({ rule }) => rules.includes(rule))) return false
  if (leastSaving !== undefined && (saving === null || compare(saving, leastSaving) < 0)) return false
  return risk === undefined || finding.risk === risk
}

/** Sums of the listed savings, per currency, the largest first. */
function totalsOf(findings: readonly Finding[]): SavingTotal[] {
  const totals = new Map<string, SavingTotal>()
  for (const { currency, monthly_saving, monthly_saving_low, monthly_saving_high } of findings) {
    if (monthly_saving === null) continue
    const before = totals.get(currency) ?? { currency, monthly_saving: '0', low: '0', high: '0' }
    totals.set(currency, {
      currency,
      monthly_saving: add(before.monthly_saving, monthly_saving),
      low: add(before.low, monthly_saving_low ?? monthly_saving),
      high: add(before.high, monthly_saving_high ?? monthly_saving),
    })
  }
  return [...totals.values()].sort(
    (a, b) => compare(b.monthly_saving, a.monthly_saving) || (a.currency < b.currency ? -1 : 1),
  )
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
