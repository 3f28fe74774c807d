/** Google Cloud with the faults that connectors of others fell over: each is a test by name. */
import { readdirSync, readFileSync } from 'node:fs'
import { inventoryItemSchema } from '@kept/domain/resource.ts'
import { METRIC_HISTORY_DAYS } from '@kept/domain/sync/metric-history.ts'
import type { DiscoveredUnit, LiveCloud } from '@kept/domain/sync/port.ts'
import { depsOf, readAllItems, type SmallRequest, targetOf } from '@kept/domain/sync/testing/small-cloud.ts'
import { describe, expect, it } from 'vitest'
import type { GcpAccess } from './access.ts'
import { openGcpCloud } from './cloud.ts'
import { assetsSchema, resourceOf } from './define-port.ts'
import { failureOf } from './failure.ts'
import { inventoryPorts } from './inventory.ts'
import type { GcpSession } from './session.ts'
import { readPermissions } from './setup.ts'
import {
  answerGoogle,
  createSmallGoogle,
  smallGoogleNowMs as nowMs,
  refusal,
  type SmallGoogle,
  serviceAccountKey,
  unattachedDisk,
} from './testing/small-google.ts'

const access: GcpAccess = { key: serviceAccountKey, projects: [] }

function open(google: Partial<SmallGoogle> = {}, changes: Partial<GcpAccess> = {}, clockMs = nowMs): LiveCloud {
  return openGcpCloud({ ...access, ...changes }, depsOf(answerGoogle(createSmallGoogle(google)), clockMs))
}

function unit(dataset: DiscoveredUnit['dataset'], accountId = 'shop-production'): DiscoveredUnit {
  return { accountId, accountName: 'Shop', region: 'global', dataset }
}

const readAll = (cloud: LiveCloud, dataset: DiscoveredUnit['dataset']) => readAllItems(cloud, unit(dataset), nowMs)

