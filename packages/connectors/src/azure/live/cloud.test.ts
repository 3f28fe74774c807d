/** Azure with the faults that connectors of others fell over: each is a test by name. */
import { generateKeyPairSync } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { METRIC_HISTORY_DAYS } from '@kept/domain/sync/metric-history.ts'
import type { DiscoveredUnit, LiveCloud } from '@kept/domain/sync/port.ts'
import { depsOf, readAllItems, type SmallRequest, targetOf } from '@kept/domain/sync/testing/small-cloud.ts'
import { describe, expect, it } from 'vitest'
import type { AzureAccess } from './access.ts'
import { openAzureCloud } from './cloud.ts'
import { readActions, roleDefinition } from './setup.ts'
import { resourcesIn } from './testing/recorded-resources.ts'
import {
  answerAzure,
  clientId,
  clientSecret,
  createSmallAzure,
  type SmallAzure,
  subscriptionId,
  tenantId,
  unattachedDisk,
} from './testing/small-azure.ts'
import { failure } from './testing/small-manager.ts'

const access: AzureAccess = {
  tenant_id: tenantId,
  client_id: clientId,
  client_secret: clientSecret,
  cloud: 'public',
  subscriptions: [],
}
const nowMs = Date.parse('2026-11-22T10:20:00Z')

function open(azure: Partial<SmallAzure> = {}, changes: Partial<AzureAccess> = {}): LiveCloud {
  return openAzureCloud({ ...access, ...changes }, depsOf(answerAzure(createSmallAzure(azure)), nowMs))
}

function unit(dataset: DiscoveredUnit['dataset'], index = 1): DiscoveredUnit {
  return { accountId: subscriptionId(index), accountName: 'Shop', region: 'global', dataset }
}

const readAll = (cloud: LiveCloud, dataset: DiscoveredUnit['dataset']) => readAllItems(cloud, unit(dataset), nowMs)

