/** Operations of Oracle Cloud: one list each, over one compartment in one region. */
import type { InventoryItem } from '@kept/domain/resource.ts'
import { SyncFailure } from '@kept/domain/sync/failure.ts'
import { parseAnswer, parseCursor } from '@kept/domain/sync/operations.ts'
import type { LivePermission, LivePort, SyncLocation } from '@kept/domain/sync/port.ts'
import type { SyncDataset } from '@kept/domain/sync/unit.ts'
import * as z from 'zod'
import { dateOf, tagsOf } from '../../live-item.ts'
import type { OciSession } from './session.ts'

const pageSize = 100

export const ociBaseSchema = z.object({
  id: z.string(),
  displayName: z.string().nullish(),
  lifecycleState: z.string().nullish(),
  timeCreated: z.string().nullish(),
  freeformTags: z.record(z.string(), z.string().nullable()).nullish(),
  definedTags: z.record(z.string(), z.record(z.string(), z.unknown())).nullish(),
})

interface OciList<Schema extends z.ZodType = z.ZodType> {
  permission: LivePermission
  service: 'iaas' | 'database'
  /** Without the query: "/20160918/instances". */
  path: string
  /** More of the query. */
  query?: string
  schema: Schema
  toItem(
    entry: z.output<Schema>,
    location: SyncLocation,
    session: OciSession,
  ): InventoryItem | undefined | Promise<InventoryItem | undefined>
}

/** Forgets the schema's type: a port gives each list only entries of its own schema. */
export function defineList<Schema extends z.ZodType>(list: OciList<Schema>): OciList {
  return list as OciList
}

interface OciPort extends LivePort<OciSession> {
  lists: readonly OciList[]
}

export function definePort({
  dataset,
  unlocks,
  lists,
  also = [],
}: {
  dataset: SyncDataset
  unlocks: string
  lists: readonly OciList[]
  also?: readonly LivePermission[]
}): OciPort {
  return {
    dataset,
    scope: 'region',
    unlocks,
    lists,
    permissions: [...lists.map(({ permission }) => permission), ...also],
    async readPage(session, location, { cursor }) {
      const [index, token] = parseCursor(cursor)
      const list = lists[index]
      if (!list) throw new SyncFailure('unexpected', `The position "${cursor}" in ${dataset} does not exist.`)
      const { entries, next } = await readList(session, list, location, token)
      const items: InventoryItem[] = []
      for (const entry of entries) {
        const item = await list.toItem(entry, location, session)
        if (item) items.push(item)
      }
      return {
        items,
        points: [],
        next: next !== undefined ? `${index}:${next}` : index + 1 < lists.length ? `${index + 1}:` : null,
      }
    },
  }
}

export async function readList(
  session: OciSession,
  { permission: { action }, service, path, query = '', schema }: Omit<OciList, 'toItem'>,
  { accountId, region }: Pick<SyncLocation, 'accountId' | 'region'>,
  token?: string,
): Promise<{ entries: unknown[]; next: string | undefined }> {
  const address = `${path}?compartmentId=${encodeURIComponent(accountId)}&limit=${pageSize}${query}`
  const { body, next } = await session.list(action, { service, region, path: address, token })
  if (next !== undefined && next === token)
    throw new SyncFailure('unexpected', `${action} in ${region} returned the same page twice.`, { action })
  return { entries: parseAnswer(action, z.array(schema), body), next }
}

/** What is deleted is listed for hours. */
export function isGone(state: string | null | undefined): boolean {
  return state === 'TERMINATED' || state === 'TERMINATING' || state === 'DELETED' || state === 'DELETING'
}

export function ociItem(
  resource: z.output<typeof ociBaseSchema>,
  location: SyncLocation,
  item: Pick<InventoryItem, 'type' | 'service' | 'state'> & Partial<InventoryItem>,
): InventoryItem {
  const { id, displayName, lifecycleState, timeCreated, freeformTags, definedTags } = resource
  const defined = Object.entries(definedTags ?? {}).flatMap(([namespace, tags]) =>
    Object.entries(tags).map(([name, value]) => [`${namespace}.${name}`, String(value ?? '')] as const),
  )
  return {
    provider: 'oci',
    resource_id: id,
    name: (displayName ?? '').slice(0, 300),
    size: '',
    tags: tagsOf({ ...Object.fromEntries(defined), ...freeformTags }),
    owner: '',
    created_at: dateOf(timeCreated),
    billing_account_id: '',
    sub_account_id: location.accountId,
    sub_account_name: location.accountName,
    region: location.region,
    attributes: {},
    relations: [],
    ...item,
    state: item.state || (lifecycleState ?? '').toLowerCase(),
  }
}