describe('a Google Cloud connection', () => {
  it('lists all projects over several pages', async () => {
    const projects = Array.from({ length: 5 }, (_, index) => `project-${index}`)
    const { units } = await open({ projects }).discover()
    // Prices are the same for all of them.
    expect(units.pop()).toMatchObject({ dataset: 'prices', accountId: serviceAccountKey.client_email })
    expect([...new Set(units.map(({ accountId }) => accountId))]).toEqual(projects)
  })

  it('lists committed use with its end, and no amount that Google does not report', async () => {
    const assets = (project: string, type: string) =>
      type === 'compute.googleapis.com/Commitment'
        ? [
            {
              name: `//compute.googleapis.com/projects/${project}/regions/europe-west1/commitments/shop`,
              assetType: type,
              resource: {
                location: 'europe-west1',
                data: {
                  id: '88',
                  name: 'shop',
                  status: 'ACTIVE',
                  plan: 'TWELVE_MONTH',
                  type: 'GENERAL_PURPOSE_N2',
                  startTimestamp: '2026-03-01T00:00:00.000-08:00',
                  endTimestamp: '2027-03-01T00:00:00.000-08:00',
                  resources: [
                    { type: 'VCPU', amount: '8' },
                    { type: 'MEMORY', amount: '32768' },
                  ],
                },
              },
            },
          ]
        : []
    const [item] = await readAll(open({ assets }), 'commitments')
    expect(item).toMatchObject({ type: 'Commitment', size: '8 vCPU, 32 GB', state: 'active', region: 'europe-west1' })
    expect(item?.attributes).toEqual({
      commitment_type: 'Committed use discount',
      commitment_category: 'Usage',
      starts_on: '2026-03-01',
      ends_on: '2027-03-01',
      term: 'TWELVE_MONTH',
      family: 'GENERAL_PURPOSE_N2',
    })
  })

  it('lists disks over several pages, named as bills name them', async () => {
    const assets = (project: string, type: string) =>
      type === 'compute.googleapis.com/Disk'
        ? Array.from({ length: 5 }, (_, index) => unattachedDisk(project, `disk-${index}`, String(index + 1)))
        : []
    const items = await readAll(open({ assets, pageSize: 2 }), 'compute')
    expect(items).toHaveLength(5)
    expect(items[0]).toMatchObject({
      resource_id: '//compute.googleapis.com/projects/shop-production/zones/europe-west1-b/disks/1',
      type: 'Volume',
      state: 'unattached',
      region: 'europe-west1',
      owner: 'ana',
      attributes: { volume_type: 'pd-ssd', size_gb: '100' },
    })
  })

  it('lists node pools as members of their cluster', async () => {
    const cluster = '//container.googleapis.com/projects/shop-production/locations/europe-west1/clusters/main'
    const data = { name: 'spare', status: 'RUNNING', config: { machineType: 'e2-standard-4' } }
    const assets = (_project: string, type: string) =>
      type === 'container.googleapis.com/NodePool'
        ? [{ name: `${cluster}/nodePools/spare`, assetType: type, resource: { location: 'europe-west1', data } }]
        : []
    expect(await readAll(open({ assets }), 'clusters')).toMatchObject([
      {
        ...{ resource_id: `${cluster}/nodePools/spare`, type: 'Node pool', name: 'spare', size: 'e2-standard-4' },
        ...{ attributes: { cluster: 'main' }, relations: [{ kind: 'member_of', resource_id: cluster }] },
      },
    ])
  })

  it('pitfall: Google needs a header that names the quota project', async () => {
    const requests: SmallRequest[] = []
    const answer = answerGoogle(createSmallGoogle())
    const cloud = openGcpCloud(
      access,
      depsOf((request) => {
        requests.push(request)
        return answer(request)
      }, nowMs),
    )
    await cloud.check(async () => undefined)
    const hosts = new Set(requests.map(({ url }) => url.host.replace('.googleapis.com', '')))
    expect([...hosts].toSorted()).toEqual(['cloudasset', 'cloudbilling', 'cloudresourcemanager', 'oauth2'])
    expect(requests.slice(1).every(({ headers }) => headers['x-goog-user-project'] === 'shop-production')).toBe(true)
  })

  it('pitfall: SERVICE_DISABLED means that an API is not enabled, not that a project is empty', async () => {
    const fault = ({ url }: SmallRequest) =>
      url.host.startsWith('cloudasset')
        ? refusal('SERVICE_DISABLED', 'Cloud Asset API has not been used in project 1 before or it is disabled.', {
            service: 'cloudasset.googleapis.com',
            consumer: 'projects/shop-production',
          })
        : undefined
    const sentence =
      'cloudasset.googleapis.com is not enabled in the project shop-production. Run: gcloud services enable cloudasset.googleapis.com --project shop-production.'
    await expect(readAll(open({ fault }), 'compute')).rejects.toMatchObject({ kind: 'not_enabled', message: sentence })
    const { capabilities } = await open({ fault }).check(async () => undefined)
    expect(capabilities.find(({ dataset }) => dataset === 'compute')).toMatchObject({
      state: 'missing',
      reason: sentence,
    })
  })

  it('names the permission that is missing, each of the published ones', async () => {
    for (const missing of readPermissions()) {
      const { capabilities } = await open({ permissions: () => (permission) => permission !== missing }).check(
        async () => undefined,
      )
      expect([...new Set(capabilities.flatMap((capability) => capability.missing))]).toEqual([missing])
    }
    await expect(readAll(open({ permissions: () => () => false }), 'compute')).rejects.toMatchObject({
      kind: 'denied',
      action: 'cloudasset.assets.listResource',
    })
  })

  it('uses the clock of Google when its own is fifteen minutes off', async () => {
    const fault = (request: SmallRequest, count: number) =>
      request.url.pathname.endsWith('/token') && count > 2 ? { status: 500, body: '' } : undefined
    await open({ fault }, {}, nowMs - 15 * 60_000).prove()
  })

  it('waits for a quota, survives HTML, and refuses a repeated page', async () => {
    const at = (answer: { status: number; headers?: Record<string, string>; body: unknown }) =>
      open({ fault: ({ url }) => (url.host.startsWith('cloudasset') ? answer : undefined) })
    const limited = { error: { code: 429, status: 'RESOURCE_EXHAUSTED', message: 'Quota exceeded.' } }
    await expect(
      readAll(at({ status: 429, headers: { 'retry-after': '60' }, body: limited }), 'compute'),
    ).rejects.toMatchObject({ kind: 'throttled', retryAfterMs: 60_000 })
    await expect(readAll(at({ status: 502, body: '<html>' }), 'compute')).rejects.toMatchObject({ kind: 'unavailable' })
    await expect(readAll(at({ status: 200, body: { nextPageToken: 'x' } }), 'compute')).rejects.toThrow(
      /same page twice/,
    )
  }, 20_000)

  it.each([
    [
      { key: { ...serviceAccountKey, client_email: 'unknown@x.iam.gserviceaccount.com' } },
      /^There is no service account unknown@/,
    ],
    [
      { key: { ...serviceAccountKey, private_key: 'PRIVATE KEY' } },
      /^The private key of the service account cannot be read\./,
    ],
    [
      { projects: ['nowhere-1'] },
      /^The service account cannot read the project nowhere-1\. Enter another ID, or none\.$/,
    ],
    [{ quota_project: 'other-project' }, /^The service account may not use the project other-project/],
  ])('says in one sentence what is wrong: case %#', async (changes, sentence) => {
    await expect(open({}, changes).prove()).rejects.toThrow(sentence)
  })

  it('reads metrics as percentages with their maximum, and counts the series that are charged', async () => {
    const cloud = open()
    const resourceId = '//compute.googleapis.com/projects/shop-production/zones/europe-west1-b/instances/42'
    const { points } = await cloud.readPage(unit('metrics'), {
      cursor: null,
      targets: [targetOf(resourceId, 'Instance')],
      nowMs,
    })
    // CPU, network in and out, and the memory of the Ops Agent.
    expect(points).toHaveLength(4 * METRIC_HISTORY_DAYS * 24)
    expect(points[0]).toMatchObject({ resource_id: resourceId, metric: 'cpu_utilization', value: 1, max: 2 })
    expect(cloud.chargedNanos()).toBe(6 * 500)
  })
})

