/** Recommendations with filters and totals, and the results of the rules. */
import type {
  Level,
  Recommendation,
  RecommendationWithAlternatives,
  RuleEvaluation,
} from '@kept/domain/recommendation.ts'
import type { Scope } from '@kept/domain/scope.ts'
import { add, compare, type Decimal } from '@kept/foundation/decimal.ts'
import type { Database, ScopedTransaction } from '../database/connect.ts'
import { resourceKey } from '../resources/provider-spelling.ts'
import { groupAlternatives } from './group-alternatives.ts'
import { type RecommendationRow, toRecommendation } from './row.ts'
import { teamsOfResources } from './team-of-resource.ts'

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

interface RecommendationList {
  recommendations: RecommendationWithAlternatives[]
  totals: SavingTotal[]
  /** Of all recommendations, whatever the filter. */
  counts: { status: Recommendation['status']; count: number }[]
}

/**
 * The largest saving first, those without an estimate last, by cost. Alternatives on the same money are listed under
 * the one that counts; the totals are the sums of what is listed.
 */
export async function listRecommendations(
  database: Database,
  scope: Scope,
  filter: RecommendationFilter,
): Promise<RecommendationList> {
  const { rows, teams, counts } = await database.snapshot(scope, async (tx) => {
    const rows = await tx
      .selectFrom('recommendation')
      .where((eb) =>
        eb.or([eb('status', '=', filter.status), eb.and([eb('status', '=', 'open'), eb('counted_in', '<>', '')])]),
      )
      .selectAll()
      .orderBy('monthly_savings', (order) => order.desc().nullsLast())
      .orderBy('monthly_cost', 'desc')
      .orderBy('id')
      .execute()
    return {
      rows,
      teams: await teamsOfResources(
        tx,
        rows.map((row) => row.resource_id),
      ),
      counts: await countStatuses(tx),
    }
  })
  // Accepted or dismissed recommendations are listed themselves; of open ones only those that count.
  const isLeading = ({ status, counted_in }: RecommendationRow) =>
    status === filter.status && (counted_in === '' || status !== 'open')
  const [leading, remaining] = [rows.filter(isLeading), rows.filter((row) => !isLeading(row))]
  const recommendations = groupAlternatives(leading.map(toRecommendation), remaining.map(toRecommendation))
    .map((recommendation) => ({ ...recommendation, team: teamOf(recommendation, teams) }))
    .filter((recommendation) => matchesFilter(recommendation, filter))
  return { recommendations, totals: totalsOf(recommendations), counts }
}

/** The team that owns the recommendation, or else the one of its resource; '' when neither is known. */
export function teamOf(
  { owner_type, owner, provider, resource_id }: Recommendation,
  teamsByResource: ReadonlyMap<string, string>,
): string {
  return owner_type === 'team' ? owner : (teamsByResource.get(resourceKey(provider, resource_id)) ?? '')
}

/** How many recommendations each status lists: of open ones those that count. */
async function countStatuses(tx: ScopedTransaction): Promise<RecommendationList['counts']> {
  const rows = await tx
    .selectFrom('recommendation')
    .select('status')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .where((eb) => eb.or([eb('status', '<>', 'open'), eb('counted_in', '=', '')]))
    .groupBy('status')
    .execute()
  return rows.map(({ status, count }) => ({ status, count: Number(count) }))
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
