/** Operations of Azure: one query of Resource Graph each, over one subscription. */
import type { InventoryItem } from '@kept/domain/resource.ts'
import { SyncFailure } from '@kept/domain/sync/failure.ts'
import { createPort, type LiveOperation, parseAnswer, toOperation } from '@kept/domain/sync/operations.ts'
import type { LivePermission, LivePort, SyncLocation } from '@kept/domain/sync/port.ts'
import type { SyncDataset } from '@kept/domain/sync/unit.ts'
import * as z from 'zod'
import { absentWhenMissing, type Details, detailsSchema, type ResourceDetail, readDetails } from '../../live-details.ts'
import { missingActions, requireActions } from './grants.ts'
import { type AzureResource, azureResourceSchema } from './resource.ts'
import type { AzureSession } from './session.ts'

/** Of up to 8 KB each: a page stays below the limit of an answer. */
const pageSize = 300
/** Resource Graph allows 15 queries in 5 seconds for a user of a tenant: the burst, and what follows in 5 seconds. */
const limits = { burst: 5, perSecond: 2 }

const graphSchema = z.object({
  data: z.array(azureResourceSchema),
  resultTruncated: z.string().nullish(),
  $skipToken: z.string().nullish(),
  /** By ID, what further requests answered; added by `send`. */
  details: z.record(z.string(), detailsSchema).optional(),
})

export type AzureDetail = ResourceDetail<AzureSession, AzureResource, SyncLocation>

interface GraphQuery {
  /** As Resource Graph names the type, in lower case. */
  type: string
  /** The permission to read it. */
  action: string
  /** More of the query, such as a filter. */
  where?: string
}

interface ResourceQuery extends GraphQuery {
  reason: string
  /** What the list does not hold of each of them, or of those that `hasDetails` chooses. */
  details?: readonly AzureDetail[]
  hasDetails?(resource: AzureResource): boolean
  /** What is listed in place of each of them, such as the keys of a vault. */
  children?: {
    permissions: readonly LivePermission[]
    list(session: AzureSession, resource: AzureResource): Promise<AzureResource[]>
  }
  toItems(resource: AzureResource, location: SyncLocation, details?: Details): InventoryItem[]
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
  const actions = queries.flatMap(({ action, children }) => [
    action,
    ...(children?.permissions ?? []).map((permission) => permission.action),
  ])
  return {
    ...port,
    queries,
    async readPage(session, location, request) {
      if (request.cursor === null) await requireActions(session, location.accountId, actions)
      return port.readPage(session, location, request)
    },
  }
}

function operationOf(query: ResourceQuery): LiveOperation<AzureSession> {
  const { type, action, reason, details = [], children, toItems } = query
  return toOperation<AzureSession, typeof graphSchema>({
    action,
    reason,
    also: [...(children?.permissions ?? []), ...details.flatMap(({ permissions }) => permissions)],
    schema: graphSchema,
    async send(session, location, token) {
      const page = await sendQuery(session, location.accountId, query, token)
      if (children) {
        const lists: AzureResource[] = []
        // Resource Graph lists for a while what was deleted.
        for (const resource of page.data)
          lists.push(...((await absentWhenMissing(() => children.list(session, resource))) ?? []))
        return { ...page, data: lists }
      }
      return details.length === 0 ? page : { ...page, details: await detailsOf(session, location, query, page.data) }
    },
    toItems: ({ data, details: read }, location) =>
      data.flatMap((resource) => toItems(resource, location, read?.[resource.id])),
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

/** Azure says beforehand which permissions there are: what is missing is not asked for each resource. */
async function detailsOf(
  session: AzureSession,
  location: SyncLocation,
  { details = [], hasDetails = () => true }: ResourceQuery,
  all: readonly AzureResource[],
): Promise<Record<string, Details>> {
  const resources = all.filter(hasDetails)
  const actions = details.flatMap(({ permissions }) => permissions.map(({ action }) => action))
  const missing = await missingActions(session, location.accountId, actions)
  const denied = new Map(missing.map((action) => [action, action]))
  const read = await readDetails(session, location, { resources, details, denied })
  return Object.fromEntries(resources.map(({ id }, index) => [id, read[index] ?? {}]))
}

async function sendQuery(
  session: AzureSession,
  subscription: string,
  { type, action, where }: GraphQuery,
  token: string | undefined,
): Promise<z.output<typeof graphSchema>> {
  const answer = await session.send(action, '/providers/Microsoft.ResourceGraph/resources?api-version=2022-10-01', {
    body: {
      subscriptions: [subscription],
      query: queryOf(type, where),
      options: { resultFormat: 'objectArray', $top: pageSize, ...(token !== undefined && { $skipToken: token }) },
    },
    pace: 'resource-graph',
    limits,
  })
  return parseAnswer(action, graphSchema, answer)
}

/** All pages of a query: what details of other resources are read from. */
export async function queryAll(
  session: AzureSession,
  subscription: string,
  query: GraphQuery,
): Promise<AzureResource[]> {
  const resources: AzureResource[] = []
  let token: string | undefined
  do {
    const { data, $skipToken } = await sendQuery(session, subscription, query, token)
    resources.push(...data)
    if ($skipToken && $skipToken === token)
      throw new SyncFailure('unexpected', `The list of ${query.type} returned the same page twice.`, {
        action: query.action,
      })
    token = $skipToken || undefined
  } while (token !== undefined)
  return resources
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
