/** Filters of a resource list: every value is bound, none becomes part of a statement's text. */
import type { ResourceFilter } from '@kept/domain/resource.ts'
import { sql } from 'kysely'
import type { ScopedTransaction } from '../database/connect.ts'
import { isSameProviderSql } from './provider-spelling.ts'
import { lackingTags } from './required-tags.ts'

export function selectResources(tx: ScopedTransaction, filter: ResourceFilter) {
  let query = tx.selectFrom('resource')
  for (const word of (filter.search ?? '').toLowerCase().split(/\s+/).filter(Boolean)) {
    query = query.where(sql<boolean>`position(${word} in search) > 0`)
  }
  for (const key of ['provider', 'service', 'type', 'region', 'owner', 'state'] as const) {
    const value = filter[key]
    if (value !== undefined) query = query.where(key, '=', value)
  }
  if (filter.sub_account !== undefined) query = query.where('sub_account_id', '=', filter.sub_account)
  if (filter.currency !== undefined) {
    query = query.where(sql<boolean>`costs @> ${JSON.stringify([{ currency: filter.currency }])}::jsonb`)
  }
  if (filter.tag !== undefined) {
    const separatorIndex = filter.tag.indexOf(':')
    query =
      separatorIndex < 0
        ? query.where(sql<boolean>`jsonb_exists(tags, ${filter.tag})`)
        : query.where(
            sql<boolean>`tags ->> ${filter.tag.slice(0, separatorIndex)} = ${filter.tag.slice(separatorIndex + 1)}`,
          )
  }
  if (filter.with_recommendations !== undefined) {
    // Two clouds may use one ID.
    const hasRecommendations = sql<boolean>`EXISTS (SELECT FROM recommendation
      WHERE recommendation.resource_id = resource.resource_id AND recommendation.resource_id <> ''
        AND recommendation.status IN ('open', 'accepted', 'regressed')
        AND ${isSameProviderSql('recommendation.provider', 'resource.provider')})`
    query = query.where(
      filter.with_recommendations === 'true' ? hasRecommendations : sql<boolean>`NOT ${hasRecommendations}`,
    )
  }
  if (filter.without_required_tags !== undefined) query = query.where(sql<boolean>`cardinality(${lackingTags(tx)}) > 0`)
  return query
}
