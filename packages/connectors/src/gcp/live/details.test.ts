/** What Google Cloud says of a resource elsewhere than in its list: policies, the use of keys, redirects. */
import { depsOf, readAllItems, type SmallRequest } from '@kept/domain/sync/testing/small-cloud.ts'
import type { SyncDataset } from '@kept/domain/sync/unit.ts'
import { describe, expect, it } from 'vitest'
import { openGcpCloud } from './cloud.ts'
import { googleKeyUses, googleMembers, googlePosture } from './testing/posture.ts'
import {
  answerGoogle,
  createSmallGoogle,
  smallGoogleNowMs as nowMs,
  refusal,
  type SmallGoogle,
  serviceAccountKey,
} from './testing/small-google.ts'

const posture = { isSound: false, nowMs }

function open(changes: Partial<SmallGoogle> = {}) {
  const google = createSmallGoogle({
    ...{ assets: googlePosture(posture), members: googleMembers(posture), keyUses: googleKeyUses(posture) },
    ...changes,
  })
  const requests: SmallRequest[] = []
  const answer = answerGoogle(google)
  const cloud = openGcpCloud(
    { key: serviceAccountKey, projects: [] },
    depsOf((request) => {
      requests.push(request)
      return answer(request)
    }, nowMs),
  )
  const unit = { accountId: 'shop-production', accountName: 'Shop', region: 'global' }
  const read = async (dataset: SyncDataset, type: string) =>
    (await readAllItems(cloud, { ...unit, dataset }, nowMs)).find((item) => item.type === type)?.attributes
  return { cloud, read, requests }
}

it('tells a disk of two zones from one of a zone', async () => {
  const diskOfType = (path: string) => ({
    name: '//compute.googleapis.com/projects/shop/disks/data',
    resource: {
      data: { sizeGb: '100', type: `https://www.googleapis.com/compute/v1/projects/shop/${path}/diskTypes/pd-ssd` },
    },
  })
  const diskIn = (path: string) =>
    open({ assets: (_project, type) => (/Disk$/.test(type) ? [{ ...diskOfType(path), assetType: type }] : []) })
  expect(await diskIn('regions/europe-west1').read('compute', 'Volume')).toMatchObject({ regional: 'true' })
  expect(await diskIn('zones/europe-west1-b').read('compute', 'Volume')).not.toHaveProperty('regional')
})

describe('policies of Google Cloud', () => {
  it('open a bucket, unless public access is prevented', async () => {
    expect(await open().read('storage', 'Bucket')).toMatchObject({ public: 'true' })
    const assets = (project: string, type: string) =>
      googlePosture(posture)(project, type).map((asset) => ({
        ...asset,
        resource: { data: { iamConfiguration: { publicAccessPrevention: 'enforced' } } },
      }))
    const { read, requests } = open({ assets })
    expect(await read('storage', 'Bucket')).toMatchObject({ public: 'false' })
    expect(requests.some(({ url }) => url.search.includes('IAM_POLICY'))).toBe(false)
  })

  it('open a function by the service behind it, unless only its own network reaches it', async () => {
    expect(await open().read('apps', 'Function')).toMatchObject({ public: 'true', runtime: 'python3.8' })
    const assets = (project: string, type: string) =>
      googlePosture(posture)(project, type).map((asset) => ({
        ...asset,
        resource: { data: { serviceConfig: { ingressSettings: 'ALLOW_INTERNAL_ONLY' } } },
      }))
    expect(await open({ assets }).read('apps', 'Function')).toMatchObject({ public: 'false' })
  })

  it('leave a resource without the attribute where the permission is missing', async () => {
    const denied = 'cloudasset.assets.listIamPolicy'
    const { read, cloud } = open({ permissions: () => (permission) => permission !== denied })
    expect(await read('images', 'Machine image')).toEqual({ 'denied:public': denied })
    expect(cloud.chargedNanos()).toBe(0)
  })

  it('are asked for once where the permission is missing, however many resources there are', async () => {
    const assetType = 'compute.googleapis.com/Image'
    const assets = (_project: string, type: string) =>
      Array.from({ length: type === assetType ? 50 : 0 }, (_, index) => ({
        ...{ name: `//compute.googleapis.com/projects/p/global/images/${index}`, assetType, resource: { data: {} } },
      }))
    const permissions = () => (permission: string) => permission !== 'cloudasset.assets.listIamPolicy'
    const { read, requests } = open({ assets, permissions })
    await read('images', 'Machine image')
    expect(requests.filter(({ url }) => url.search.includes('IAM_POLICY'))).toHaveLength(1)
  })
})