const folder = new URL('../../../../../../shared/data/cloud-recordings/gcp/', import.meta.url)
const hasRecordings = (() => {
  try {
    return readdirSync(folder).length > 0
  } catch {
    return false
  }
})()

/** Cloud Asset Inventory holds what each API answers. */
const sources: readonly [path: string, type: string][] = [
  ['instance-query', 'compute.googleapis.com/Instance'],
  ['filter-metrics', 'compute.googleapis.com/Instance'],
  ['disk-query', 'compute.googleapis.com/Disk'],
  ['snapshot-query', 'compute.googleapis.com/Snapshot'],
  ['lb-addresses-query', 'compute.googleapis.com/Address'],
  ['lb-forwarding-rules-query', 'compute.googleapis.com/ForwardingRule'],
  ['lb-target-pools-query', 'compute.googleapis.com/TargetPool'],
  ['lb-backend-services-query', 'compute.googleapis.com/BackendService'],
  ['router-query', 'compute.googleapis.com/Router'],
  ['sqlinstance-query', 'sqladmin.googleapis.com/Instance'],
  ['test_redis_instance_list_query', 'redis.googleapis.com/Instance'],
  ['bucket-query', 'storage.googleapis.com/Bucket'],
  ['gke-cluster-query', 'container.googleapis.com/Cluster'],
]

describe.skipIf(!hasRecordings)(
  `recorded answers${hasRecordings ? '' : ' (skipped: ../shared/data/cloud-recordings is not here)'}`,
  () => {
    it.each(sources)('of %s become %s', (path, type) => {
      const list = inventoryPorts.flatMap(({ lists }) => lists).find((candidate) => candidate.type === type)
      if (!list) throw new Error(`no list of ${type}`)
      // Only what a page refers to by name.
      const session = { ids: new Map(), backends: new Map(), secretVersions: new Map() } as unknown as GcpSession
      const files = readdirSync(new URL(`${path}/`, folder)).filter((file) => !file.includes('timeSeries'))
      let parsed = 0
      for (const file of files) {
        const { body } = JSON.parse(readFileSync(new URL(`${path}/${encodeURIComponent(file)}`, folder), 'utf8'))
        const assets = objectsIn(body).map((data) => ({
          name: `//${type.split('/')[0]}/projects/p/things/${String(data.name)}`,
          assetType: type,
          resource: { location: String(data.region ?? data.selfLink ?? '').replace(/^.*\//, ''), data },
        }))
        for (const asset of assetsSchema.parse({ assets }).assets ?? []) {
          parsed += 1
          for (const item of list.toItems(resourceOf(asset), unit('compute'), session)) inventoryItemSchema.parse(item)
        }
      }
      expect(parsed).toBeGreaterThan(0)
    })

    it('of refusals are named', () => {
      const kinds: Record<string, number> = {}
      for (const file of readdirSync(new URL('_errors/', folder))) {
        const { headers, body } = JSON.parse(
          readFileSync(new URL(`_errors/${encodeURIComponent(file)}`, folder), 'utf8'),
        )
        const failure = failureOf(
          { status: Number(headers.status), headers: {}, body },
          { action: 'cloudasset.assets.listResource', access, nowMs },
        )
        kinds[failure.kind] = (kinds[failure.kind] ?? 0) + 1
        expect(failure.message).toMatch(/\.$/)
        if (file.includes('api-disabled')) expect(failure.kind, file).toBe('not_enabled')
      }
      process.stderr.write(`recorded refusals of Google Cloud: ${JSON.stringify(kinds)}\n`)
    })
  },
)

type Fields = Record<string, unknown>

/** `items` is a list, or by zone; other APIs name the list after what it holds. */
function objectsIn(body: Fields): Fields[] {
  const { items } = body as { items?: Fields[] | Record<string, Fields> }
  if (Array.isArray(items)) return items
  const holders = items === undefined ? [body] : Object.values(items)
  return holders.flatMap((holder) => Object.values(holder).flatMap((value) => (isObjects(value) ? value : [])))
}

function isObjects(value: unknown): value is Fields[] {
  return Array.isArray(value) && value.every((entry) => typeof entry === 'object' && entry !== null && 'name' in entry)
}
