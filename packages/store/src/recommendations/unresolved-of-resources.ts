import type { ResourceRecommendation } from '@kept/domain/recommendation.ts'
import { unresolvedStatuses } from '@kept/domain/recommendation-status.ts'
import { decimal } from '@kept/foundation/decimal.ts'
import { sql } from 'kysely'
import type { ScopedTransaction } from '../database/connect.ts'

/**
 * Unresolved recommendations of resources with these IDs, the largest saving first, without alternatives on money that
 * another one counts. Two providers may use one ID: the caller compares the provider as well.
 */
export async function unresolvedOfResources(
  tx: ScopedTransaction,
  resourceIds: readonly string[],
): Promise<ResourceRecommendation[]> {
  if (resourceIds.length === 0) return []
  const rows = await tx
    .selectFrom('recommendation')
    .select(['id', 'title', 'provider', 'resource_id', 'currency', 'monthly_savings'])
    .where('organization_id', '=', tx.scopedTo)
    .where('status', 'in', unresolvedStatuses)
    .where('counted_in', '=', '')
    .where('resource_id', '<>', '')
    .where(sql<boolean>`resource_id = ANY(${resourceIds})`)
    .orderBy('monthly_savings', (order) => order.desc().nullsLast())
    .orderBy('id')
    .execute()
  return rows.map(({ monthly_savings, ...row }) => ({
    ...row,
    monthly_savings: monthly_savings === null ? null : decimal(monthly_savings),
  }))
}
