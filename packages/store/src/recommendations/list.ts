/** Recommendations with filters and totals, and the results of the rules. */
import type {
  Level,
  Recommendation,
  RecommendationWithAlternatives,
  RuleEvaluation,
} from '@kept/domain/recommendation.ts'
import type { Scope } from '@kept/domain/scope.ts'
import { add, compare, type Decimal } from '@kept/foundation/decimal.ts'
import type { Database } from '../database/connect.ts'
import { groupAlternatives } from './group-alternatives.ts'
import { type RecommendationRow, toRecommendation } from './row.ts'

export interface RecommendationFilter {
  status: Recommendation['status']
  /** Rule ids; default: all. */
  rules?: readonly string[] | undefined
  /**
   * The minimum estimated monthly saving, in each recommendation's own currency; excludes those without an estimate.
   */
  minSaving?: Decimal | undefined
  risk?: Level | undefined
}

interface SavingTotal {
  currency: string
  monthly_savings: Decimal
  low: Decimal
  high: Decimal
}

/**
 * The largest saving first, those without an estimate last, by cost. Alternatives on the same money are listed under
 * the one that counts; the totals are the sums of what is listed.
 */
export async function listRecommendations(
  database: Database,
  scope: Scope,
  filter: RecommendationFilter,
): Promise<{ recommendations: RecommendationWithAlternatives[]; totals: SavingTotal[] }> {
  const rows = await database.scoped(scope, (tx) =>
    tx
      .selectFrom('recommendation')
      .where((eb) =>
        eb.or([eb('status', '=', filter.status), eb.and([eb('status', '=', 'open'), eb('counted_in', '<>', '')])]),
      )
      .selectAll()
      .orderBy('monthly_savings', (order) => order.desc().nullsLast())
      .orderBy('monthly_cost', 'desc')
      .orderBy('id')
      .execute(),
  )
  // Accepted or dismissed recommendations are listed themselves; of open ones only those that count.
  const isLeading = ({ status, counted_in }: RecommendationRow) =>
    status === filter.status && (counted_in === '' || status !== 'open')
  const [leading, remaining] = [rows.filter(isLeading), rows.filter((row) => !isLeading(row))]
  const recommendations = groupAlternatives(leading.map(toRecommendation), remaining.map(toRecommendation)).filter(
    (recommendation) => matchesFilter(recommendation, filter),
  )
  return { recommendations, totals: totalsOf(recommendations) }
}

function matchesFilter(
  recommendation: RecommendationWithAlternatives,
  { rules, minSaving, risk }: RecommendationFilter,
): boolean {
  const { monthly_savings: saving, alternatives } = recommendation
  if (rules && !rules.includes(recommendation.rule) && !alternatives.some(({ rule }) => rules.includes(rule)))
    return false
  if (minSaving !== undefined && (saving === null || compare(saving, minSaving) < 0)) return false
  return risk === undefined || recommendation.risk === risk
}

/** Sums of the listed savings, per currency, largest first. */
function totalsOf(recommendations: readonly Recommendation[]): SavingTotal[] {
  const totals = new Map<string, SavingTotal>()
  for (const { currency, monthly_savings, monthly_savings_low, monthly_savings_high } of recommendations) {
    if (monthly_savings === null) continue
    const before = totals.get(currency) ?? { currency, monthly_savings: '0', low: '0', high: '0' }
    totals.set(currency, {
      currency,
      monthly_savings: add(before.monthly_savings, monthly_savings),
      low: add(before.low, monthly_savings_low ?? monthly_savings),
      high: add(before.high, monthly_savings_high ?? monthly_savings),
    })
  }
  return [...totals.values()].sort(
    (a, b) => compare(b.monthly_savings, a.monthly_savings) || (a.currency < b.currency ? -1 : 1),
  )
}

/** The latest result of each rule and its time; null when this organization was never evaluated. */
export async function listRuleOutcomes(
  database: Database,
  scope: Scope,
): Promise<{ outcomes: RuleEvaluation[]; evaluatedAt: string | null }> {
  const rows = await database.scoped(scope, (tx) =>
    tx.selectFrom('rule_evaluation').selectAll().orderBy('rule').execute(),
  )
  return {
    outcomes: rows.map(({ rule, recommendations, evaluated_count, skip_reasons }) => ({
      rule,
      recommendations,
      evaluated_count: Number(evaluated_count),
      skip_reasons,
    })),
    evaluatedAt: rows[0]?.evaluated_at.toISOString() ?? null,
  }
}
