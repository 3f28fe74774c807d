/** Maps rows of resources to the domain type. */
import { unresolvedStatuses } from '@kept/domain/recommendation-status.ts'
import type { Resource } from '@kept/domain/resource.ts'
import { decimal, sum } from '@kept/foundation/decimal.ts'
import { type Selectable, sql } from 'kysely'
import type { ScopedTransaction } from '../database/connect.ts'
import type { Schema } from '../database/schema.ts'
import { isSameProvider } from './provider-spelling.ts'

export const resourceColumns = [
  'provider',
  'resource_id',
  'name',
  'type',
  'size',
  'state',
  'owner',
  'billing_account_id',
  'sub_account_id',
  'sub_account_name',
  'service',
  'region',
  'tags',
  'created_at',
  'first_charged_on',
  'last_charged_on',
  'costs',
  'in_bill',
  'in_inventory',
] as const

export type ResourceRow = Pick<Selectable<Schema['resource']>, (typeof resourceColumns)[number]>

export function toResource({ created_at, costs, ...row }: ResourceRow): Resource {
  return {
    provider: row.provider,
    resource_id: row.resource_id,
    name: row.name,
    type: row.type,
    size: row.size,
    state: row.state,
    owner: row.owner,
    billing_account_id: row.billing_account_id,
    sub_account_id: row.sub_account_id,
    sub_account_name: row.sub_account_name,
    service: row.service,
    region: row.region,
    tags: row.tags,
    created_at: created_at?.toISOString() ?? null,
    first_charged_on: row.first_charged_on,
    last_charged_on: row.last_charged_on,
    costs: costs.map(({ currency, effective, billed }) => ({
      currency,
      effective: decimal(effective),
      billed: billed === null ? null : decimal(billed),
    })),
    in_bill: row.in_bill,
    in_inventory: row.in_inventory,
    recommendations: { open: 0, monthly_savings: null },
  }
}

/** Open recommendations of each of these resources; a saving that another recommendation counts is not added. */
export async function withRecommendations(tx: ScopedTransaction, resources: Resource[]): Promise<Resource[]> {
  if (resources.length === 0) return []
  const rows = await tx
    .selectFrom('recommendation')
    .where('status', 'in', unresolvedStatuses)
    .where('counted_in', '=', '')
    .where(
      'resource_id',
      'in',
      resources.map(({ resource_id }) => resource_id),
    )
    .select([
      'provider',
      'resource_id',
      'currency',
      sql<string>`count(*)`.as('open'),
      sql<string | null>`sum(monthly_savings)`.as('saving'),
    ])
    .groupBy(['provider', 'resource_id', 'currency'])
    .execute()
  return resources.map((resource) => {
    // Two clouds may use one ID, and one cloud two names.
    const resourceRows = rows.filter(
      ({ provider, resource_id }) =>
        resource_id === resource.resource_id && isSameProvider(provider, resource.provider),
    )
    const savings = resourceRows.flatMap(({ saving }) => (saving === null ? [] : [decimal(saving)]))
    // Different currencies have no sum.
    const hasSum = savings.length > 0 && new Set(resourceRows.map(({ currency }) => currency)).size === 1
    return {
      ...resource,
      recommendations: {
        open: resourceRows.reduce((total, { open }) => total + Number(open), 0),
        monthly_savings: hasSum ? sum(savings) : null,
      },
    }
  })
}
