import type { FindingStatus } from '@kept/domain/finding.ts'
import type { Scope } from '@kept/domain/scope.ts'
import { sql } from 'kysely'
import type { Database } from '../database/connect.ts'

export interface FoundFinding {
  id: string
  rule: string
  title: string
  status: FindingStatus
  resource_id: string
  resource_name: string
  monthly_saving: string | null
}

const living = ['open', 'accepted', 'regressed'] as const

/** Findings that somebody still has to see to, of these rules or on these resources; the largest savings of each. */
export function findFindings(
  database: Database,
  scope: Scope,
  { rules, resources, limit }: { rules: readonly string[]; resources: readonly string[]; limit: number },
): Promise<FoundFinding[]> {
  return database.scoped(scope, async (tx) => {
    const largest = () =>
      tx
        .selectFrom('finding')
        .select(['id', 'rule', 'title', 'status', 'resource_id', 'resource_name', 'monthly_saving'])
        .where('status', 'in', living)
        .orderBy('monthly_saving', (order) => order.desc().nullsLast())
        .orderBy('id')
        .limit(limit)
    const ofRules = rules.length === 0 ? [] : await largest().where(sql<boolean>`rule = ANY(${rules})`).execute()
    const ofResources =
      resources.length === 0
        ? []
        : await largest().where('resource_id', '<>', '').where(sql<boolean>`resource_id = ANY(${resources})`).execute()
    return [...new Map([...ofRules, ...ofResources].map((one) => [one.id, one])).values()]
  })
}
