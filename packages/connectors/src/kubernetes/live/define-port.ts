/** Operations of Kubernetes: lists in pages, with a token to continue that can expire. */
import type { InventoryItem } from '@kept/domain/resource.ts'
import { SyncFailure } from '@kept/domain/sync/failure.ts'
import { createPort, type LiveOperation, type OperationsPort, toOperation } from '@kept/domain/sync/operations.ts'
import type { SyncLocation } from '@kept/domain/sync/port.ts'
import type { SyncDataset } from '@kept/domain/sync/unit.ts'
import * as z from 'zod'
import { oneLine, tagsOf } from '../../live-item.ts'
import { ExpiredList } from './failure.ts'
import type { KubernetesSession } from './session.ts'

/** A pod has up to 20 KB: a page stays below the limit of an answer. */
const pageSize = 150

const objectMetadataSchema = z.object({
  name: z.string(),
  namespace: z.string().nullish(),
  creationTimestamp: z.string().nullish(),
  labels: z.record(z.string(), z.string()).nullish(),
  ownerReferences: z.array(z.object({ kind: z.string(), name: z.string() })).nullish(),
})

const quantities = z.record(z.string(), z.union([z.string(), z.number()])).nullish()
export const podSpecSchema = z.object({
  nodeName: z.string().nullish(),
  containers: z.array(
    z.object({ name: z.string(), resources: z.object({ requests: quantities, limits: quantities }).nullish() }),
  ),
})

const objectSchema = z.object({
  metadata: objectMetadataSchema,
  spec: z.record(z.string(), z.unknown()).nullish(),
  status: z.record(z.string(), z.unknown()).nullish(),
})
export type KubernetesObject = z.output<typeof objectSchema>

export const objectListSchema = z.object({
  metadata: z.object({ continue: z.string().nullish(), remainingItemCount: z.number().nullish() }).nullish(),
  items: z.array(objectSchema).nullish(),
})

export interface ObjectList {
  /** "apps/deployments:list" */
  action: string
  reason: string
  path: string
  toItems(object: KubernetesObject, location: SyncLocation): InventoryItem[]
}

export function definePort({
  dataset,
  unlocks,
  lists,
}: {
  dataset: SyncDataset
  unlocks: string
  lists: readonly ObjectList[]
}): OperationsPort<KubernetesSession> {
  return createPort({ dataset, scope: 'account', unlocks, operations: lists.map(operationOf) })
}

function operationOf({ action, reason, path, toItems }: ObjectList): LiveOperation<KubernetesSession> {
  return toOperation<KubernetesSession, typeof objectListSchema>({
    action,
    reason,
    schema: objectListSchema,
    send: (session, _location, token) => listPage(session, { action, path, token }),
    toItems: ({ items }, location) => (items ?? []).flatMap((object) => toItems(object, location)),
    nextToken: (answer) => nextToken(answer, action),
  })
}

/** With an expired token (410), the list goes on with the token that the server offers, or the unit stays partial. */
export async function listPage(
  session: KubernetesSession,
  { action, path, token }: { action: string; path: string; token: string | undefined },
): Promise<unknown> {
  const addressOf = (next: string | undefined) =>
    `${path}?${new URLSearchParams({ limit: String(pageSize), ...(next && { continue: next }) })}`
  try {
    return await session.send(action, addressOf(token))
  } catch (error) {
    if (!(error instanceof ExpiredList) || error.continueToken === '' || error.continueToken === token) throw error
    return session.send(action, addressOf(error.continueToken))
  }
}

export function nextToken({ metadata }: z.output<typeof objectListSchema>, action: string): string | undefined {
  if (!metadata?.continue && (metadata?.remainingItemCount ?? 0) > 0)
    throw new SyncFailure('unexpected', `The cluster left out some of ${action} and did not say how to read them.`, {
      action,
    })
  return metadata?.continue || undefined
}

export function kubernetesItem(
  { metadata }: KubernetesObject,
  { accountId, accountName }: SyncLocation,
  item: Partial<InventoryItem> & Pick<InventoryItem, 'resource_id' | 'type'>,
): InventoryItem {
  const tags: Record<string, string> = {
    ...tagsOf(metadata.labels),
    ...(metadata.namespace && { namespace: metadata.namespace }),
  }
  return {
    provider: 'Kubernetes',
    service: 'Kubernetes',
    name: oneLine(metadata.name),
    size: '',
    state: '',
    created_at: metadata.creationTimestamp ?? undefined,
    attributes: {},
    relations: [],
    billing_account_id: accountId,
    // As OpenCost bills it.
    sub_account_id: metadata.namespace ?? accountId,
    sub_account_name: metadata.namespace ?? accountName,
    region: '',
    owner: tags.owner ?? tags.team ?? '',
    tags,
    ...item,
  }
}
