import { type RecommendationStatus, unresolvedStatuses } from '@kept/domain/recommendation-status.ts'
import type { Scope } from '@kept/domain/scope.ts'
import { sql } from 'kysely'
import type { Database } from '../database/connect.ts'

export interface FoundRecommendation {
  id: string
  rule: string
  title: string
  status: RecommendationStatus
  resource_id: string
  resource_name: string
  monthly_savings: string | null
}

/** Unresolved recommendations of these rules or on these resources; the largest savings of each. */
export function findRecommendations(
  database: Database,
  scope: Scope,
  { rules, resources, limit }: { rules: readonly string[]; resources: readonly string[]; limit: number },
): Promise<FoundRecommendation[]> {
  return database.scoped(scope, async (tx) => {
    const largest = () =>
      tx
        .selectFrom('recommendation')
        .select(['id', 'rule', 'title', 'status', 'resource_id', 'resource_name', 'monthly_savings'])
        .where('status', 'in', unresolvedStatuses)
        .orderBy('monthly_savings', (order) => order.desc().nullsLast())
        .orderBy('id')
        .limit(limit)
    const ofRules = rules.length === 0 ? [] : await largest().where(sql<boolean>`rule = ANY(${rules})`).execute()
    const ofResources =
      resources.length === 0
        ? []
        : await largest().where('resource_id', '<>', '').where(sql<boolean>`resource_id = ANY(${resources})`).execute()
    return [...new Map([...ofRules, ...ofResources].map((row) => [row.id, row])).values()]
  })
}
