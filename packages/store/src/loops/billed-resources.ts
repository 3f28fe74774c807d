import type { Scope } from '@kept/domain/scope.ts'
import type { Database } from '../database/connect.ts'
import { currentLoadIds } from '../loads/current.ts'
import type { Warehouse } from '../warehouse/client.ts'

interface BilledResource {
  id: string
  name: string
  region: string
}

/** Resources billed by call, message or hour: a few of each, the first by id. */
interface BilledResources {
  functions: BilledResource[]
  tables: BilledResource[]
  queues: BilledResource[]
  machines: BilledResource[]
}

const few = 12

export async function findBilledResources(
  { database, warehouse }: { database: Database; warehouse: Warehouse },
  scope: Scope,
): Promise<BilledResources> {
  const loads = await currentLoadIds(database, scope)
  const rows = await warehouse.query<BilledResource & { kind: keyof BilledResources }>(
    scope,
    `SELECT kind, ResourceId AS id, any(if(ResourceName != '', ResourceName, arrayElement(splitByRegexp('[:/]', ResourceId), -1))) AS name,
       any(RegionId) AS region
     FROM (SELECT *, multiIf(ResourceId LIKE 'arn:aws:lambda:%', 'functions', ResourceId LIKE 'arn:aws:dynamodb:%', 'tables',
         ResourceId LIKE 'arn:aws:sqs:%', 'queues', ResourceId LIKE '%i-%' AND PricingUnit = 'Hours'
         AND match(ResourceId, '(^|/)i-[0-9a-z]+$'), 'machines', '') AS kind
       FROM cost_line WHERE organization_id = {organization_id:UUID} AND load_id IN {loads:Array(String)})
     WHERE kind != '' AND (kind = 'machines' OR PricingUnit = 'Requests')
     GROUP BY kind, ResourceId ORDER BY kind, ResourceId LIMIT {few:UInt32} BY kind`,
    { loads, few },
  )
  const resourcesOfKind = (resourceKind: keyof BilledResources) =>
    rows.filter(({ kind }) => kind === resourceKind).map(({ id, name, region }) => ({ id, name, region }))
  return {
    functions: resourcesOfKind('functions'),
    tables: resourcesOfKind('tables'),
    queues: resourcesOfKind('queues'),
    machines: resourcesOfKind('machines'),
  }
}
