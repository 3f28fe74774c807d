/** Operations of Azure: one query of Resource Graph each, over one subscription. */
import type { InventoryItem } from '@kept/domain/resource.ts'
import { SyncFailure } from '@kept/domain/sync/failure.ts'
import { createPort, type LiveOperation, toOperation } from '@kept/domain/sync/operations.ts'
import type { LivePort, SyncLocation } from '@kept/domain/sync/port.ts'
import type { SyncDataset } from '@kept/domain/sync/unit.ts'
import * as z from 'zod'
import { requireActions } from './grants.ts'
import { type AzureResource, azureResourceSchema } from './resource.ts'
import type { AzureSession } from './session.ts'

/** Of up to 8 KB each: a page stays below the limit of an answer. */
const pageSize = 300
/** Resource Graph allows 15 queries in 5 seconds for a user of a tenant. */
const limits = { burst: 10, perSecond: 2.5 }

const graphSchema = z.object({
  data: z.array(azureResourceSchema),
  resultTruncated: z.string().nullish(),
  $skipToken: z.string().nullish(),
})

interface ResourceQuery {
  /** As Resource Graph names the type, in lower case. */
  type: string
  /** The permission to read it. */
  action: string
  reason: string
  /** More of the query, such as a filter. */
  where?: string
  toItems(resource: AzureResource, location: SyncLocation): InventoryItem[]
}

interface AzurePort extends LivePort<AzureSession> {
  queries: readonly ResourceQuery[]
}

export function definePort({
  dataset,
  unlocks,
  queries,
}: {
  dataset: SyncDataset
  unlocks: string
  queries: readonly ResourceQuery[]
}): AzurePort {
  const port = createPort({ dataset, scope: 'account', unlocks, operations: queries.map(operationOf) })
  const actions = queries.map(({ action }) => action)
  return {
    ...port,
    queries,
    async readPage(session, location, request) {
      if (request.cursor === null) await requireActions(session, location.accountId, actions)
      return port.readPage(session, location, request)
    },
  }
}

function operationOf({ type, action, reason, where, toItems }: ResourceQuery): LiveOperation<AzureSession> {
  return toOperation<AzureSession, typeof graphSchema>({
    action,
    reason,
    schema: graphSchema,
    send: (session, { accountId }, token) =>
      session.send(action, '/providers/Microsoft.ResourceGraph/resources?api-version=2022-10-01', {
        body: {
          subscriptions: [accountId],
          query: queryOf(type, where),
          options: { resultFormat: 'objectArray', $top: pageSize, ...(token !== undefined && { $skipToken: token }) },
        },
        pace: 'resource-graph',
        limits,
      }),
    toItems: ({ data }, location) => data.flatMap((resource) => toItems(resource, location)),
    nextToken: ({ $skipToken, resultTruncated }) => {
      if (resultTruncated === 'true' && !$skipToken)
        throw new SyncFailure(
          'unexpected',
          `Resource Graph left out some of ${type} and did not say how to read them.`,
          {
            action,
          },
        )
      return $skipToken || undefined
    },
  })
}

function queryOf(type: string, where: string | undefined): string {
  return [
    'resources',
    `where type =~ '${type}'`,
    ...(where === undefined ? [] : [`where ${where}`]),
    // A stable order: without it, pages can repeat and leave out.
    'order by id asc',
    'project id, name, type, location, kind, sku, tags, zones, identity, managedBy, properties',
  ].join(' | ')
}
