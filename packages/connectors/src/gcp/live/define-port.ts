/** Operations of Google Cloud: one list of Cloud Asset Inventory each, over one project. */
import type { InventoryItem } from '@kept/domain/resource.ts'
import { SyncFailure } from '@kept/domain/sync/failure.ts'
import { parseAnswer, parseCursor } from '@kept/domain/sync/operations.ts'
import type { LivePort, SyncLocation } from '@kept/domain/sync/port.ts'
import type { SyncDataset } from '@kept/domain/sync/unit.ts'
import * as z from 'zod'
import { dateOf, oneLine, readFields, tagsOf } from '../../live-item.ts'
import type { GcpSession } from './session.ts'

const assetAction = 'cloudasset.assets.listResource'
/** Of up to 10 KB each: a page stays below the limit of an answer. */
const pageSize = 200

export const assetsSchema = z.object({
  assets: z
    .array(
      z.object({
        name: z.string(),
        assetType: z.string(),
        resource: z
          .object({ location: z.string().nullish(), data: z.record(z.string(), z.unknown()).nullish() })
          .nullish(),
      }),
    )
    .nullish(),
  nextPageToken: z.string().nullish(),
})

type Asset = NonNullable<z.output<typeof assetsSchema>['assets']>[number]

interface GcpResource {
  /** As bills write it: by number where the resource has one. */
  id: string
  name: string
  region: string
  createdAt: string | undefined
  labels: Record<string, string>
  data: Readonly<Record<string, unknown>>
}

interface AssetList {
  /** "compute.googleapis.com/Instance" */
  type: string
  reason: string
  toItems(resource: GcpResource, location: SyncLocation, session: GcpSession): InventoryItem[]
}

interface GcpPort extends LivePort<GcpSession> {
  lists: readonly AssetList[]
}

export function definePort({
  dataset,
  unlocks,
  lists,
}: {
  dataset: SyncDataset
  unlocks: string
  lists: readonly AssetList[]
}): GcpPort {
  return {
    dataset,
    scope: 'account',
    unlocks,
    lists,
    permissions: lists.map(({ reason }) => ({ action: assetAction, reason })),
    async readPage(session, location, { cursor }) {
      const [index, token] = parseCursor(cursor)
      const list = lists[index]
      if (!list) throw new SyncFailure('unexpected', `The position "${cursor}" in ${dataset} does not exist.`)
      const { assets, nextPageToken } = await listAssets(session, location.accountId, { type: list.type, token })
      if (nextPageToken && nextPageToken === token)
        throw new SyncFailure('unexpected', `The list of ${list.type} returned the same page twice.`, {
          action: assetAction,
        })
      return {
        items: (assets ?? []).flatMap((asset) => list.toItems(resourceOf(asset), location, session)),
        points: [],
        next: nextPageToken ? `${index}:${nextPageToken}` : index + 1 < lists.length ? `${index + 1}:` : null,
      }
    },
  }
}

export async function listAssets(
  session: GcpSession,
  project: string,
  { type, token, size = pageSize }: { type: string; token: string | undefined; size?: number },
): Promise<z.output<typeof assetsSchema>> {
  const query = new URLSearchParams({ assetTypes: type, contentType: 'RESOURCE', pageSize: String(size) })
  if (token !== undefined) query.set('pageToken', token)
  const path = `/v1/projects/${encodeURIComponent(project)}/assets?${query}`
  return parseAnswer(assetAction, assetsSchema, await session.send(assetAction, 'cloudasset', path))
}

export function resourceOf({ name, resource }: Asset): GcpResource {
  const data = resource?.data ?? {}
  const location = resource?.location ?? ''
  const text = (key: string) => (typeof data[key] === 'string' ? data[key] : '')
  return {
    id: billedId(name, data.id),
    name: text('name').replace(/^.*\//, '') || name.replace(/^.*\//, ''),
    // A zone such as "us-central1-a" is in a region.
    region: location.toLowerCase().replace(/^([a-z]+-[a-z]+\d+)-[a-z]$/, '$1'),
    createdAt: dateOf(text('creationTimestamp') || text('createTime') || text('timeCreated')),
    labels: z
      .record(z.string(), z.string())
      .catch({})
      .parse(data.labels ?? {}),
    data,
  }
}

/** Bills name resources of Compute Engine by number, not by name. */
function billedId(name: string, id: unknown): string {
  return /^\d+$/.test(String(id)) && name.startsWith('//compute.googleapis.com/')
    ? name.replace(/[^/]+$/, String(id))
    : name
}

/** "https://www.googleapis.com/compute/v1/projects/p/..." as the name of an asset. */
export function assetName(link: string): string {
  return link.replace(/^https:\/\/(?:www|compute)\.googleapis\.com\/compute\/[a-z0-9]+\//, '//compute.googleapis.com/')
}

/** "https://.../machineTypes/n2-standard-4" is "n2-standard-4". */
export function lastPart(link: string | undefined): string {
  return (link ?? '').replace(/^.*\//, '')
}

/** What of the data is read; a field that is not as documented reads as absent. */
export function readData<Shape extends z.ZodRawShape>(
  { data }: GcpResource,
  shape: Shape,
): Partial<z.output<z.ZodObject<Shape>>> {
  return readFields(data, shape)
}

export function gcpItem(
  resource: GcpResource,
  { accountId, accountName }: SyncLocation,
  item: Partial<InventoryItem> & Pick<InventoryItem, 'type' | 'service'>,
): InventoryItem {
  const tags = tagsOf(resource.labels)
  return {
    provider: 'gcp',
    resource_id: resource.id,
    name: oneLine(resource.name),
    size: '',
    state: '',
    created_at: resource.createdAt,
    attributes: {},
    relations: [],
    billing_account_id: '',
    sub_account_id: accountId,
    sub_account_name: accountName,
    region: resource.region,
    owner: tags.owner ?? '',
    tags,
    ...item,
  }
}
