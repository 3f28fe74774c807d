/** Operations of Google Cloud: one list of Cloud Asset Inventory each, over one project. */
import type { InventoryItem } from '@kept/domain/resource.ts'
import { SyncFailure } from '@kept/domain/sync/failure.ts'
import { parseAnswer, parseCursor } from '@kept/domain/sync/operations.ts'
import type { LivePort, SyncLocation } from '@kept/domain/sync/port.ts'
import type { SyncDataset } from '@kept/domain/sync/unit.ts'
import * as z from 'zod'
import { type Details, type ResourceDetail, readDetails } from '../../live-details.ts'
import { dateOf, oneLine, readFields, tagsOf } from '../../live-item.ts'
import type { GcpSession } from './session.ts'

const assetAction = 'cloudasset.assets.listResource'
export const policyAction = 'cloudasset.assets.listIamPolicy'
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
        iamPolicy: z
          .object({ bindings: z.array(z.object({ members: z.array(z.string()).nullish() })).nullish() })
          .nullish(),
      }),
    )
    .nullish(),
  nextPageToken: z.string().nullish(),
})

type Asset = NonNullable<z.output<typeof assetsSchema>['assets']>[number]

export interface GcpResource {
  /** As Cloud Asset Inventory names it. */
  asset: string
  /** As bills write it: by number where the resource has one. */
  id: string
  name: string
  region: string
  createdAt: string | undefined
  labels: Record<string, string>
  data: Readonly<Record<string, unknown>>
}

export type GcpDetail = ResourceDetail<GcpSession, GcpResource, SyncLocation>

interface AssetList {
  /** "compute.googleapis.com/Instance" */
  type: string
  reason: string
  /** What the list does not hold of each of them. */
  details?: readonly GcpDetail[]
  toItems(resource: GcpResource, location: SyncLocation, session: GcpSession, details?: Details): InventoryItem[]
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
    permissions: lists.flatMap(({ reason, details = [] }) => [
      { action: assetAction, reason },
      ...details.flatMap(({ permissions }) => permissions),
    ]),
    async readPage(session, location, { cursor }) {
      const [index, token] = parseCursor(cursor)
      const list = lists[index]
      if (!list) throw new SyncFailure('unexpected', `The position "${cursor}" in ${dataset} does not exist.`)
      const { assets, nextPageToken } = await listAssets(session, location.accountId, { type: list.type, token })
      if (nextPageToken && nextPageToken === token)
        throw new SyncFailure('unexpected', `The list of ${list.type} returned the same page twice.`, {
          action: assetAction,
        })
      const resources = (assets ?? []).map(resourceOf)
      const { details = [] } = list
      const read = details.length > 0 ? await readDetails(session, location, { resources, details }) : []
      return {
        items: resources.flatMap((resource, position) => list.toItems(resource, location, session, read[position])),
        points: [],
        next: nextPageToken ? `${index}:${nextPageToken}` : index + 1 < lists.length ? `${index + 1}:` : null,
      }
    },
  }
}

/** The permission of each content: resources, or the policies that they have of their own. */
const contents = { RESOURCE: assetAction, IAM_POLICY: policyAction } as const

export async function listAssets(
  session: GcpSession,
  project: string,
  {
    type,
    token,
    size = pageSize,
    content = 'RESOURCE',
  }: { type: string; token: string | undefined; size?: number; content?: keyof typeof contents },
): Promise<z.output<typeof assetsSchema>> {
  const action = contents[content]
  const query = new URLSearchParams({ assetTypes: type, contentType: content, pageSize: String(size) })
  if (token !== undefined) query.set('pageToken', token)
  const path = `/v1/projects/${encodeURIComponent(project)}/assets?${query}`
  return parseAnswer(action, assetsSchema, await session.send(action, 'cloudasset', path))
}

/** All pages of a type, or of the policies of a type: what details of other resources are read from. */
export async function listEveryAsset(
  session: GcpSession,
  project: string,
  { type, content = 'RESOURCE' }: { type: string; content?: keyof typeof contents },
): Promise<Asset[]> {
  const all: Asset[] = []
  let token: string | undefined
  do {
    const { assets, nextPageToken } = await listAssets(session, project, { type, token, content })
    if (nextPageToken && nextPageToken === token)
      throw new SyncFailure('unexpected', `The list of ${type} returned the same page twice.`, {
        action: contents[content],
      })
    all.push(...(assets ?? []))
    token = nextPageToken || undefined
  } while (token !== undefined)
  return all
}

export function resourceOf({ name, resource }: Asset): GcpResource {
  const data = resource?.data ?? {}
  const location = resource?.location ?? ''
  const text = (key: string) => (typeof data[key] === 'string' ? data[key] : '')
  return {
    asset: name,
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