it('asks Cloud Asset Inventory no more often than it allows', async () => {
  const paces: (readonly [string, { burst: number; perSecond: number } | undefined])[] = []
  const cloud = openGcpCloud(
    { key: serviceAccountKey, projects: [] },
    {
      ...depsOf(answerGoogle(createSmallGoogle()), nowMs),
      pace: async (key, _signal, limits) => void paces.push([key, limits]),
    },
  )
  const unit = { accountId: 'shop-production', accountName: 'Shop', region: 'global', dataset: 'compute' as const }
  await readAllItems(cloud, unit, nowMs)
  const lists = paces.filter(([key]) => key === 'cloudasset')
  expect(lists.length).toBeGreaterThan(0)
  // 100 a minute, with the burst at its beginning.
  for (const [, limits] of lists)
    expect((limits?.burst ?? 100) + (limits?.perSecond ?? 0) * 60).toBeLessThanOrEqual(100)
})

describe('keys of service accounts', () => {
  it('were last used when Policy Analyzer says, or never', async () => {
    expect(await open().read('identity', 'Service account key')).toEqual({ last_used: 'never' })
    const recent = googleKeyUses({ isSound: true, nowMs })
    const attributes = await open({ keyUses: recent }).read('identity', 'Service account key')
    expect(attributes).toEqual({ last_used: new Date(nowMs - 3 * 86_400_000).toISOString() })
    // A key that is not listed there is not known.
    expect(await open({ keyUses: () => ({}) }).read('identity', 'Service account key')).toEqual({})
  })

  it('are listed without their use where the API is not enabled', async () => {
    const fault = ({ url }: SmallRequest) =>
      url.host.startsWith('policyanalyzer')
        ? refusal('SERVICE_DISABLED', 'Policy Analyzer API has not been used in project 1 before or it is disabled.')
        : undefined
    expect(await open({ fault }).read('identity', 'Service account key')).toEqual({})
  })
})

describe('load balancers for HTTP', () => {
  const base = 'https://www.googleapis.com/compute/v1/projects/shop-production/global'
  const balancer = (urlMap: object) => (_project: string, type: string) => {
    const lists: Record<string, object> = {
      'compute.googleapis.com/GlobalForwardingRule': {
        loadBalancingScheme: 'EXTERNAL',
        target: `${base}/targetHttpProxies/web`,
      },
      'compute.googleapis.com/TargetHttpProxy': {
        selfLink: `${base}/targetHttpProxies/web`,
        urlMap: `${base}/urlMaps/web`,
      },
      'compute.googleapis.com/UrlMap': { selfLink: `${base}/urlMaps/web`, ...urlMap },
    }
    const data = lists[type]
    return data === undefined ? [] : [{ name: `//compute.googleapis.com/${type}`, assetType: type, resource: { data } }]
  }

  it.each([
    [{ defaultUrlRedirect: { httpsRedirect: true } }, 'true'],
    [{ defaultUrlRedirect: { httpsRedirect: true }, pathMatchers: [{ defaultService: 'web' }] }, 'false'],
    [{ defaultService: 'web' }, 'false'],
  ])('with %j take only encrypted connections: %s', async (urlMap, expected) => {
    expect(await open({ assets: balancer(urlMap) }).read('network', 'Load balancer')).toMatchObject({
      tls_only: expected,
    })
  })
})
