/** Azure with the faults that connectors of others fell over: each is a test by name. */
import { depsOf, readAllItems, type SmallRequest } from '@kept/domain/sync/testing/small-cloud.ts'
import { describe, expect, it } from 'vitest'
import { openAzureCloud } from './cloud.ts'
import { readActions, roleDefinition } from './setup.ts'
import { access, nowMs, openSmallAzure, readAll } from './testing/open-small-azure.ts'
import { answerAzure, createSmallAzure, subscriptionId, tenantId, unattachedDisk } from './testing/small-azure.ts'
import { failure } from './testing/small-manager.ts'

describe('an Azure connection', () => {
  it('pitfall: a list of Azure goes on behind a link (nextLink)', async () => {
    const subscriptions = Array.from({ length: 7 }, (_, index) => subscriptionId(index))
    const { units, accountId } = await openSmallAzure({ subscriptions }).discover()
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
    const items = await readAll(openSmallAzure({ resources, pageSize: 3 }), 'compute')
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
    await expect(readAll(openSmallAzure({ actions: () => [] }), 'compute')).rejects.toMatchObject({
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
    const { capabilities } = await openSmallAzure({ subscriptions, actions }).check(async () => undefined)
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
    const { capabilities } = await openSmallAzure({ actions: () => Actions }).check(async () => undefined)
    expect(capabilities.flatMap(({ missing }) => missing)).toEqual([])
    for (const action of Actions) {
      const checked = await openSmallAzure({
        actions: () => Actions.filter((other: string) => other !== action),
      }).check(async () => undefined)
      expect([...new Set(checked.capabilities.flatMap(({ missing }) => missing))]).toEqual([action])
    }
  })

  it('pitfall: Azure says in several headers how long to wait', async () => {
    const at = (wait: Record<string, string>, times: number) =>
      openSmallAzure({
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
    const cloud = openSmallAzure({
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

  it('survives HTML in place of an answer', async () => {
    const cloud = openSmallAzure({
      fault: ({ url }) =>
        url.pathname.endsWith('resources') ? { status: 500, body: '<html><h1>Oops</h1></html>' } : undefined,
    })
    await expect(readAll(cloud, 'compute')).rejects.toMatchObject({ kind: 'unavailable' })
  }, 20_000)

  it('refuses silent truncation and repeated pages', async () => {
    const graph = (body: object) =>
      openSmallAzure({ fault: ({ url }) => (url.pathname.endsWith('ResourceGraph/resources') ? { body } : undefined) })
    await expect(readAll(graph({ data: [], resultTruncated: 'true' }), 'compute')).rejects.toThrow(/left out some/)
    await expect(readAll(graph({ data: [], $skipToken: 'again' }), 'compute')).rejects.toThrow(/same page twice/)
    await expect(readAll(graph({ value: [] }), 'compute')).rejects.toThrow(/not as documented: data/)
  })
})
