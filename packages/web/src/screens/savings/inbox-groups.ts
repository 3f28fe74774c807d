/** Groups and facets of the inbox. A recommendation is in exactly one group, so the groups add up to the headline. */
import type { RecommendationWithAlternatives } from '@kept/domain/recommendation.ts'
import { add, compare, type Decimal } from '@kept/foundation/decimal.ts'

export const groupings = ['team', 'owner', 'service', 'rule', 'none'] as const
export type Grouping = (typeof groupings)[number]

export interface CurrencyTotal {
  currency: string
  monthly_savings: Decimal
}

export interface InboxGroup {
  key: string
  label: string
  rows: RecommendationWithAlternatives[]
  /** The largest first; currencies are never added up. */
  totals: CurrencyTotal[]
}

const nameless: Record<Grouping, string> = {
  team: 'No team',
  owner: 'No owner',
  service: 'No service',
  rule: 'No rule',
  none: '',
}

/** The groups in the order of their savings, what has no value last; rows keep their order. */
export function groupRecommendations(
  rows: readonly RecommendationWithAlternatives[],
  grouping: Grouping,
): InboxGroup[] {
  const groups = Map.groupBy(rows, (row) => groupKey(row, grouping))
  return [...groups]
    .map(([key, members]) => ({
      key,
      label: grouping === 'rule' ? (members[0]?.title ?? key) : key || nameless[grouping],
      rows: members,
      totals: totalsOf(members),
    }))
    .toSorted((a, b) => Number(a.key === '') - Number(b.key === '') || compareTotals(a.totals, b.totals))
}

export function totalsOf(rows: readonly RecommendationWithAlternatives[]): CurrencyTotal[] {
  const totals = new Map<string, Decimal>()
  for (const { currency, monthly_savings: saving } of rows) {
    if (saving !== null) totals.set(currency, add(totals.get(currency) ?? '0', saving))
  }
  return [...totals]
    .map(([currency, monthly_savings]) => ({ currency, monthly_savings }))
    .toSorted((a, b) => compare(b.monthly_savings, a.monthly_savings))
}

/** By the largest total; two currencies are compared by their figures, which only orders the groups. */
function compareTotals(a: readonly CurrencyTotal[], b: readonly CurrencyTotal[]): number {
  return compare(b[0]?.monthly_savings ?? '0', a[0]?.monthly_savings ?? '0')
}

function groupKey(row: RecommendationWithAlternatives, grouping: Grouping): string {
  if (grouping === 'none') return ''
  return row[grouping]
}

interface FacetValue {
  value: string
  label: string
  count: number
  totals: CurrencyTotal[]
}

/** The values of one column with their counts and savings, the largest first. */
export function facetOf(
  rows: readonly RecommendationWithAlternatives[],
  column: 'provider' | 'team' | 'owner' | 'service' | 'rule' | 'effort' | 'risk',
): FacetValue[] {
  const values = Map.groupBy(rows, (row) => row[column])
  return [...values]
    .filter(([value]) => value !== '')
    .map(([value, members]) => ({
      value,
      label: column === 'rule' ? (members[0]?.title ?? value) : value,
      count: members.length,
      totals: totalsOf(members),
    }))
    .toSorted((a, b) => compareTotals(a.totals, b.totals) || b.count - a.count)
}

/** What the recommendations would save one by one, less what their alternatives save of the same money. */
export function overlapOf(
  rows: readonly RecommendationWithAlternatives[],
  currency: string,
): { alone: Decimal; overlapping: Decimal; alternatives: number } {
  let [alone, overlapping, alternatives]: [Decimal, Decimal, number] = ['0', '0', 0]
  for (const row of rows.filter((each) => each.currency === currency)) {
    alone = add(alone, row.monthly_savings ?? '0')
    for (const { monthly_savings: saving } of row.alternatives) {
      if (saving === null) continue
      alone = add(alone, saving)
      overlapping = add(overlapping, saving)
      alternatives += 1
    }
  }
  return { alone, overlapping, alternatives }
}