describe('an Azure connection', () => {
  it('pitfall: a list of Azure goes on behind a link (nextLink)', async () => {
    const subscriptions = Array.from({ length: 7 }, (_, index) => subscriptionId(index))
    const { units, accountId } = await open({ subscriptions }).discover()
    expect(accountId).toBe(tenantId)
    expect(new Set(units.map((entry) => entry.accountId))).toEqual(new Set([...subscriptions, tenantId]))
    // And the commitments and list prices of the tenant.
    expect(units).toHaveLength(7 * 22 + 2)
  })

  it('lists over several pages, with the facts that rules read', async () => {
    const resources = (id: string, type: string) =>
      type === 'microsoft.compute/disks'
        ? Array.from({ length: 7 }, (_, index) => unattachedDisk(id, `disk-${index}`))
        : []
    const items = await readAll(open({ resources, pageSize: 3 }), 'compute')
    expect(items).toHaveLength(7)
    expect(items[0]).toMatchObject({
      provider: 'azure',
      type: 'Volume',
      size: '128 GB',
      state: 'unattached',
      state_since: '2026-10-01T00:00:00.000Z',
      region: 'westeurope',
      owner: 'ana',
      attributes: { volume_type: 'Premium_LRS', size_gb: '128' },
      relations: [],
    })
  })

  it('refuses to read a subscription whose role was removed: an empty answer is not an empty subscription', async () => {
    await expect(readAll(open({ actions: () => [] }), 'compute')).rejects.toMatchObject({
      kind: 'denied',
      action: 'Microsoft.Compute/virtualMachines/read',
    })
  })

  it('names the permission that is missing, and in how many subscriptions', async () => {
    const subscriptions = [subscriptionId(1), subscriptionId(2)]
    const actions = (id: string) =>
      id === subscriptionId(1)
        ? ['*/read']
        : readActions().filter((action) => action !== 'Microsoft.Compute/disks/read')
    const { capabilities } = await open({ subscriptions, actions }).check(async () => undefined)
    expect(capabilities.filter(({ state }) => state === 'missing')).toMatchObject([
      {
        dataset: 'compute',
        missing: ['Microsoft.Compute/disks/read'],
        reason: 'Denied in 1 of 2 subscriptions. Add the actions to the role Kept Reader.',
      },
    ])
  })

  it('is content with exactly the role that is published', async () => {
    const { Actions } = JSON.parse(roleDefinition())
    const { capabilities } = await open({ actions: () => Actions }).check(async () => undefined)
    expect(capabilities.flatMap(({ missing }) => missing)).toEqual([])
    for (const action of Actions) {
      const checked = await open({ actions: () => Actions.filter((other: string) => other !== action) }).check(
        async () => undefined,
      )
      expect([...new Set(checked.capabilities.flatMap(({ missing }) => missing))]).toEqual([action])
    }
  })

  it('pitfall: Azure says in several headers how long to wait', async () => {
    const at = (wait: Record<string, string>, times: number) =>
      open({
        fault: ({ url }, count) =>
          url.pathname.endsWith('ResourceGraph/resources') && count <= times
            ? { status: 429, headers: wait, body: { error: { code: 'RateLimiting', message: 'Please throttle.' } } }
            : undefined,
      })
    expect(await readAll(at({ 'Retry-After': '0' }, 2), 'compute')).toHaveLength(1)
    const headers = { 'Retry-After': '5', 'x-ms-user-quota-remaining': '0', 'x-ms-user-quota-resets-after': '00:01:10' }
    await expect(readAll(at(headers, 99), 'compute')).rejects.toMatchObject({ kind: 'throttled', retryAfterMs: 70_000 })
    const ofCost = (seconds: Record<string, number>) =>
      Object.fromEntries(
        Object.entries(seconds).map(([name, wait]) => [
          `x-ms-ratelimit-microsoft.costmanagement-${name}-retry-after`,
          String(wait),
        ]),
      )
    for (const longest of ['entity', 'tenant', 'clienttype', 'qpu'])
      await expect(
        readAll(at(ofCost({ entity: 7, tenant: 8, clienttype: 9, qpu: 10, [longest]: 45 }), 99), 'compute'),
      ).rejects.toMatchObject({ retryAfterMs: 45_000 })
  })

  it('pitfall: the cost API of Azure has one quota for a tenant (azure-cost-exporter#8, azqr#745, azqr#1025)', async () => {
    const requests: SmallRequest[] = []
    const answer = answerAzure(createSmallAzure())
    const cloud = openAzureCloud(
      access,
      depsOf((request) => {
        if (!/\/oauth2\/|\/retail\//.test(request.url.pathname)) requests.push(request)
        return answer(request)
      }, nowMs),
    )
    await cloud.check(async () => undefined)
    for (const location of (await cloud.discover()).units)
      await readAllItems(cloud, location, nowMs).catch((error: unknown) => {
        // The small Azure has no roles for commitments.
        if (location.dataset !== 'commitments') throw error
      })
    expect(requests.length).toBeGreaterThan(20)
    expect(requests.filter(({ url }) => /Microsoft\.(?:CostManagement|Consumption)/i.test(url.pathname))).toEqual([])
    expect(new Set(requests.map(({ headers }) => headers.ClientType))).toEqual(new Set(['Kept']))
  })

  it('pitfall: Resource Graph takes 1,000 subscriptions in a query', async () => {
    const subscriptions = Array.from({ length: 1_200 }, (_, index) => subscriptionId(index))
    const cloud = open({
      subscriptions,
      fault: ({ url, body }) =>
        url.pathname.endsWith('ResourceGraph/resources') && JSON.parse(body).subscriptions.length > 1_000
          ? failure(400, 'BadRequest', 'The number of subscriptions must not exceed 1000.')
          : undefined,
    })
    const units = (await cloud.discover()).units.filter(({ dataset }) => dataset === 'compute')
    expect(units).toHaveLength(1_200)
    const disks = new Set<string>()
    for (const location of units)
      for (const { resource_id } of await readAllItems(cloud, location, nowMs)) disks.add(resource_id)
    expect(disks.size).toBe(1_200)
  }, 60_000)

  it('signs in again once when its token has expired', async () => {
    const cloud = open({
      fault: ({ url }, count) =>
        url.pathname === '/subscriptions' && count === 1
          ? failure(401, 'ExpiredAuthenticationToken', 'The access token expiry UTC time is earlier than now.')
          : undefined,
    })
    await cloud.prove()
    expect(cloud.calls()).toBe(2)
  })

  it('survives HTML in place of an answer', async () => {
    const cloud = open({
      fault: ({ url }) =>
        url.pathname.endsWith('resources') ? { status: 500, body: '<html><h1>Oops</h1></html>' } : undefined,
    })
    await expect(readAll(cloud, 'compute')).rejects.toMatchObject({ kind: 'unavailable' })
  }, 20_000)

  it('refuses silent truncation and repeated pages', async () => {
    const graph = (body: object) =>
      open({ fault: ({ url }) => (url.pathname.endsWith('ResourceGraph/resources') ? { body } : undefined) })
    await expect(readAll(graph({ data: [], resultTruncated: 'true' }), 'compute')).rejects.toThrow(/left out some/)
    await expect(readAll(graph({ data: [], $skipToken: 'again' }), 'compute')).rejects.toThrow(/same page twice/)
    await expect(readAll(graph({ value: [] }), 'compute')).rejects.toThrow(/not as documented: data/)
  })

  it('sends its token to no other host, even when a link leads there', async () => {
    const hosts: string[] = []
    const answer = answerAzure(
      createSmallAzure({
        fault: ({ url }) =>
          url.pathname === '/subscriptions'
            ? { body: { value: [], nextLink: 'https://evil.example.com/subscriptions?page=2' } }
            : undefined,
      }),
    )
    const cloud = openAzureCloud(
      access,
      depsOf((request) => {
        hosts.push(request.url.host)
        return answer(request)
      }),
    )
    await expect(cloud.discover()).rejects.toThrow(
      'Kept sends the token of a connection only to Azure, not to evil.example.com.',
    )
    expect(hosts).toEqual(['login.microsoftonline.com', 'management.azure.com'])
  })

  it.each([
    [
      { tenant_id: 'aaaaaaaa-2222-3333-4444-555555555555' },
      /^There is no tenant aaaaaaaa-.* in Azure\. Check the tenant ID and the cloud\.$/,
    ],
    [{ client_id: 'aaaaaaaa-2222-3333-4444-555555555555' }, /^The tenant .* has no application aaaaaaaa-/],
    [
      { client_secret: 'expired' },
      /^The secret of the application .* has expired\. Create a new one and enter its value\.$/,
    ],
    [
      { client_secret: 'wrong' },
      /^The secret does not belong to the application .*\. Enter the value of the secret, not its ID\.$/,
    ],
    [{ client_secret: undefined, certificate: 'no PEM' }, /^The certificate cannot be read\./],
    [
      { subscriptions: [subscriptionId(9)] },
      /^The application cannot read the subscription 00000000-.*9\. Enter another ID, or none\.$/,
    ],
  ])('says in one sentence what is wrong with %o', async (changes, sentence) => {
    await expect(open({}, changes).prove()).rejects.toThrow(sentence)
  })

  it.each([
    ['us_government', 'login.microsoftonline.us', 'management.usgovcloudapi.net'],
    ['china', 'login.partner.microsoftonline.cn', 'management.chinacloudapi.cn'],
  ] as const)('signs in to %s at its own hosts', async (cloud, login, manager) => {
    const requests: SmallRequest[] = []
    const answer = answerAzure(createSmallAzure())
    await openAzureCloud(
      { ...access, cloud },
      depsOf((request) => {
        requests.push(request)
        return answer(request)
      }),
    ).prove()
    expect(requests.map(({ url }) => url.host)).toEqual([login, manager])
    expect(new URLSearchParams(requests[0]?.body).get('scope')).toBe(`https://${manager}/.default`)
  })

  it('proves a certificate instead of a secret', async () => {
    const { privateKey } = generateKeyPairSync('rsa', {
      modulusLength: 2048,
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
      publicKeyEncoding: { type: 'spki', format: 'pem' },
    })
    const certificate = `-----BEGIN CERTIFICATE-----\n${Buffer.from('certificate').toString('base64')}\n-----END CERTIFICATE-----\n${privateKey}`
    const bodies: string[] = []
    const answer = answerAzure(createSmallAzure())
    await openAzureCloud(
      { ...access, client_secret: undefined, certificate },
      depsOf((request) => {
        bodies.push(request.body)
        return answer(request)
      }),
    ).prove()
    const [header = '', claims = ''] = (new URLSearchParams(bodies[0]).get('client_assertion') ?? '').split('.')
    expect(JSON.parse(Buffer.from(header, 'base64url').toString())).toMatchObject({ alg: 'PS256', typ: 'JWT' })
    expect(JSON.parse(Buffer.from(claims, 'base64url').toString())).toMatchObject({ iss: clientId, sub: clientId })
  })

  it('reads metrics by the hour, leaves gaps, and counts what they cost', async () => {
    const cloud = open()
    const resourceId = `/subscriptions/${subscriptionId(1)}/resourceGroups/shop/providers/Microsoft.Compute/virtualMachines/erp`
    const { points } = await cloud.readPage(unit('metrics'), {
      cursor: null,
      targets: [targetOf(resourceId, 'Instance')],
      nowMs,
    })
    expect(points).toHaveLength(3 * METRIC_HISTORY_DAYS * 24)
    expect(points[0]).toMatchObject({
      resource_id: resourceId,
      metric: 'cpu_utilization',
      value: 1,
      max: 2,
      seconds: 3600,
    })
    expect(points.find(({ metric }) => metric === 'network_in')).toMatchObject({ value: 1, unit: 'bytes/s' })
    expect(cloud.chargedNanos()).toBe(10_000)
  })

  it.each<readonly [string, Record<string, string>]>([
    ['Microsoft.Compute/virtualMachines/a', {}],
    ['Microsoft.Compute/virtualMachineScaleSets/a', {}],
    ['Microsoft.Compute/disks/a', { volume_type: 'PremiumV2_LRS' }],
    ['Microsoft.Sql/servers/a/databases/b', {}],
    ['Microsoft.DBforPostgreSQL/flexibleServers/a', {}],
    ['Microsoft.DBforMySQL/flexibleServers/a', {}],
    ['Microsoft.Web/serverFarms/a', {}],
    ['Microsoft.ContainerService/managedClusters/a', {}],
    ['Microsoft.Cache/Redis/a', {}],
    ['Microsoft.Synapse/workspaces/a/sqlPools/b', {}],
    ['Microsoft.EventHub/namespaces/a', {}],
    ['Microsoft.Network/applicationGateways/a', {}],
    ['Microsoft.Network/loadBalancers/a', { kind: 'standard' }],
    ['Microsoft.Network/virtualNetworkGateways/a', { kind: 'vpn' }],
    ['Microsoft.Network/virtualNetworkGateways/a', { kind: 'expressroute' }],
    ['Microsoft.DocumentDB/databaseAccounts/a', {}],
  ])('asks %s %j only for metrics that Azure documents', async (path, attributes) => {
    const measured = (_id: string, metric: string) =>
      metric === 'AutoscaleMaxThroughput' ? undefined : { average: 1, maximum: 2, total: 3600 }
    const resourceId = `/subscriptions/${subscriptionId(1)}/resourceGroups/shop/providers/${path}`
    const targets = [targetOf(resourceId, '', { attributes })]
    // Azure refuses the request as a whole, and the resource then has no metrics.
    const { points } = await open({ measured }).readPage(unit('metrics'), { cursor: null, targets, nowMs })
    expect(points.length).toBeGreaterThan(0)
  })

  it('is refused metrics that a resource does not have', () => {
    const answer = answerAzure(createSmallAzure())({
      method: 'GET',
      url: new URL(
        'https://management.azure.com/subscriptions/1/resourceGroups/shop/providers/Microsoft.Compute/disks/a/providers/microsoft.insights/metrics?metricnames=Percentage%20CPU',
      ),
      headers: { authorization: 'Bearer azure-token' },
      body: '',
    })
    expect(answer).toMatchObject({ status: 400, body: { code: 'BadRequest' } })
  })

  it('reads no use of capacity of an account that scales by itself', async () => {
    const resourceId = `/subscriptions/${subscriptionId(1)}/resourceGroups/shop/providers/Microsoft.DocumentDB/databaseAccounts/orders`
    const read = async (ceiling: number) => {
      const measured = (_id: string, metric: string) =>
        metric === 'AutoscaleMaxThroughput' ? { maximum: ceiling } : { average: 8, maximum: 9 }
      const targets = [targetOf(resourceId, 'Cosmos DB account')]
      return (await open({ measured }).readPage(unit('metrics'), { cursor: null, targets, nowMs })).points
    }
    expect(await read(4000)).toEqual([])
    expect((await read(0))[0]).toMatchObject({ metric: 'capacity_utilization', value: 8, max: 9 })
  })

  it('takes a warehouse as in use whose clients logged in long ago and ask now', async () => {
    const measured = (_id: string, metric: string) => ({ total: metric === 'ActiveQueries' ? 3 : 0 })
    const resourceId = `/subscriptions/${subscriptionId(1)}/resourceGroups/shop/providers/Microsoft.Synapse/workspaces/reports/sqlPools/main`
    const { points } = await open({ measured }).readPage(unit('metrics'), {
      cursor: null,
      targets: [targetOf(resourceId, 'Data warehouse')],
      nowMs,
    })
    expect(new Set(points.map(({ metric, value }) => `${metric} ${value}`))).toEqual(new Set(['connections 3']))
  })
})

/** Recorded answers of real accounts; they are not part of this repository. */
const folder = new URL('../../../../../../shared/data/cloud-recordings/azure/', import.meta.url)
const files = (() => {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
})()

describe.skipIf(files.length === 0)(
  `recorded answers${files.length === 0 ? ' (skipped: ../shared/data/cloud-recordings is not here)' : ''}`,
  () => {
    it('become inventory, with no shape that is not handled', async () => {
      const { inventoryPorts } = await import('./ports.ts')
      const { azureResourceSchema } = await import('./resource.ts')
      const { inventoryItemSchema } = await import('@kept/domain/resource.ts')
      const queries = inventoryPorts.flatMap((port) => port.queries)
      const seen = new Map<string, number>()
      for (const file of files) {
        for (const resource of resourcesIn(
          JSON.parse(readFileSync(new URL(encodeURIComponent(file), folder), 'utf8')),
        )) {
          const query = queries.find(({ type }) => type === String(resource.type).toLowerCase())
          if (!query) continue
          const parsed = azureResourceSchema.safeParse(resource)
          expect(parsed.error, file).toBeUndefined()
          if (!parsed.data) continue
          for (const item of query.toItems(parsed.data, unit('compute'))) inventoryItemSchema.parse(item)
          seen.set(query.type, (seen.get(query.type) ?? 0) + 1)
        }
      }
      process.stderr.write(`recorded Azure resources: ${JSON.stringify(Object.fromEntries(seen))}\n`)
      expect(seen.size).toBeGreaterThan(5)
    })
  },
)
