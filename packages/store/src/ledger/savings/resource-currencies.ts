import type { Scope } from '@kept/domain/scope.ts'
import type { Warehouse } from '../../warehouse/client.ts'
import { ofLoads } from '../roll-up-sql.ts'

export interface ResourceBilled {
  currency: string
  /** Hours since 1970: of its first usage line, and after its last. */
  from: number
  to: number
}

/**
 * The currencies of each resource's usage, with their time span; for a commitment by `CommitmentDiscountId`. Resources
 * that are not on the bill are missing from the result.
 */
export async function readResourcesBilled(
  warehouse: Warehouse,
  scope: Scope,
  loadIds: readonly string[],
  { ids, kind }: { ids: readonly string[]; kind: 'resource' | 'commitment' },
): Promise<Map<string, ResourceBilled[]>> {
  if (ids.length === 0) return new Map()
  const column = kind === 'resource' ? 'ResourceId' : 'CommitmentDiscountId'
  const rows = await warehouse.query<ResourceBilled & { id: string }>(
    scope,
    `SELECT ${column} AS id, BillingCurrency AS currency, intDiv(toUnixTimestamp(min(ChargePeriodStart)), 3600) AS from,
       intDiv(toUnixTimestamp(max(ChargePeriodEnd)), 3600) AS to
     FROM cost_line WHERE ${ofLoads} AND ChargeCategory = 'Usage' AND ${column} IN {ids:Array(String)}
     GROUP BY id, currency ORDER BY id, currency`,
    { load_ids: loadIds, ids: [...new Set(ids)] },
  )
  return Map.groupBy(rows, ({ id }) => id)
}
