/** Resources over HTTP: rows from the bill, joined with an inventory and metrics. */

import { syncResources } from '@kept/store/resources/sync.ts'
import { lineOn } from '@kept/store/testing/lines.ts'
import { publishLines } from '@kept/store/testing/publish.ts'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { openKept, type TestKept } from '../testing.ts'
import { factsChangedJob } from './changed-job.ts'

let kept: TestKept
const vm = '/subscriptions/1/resourceGroups/rg/providers/Microsoft.Compute/virtualMachines/erp app'
const machine = 'arn:aws:ec2:us-east-1:11:instance/i-1'

const line = (resource: string, cost: string, more = {}) =>
  lineOn('2026-06-15', {
    BilledCost: cost,
    EffectiveCost: cost,
    ServiceProviderName: 'AWS',
    SubAccountId: '11',
    SubAccountName: 'shop',
    ServiceName: 'Amazon Elastic Compute Cloud',
    RegionId: 'us-east-1',
    ResourceId: resource,
    ResourceType: 'EC2 instance',
    SkuMeter: 'BoxUsage',
    ...more,
  })

beforeAll(async () => {
  kept = await openKept()
  const { world } = kept
  await publishLines(world, world.scope, 'load-1', [
    line(machine, '10.000000000000000000000000000001', { Tags: { team: 'storefront' } }),
    line(machine, '5'),
    line(vm, '7', { ServiceProviderName: 'Microsoft', BillingCurrency: 'EUR', ResourceType: 'Virtual machine' }),
    ...Array.from({ length: 30 }, (_, i) => line(`vol-${i}`, String(i + 1), { ResourceType: 'EBS volume' })),
    line('', '100'),
  ])
  await publishLines(world, world.otherScope, 'load-2', [line('i-foreign', '1')])
  await syncResources(world.database, world.warehouse, world.scope)
  await syncResources(world.database, world.warehouse, world.otherScope)
})
afterAll(() => kept.close())

describe('the list', () => {
  it('lists every ResourceId of the bill with its exact cost, highest of each currency first', async () => {
    const { data, meta } = await kept.client.resources.list({ currency: 'USD', limit: 3 })
    expect(data.map(({ resource_id }) => resource_id)).toEqual(['vol-29', 'vol-28', 'vol-27'])
    expect(meta.total).toBe(31)
    expect(meta.totals.find(({ currency }) => currency === 'USD')?.effective).toBe('480.000000000000000000000000000001')
    const [resource] = (await kept.client.resources.list({ search: 'storefront' })).data
    expect(resource).toMatchObject({
      resource_id: machine,
      name: 'i-1',
      owner: 'storefront',
      costs: [{ currency: 'USD', effective: '15.000000000000000000000000000001' }],
      last_charged_on: '2026-06-15',
    })
  })
  it('are exported with filter and order, a line for each currency, every digit, no formula', async () => {
    const download = async (query: string, organization: 'own' | 'other' = 'own') => {
      const answer = await fetch(`${kept.url}/v1/resources.csv?${query}`, { headers: kept.headers(organization) })
      return { status: answer.status, name: answer.headers.get('content-disposition'), text: await answer.text() }
    }
    const all = await download('sort=cost&order=desc')
    expect(all.name).toMatch(/^attachment; filename="resources-\d{4}-\d\d-\d\d\.csv"$/)
    expect(all.text.split('\r\n')).toHaveLength(32 + 2)
    const few = await download(`currency=USD&search=storefront`)
    expect(few.text.split('\r\n')[1]).toBe(
      `${machine},i-1,EC2 instance,AWS,Amazon Elastic Compute Cloud,11,shop,us-east-1,storefront,,,USD,15.000000000000000000000000000001,15.000000000000000000000000000001,0,,,2026-06-15,2026-06-15,team: storefront`,
    )
    expect((await download('', 'other')).text.split('\r\n').map((line) => line.split(',')[0])).toEqual([
      'Resource',
      'i-foreign',
      '',
    ])
    expect((await download('sort=nonsense')).status).toBe(400)
  })
  it('pages by cursor to the last row, each once', async () => {
    for (const sort of ['cost', 'name', 'type', 'last_charged_on'] as const) {
      const ids: string[] = []
      let cursor: string | undefined
      do {
        const { data, meta } = await kept.client.resources.list({ sort, limit: 7, ...(cursor ? { cursor } : {}) })
        ids.push(...data.map(({ resource_id }) => resource_id))
        cursor = meta.next ?? undefined
      } while (cursor)
      expect([sort, ids.length, new Set(ids).size]).toEqual([sort, 32, 32])
    }
    await expect(kept.client.resources.list({ cursor: 'nonsense' })).rejects.toMatchObject({ code: 'bad_input' })
  })
  it('is filtered and grouped', async () => {
    expect((await kept.client.resources.list({ type: 'EBS volume' })).meta.total).toBe(30)
    expect((await kept.client.resources.list({ tag: 'team:storefront' })).meta.total).toBe(1)
    expect((await kept.client.resources.list({ tag: 'team' })).meta.total).toBe(1)
    expect((await kept.client.resources.list({ search: "x' OR 1=1" })).meta.total).toBe(0)
    const { data } = await kept.client.resources.groups({ group_by: 'type' })
    expect(data.map(({ value, resources }) => [value, resources])).toEqual([
      ['EBS volume', 30],
      ['EC2 instance', 1],
      ['Virtual machine', 1],
    ])
    const { data: tags } = await kept.client.resources.groups({ group_by: 'tag', tag: 'team' })
    expect(tags.map(({ value, resources }) => [value, resources])).toContainEqual(['team:storefront', 1])
  })
  it('is invisible to other organizations', async () => {
    expect((await kept.otherClient.resources.list({})).data.map(({ resource_id }) => resource_id)).toEqual([
      'i-foreign',
    ])
    await expect(kept.otherClient.resources.get({ id: machine })).rejects.toMatchObject({ code: 'not_found' })
  })
})

describe('required tags', () => {
  it('are previewed, reported with the share of the cost, and limit the list', async () => {
    const own = { organization: 'own' }
    const policy = { ...own, kind: 'required_tags' as const }
    const instances = { tags: ['Team'], resource_types: ['EC2 instance'] }
    expect((await kept.client.requiredTags.get(own)).data).toBeNull()
    const { data: preview } = await kept.client.securityPolicies.preview({
      ...policy,
      settings: { tags: ['team', 'env'], accounts: ['11'] },
    })
    expect(preview).toMatchObject({ refusal: null, people: [], tags: { resources: 32, lacking: 32 } })
    expect(preview.tags?.tags).toEqual([
      { tag: 'env', lacking: 32 },
      { tag: 'team', lacking: 31 },
    ])
    const { data: created } = await kept.client.securityPolicies.create({
      ...policy,
      enabled: true,
      settings: instances,
    })
    const { data: met } = await kept.client.requiredTags.get(own)
    expect(met).toMatchObject({ resources: 1, lacking: 0, costs: [{ currency: 'USD', lacking_percent: '0.0' }] })
    await kept.client.securityPolicies.update({ ...own, id: created.id, settings: { tags: ['team'] } })
    const { data: report } = await kept.client.requiredTags.get(own)
    expect(report?.costs).toEqual([
      {
        ...{ currency: 'USD', effective: '480.000000000000000000000000000001' },
        ...{ lacking: '465', lacking_percent: '96.9' },
      },
      { currency: 'EUR', effective: '7', lacking: '7', lacking_percent: '100.0' },
    ])
    expect(report?.top[0]).toMatchObject({ resource_id: 'vol-29', effective: '30', lacking: ['team'] })
    const { meta } = await kept.client.resources.list({ without_required_tags: 'true' })
    expect(meta.total).toBe(31)
    const lackingOf = async (id: string) => (await kept.client.resources.get({ id })).data.lacking_tags
    expect([await lackingOf('vol-29'), await lackingOf(machine)]).toEqual([['team'], []])
    const { data: event } = await kept.client.security.listAuditLogs({ ...own, action: 'security_policy.updated' })
    expect(event[0]?.summary).toContain('required_tags')
    await kept.client.securityPolicies.update({
      ...own,
      id: created.id,
      settings: { tags: ['team'], accounts: ['12'] },
    })
    expect((await kept.client.resources.list({ without_required_tags: 'true' })).meta.total).toBe(0)
    expect(await lackingOf('vol-29')).toEqual([])
    const { data: weakened } = await kept.client.security.listAuditLogs({ ...own, action: 'security_policy.weakened' })
    expect(weakened).toHaveLength(1)
    await kept.client.securityPolicies.remove({ ...own, id: created.id })
    await expect(kept.client.securityPolicies.preview({ ...policy, settings: { tags: [] } })).rejects.toMatchObject({
      status: 400,
    })
    await expect(kept.otherClient.requiredTags.get(own)).rejects.toMatchObject({ status: 404 })
  })
  it('are not wanted of commitments, which clouds list without their tags, unless the policy names them', async () => {
    const own = { organization: 'own' }
    await kept.client.resources.putInventory({
      items: [{ provider: 'aws', resource_id: 'ri-1', type: 'Commitment', sub_account_id: '77' }],
    })
    const previewOf = async (resource_types: string[]) => {
      const settings = { tags: ['team'], accounts: ['77'], resource_types }
      const { data } = await kept.client.securityPolicies.preview({ ...own, kind: 'required_tags', settings })
      return data.tags
    }
    expect(await previewOf([])).toMatchObject({ resources: 0, lacking: 0 })
    expect(await previewOf(['Commitment'])).toMatchObject({ resources: 1, lacking: 1 })
    await kept.world.database.scoped(kept.world.scope, (tx) =>
      tx.deleteFrom('resource').where('resource_id', '=', 'ri-1').execute(),
    )
  })
})

describe('one resource', () => {
  it('is found by an id with slashes, spaces and colons in it', async () => {
    expect((await kept.client.resources.get({ id: vm })).data).toMatchObject({ resource_id: vm, provider: 'Microsoft' })
    const { data } = await kept.client.resources.costs({ id: machine })
    expect(data.currencies).toEqual([
      {
        currency: 'USD',
        effective: '15.000000000000000000000000000001',
        billed: '15.000000000000000000000000000001',
        days: [{ date: '2026-06-15', effective: '15.000000000000000000000000000001', meter: 'BoxUsage' }],
      },
    ])
    expect((await kept.client.resources.recommendations({ id: machine })).data).toEqual([])
  })
  it('reads an inventory, and its relations', async () => {
    const { data } = await kept.client.resources.putInventory({
      items: [
        { provider: 'aws', resource_id: machine, name: 'web', size: 'm6i.large', state: 'running', owner: 'Ada' },
        {
          provider: 'amazon',
          resource_id: 'vol-3',
          state: 'in-use',
          relations: [{ kind: 'attached_to', resource_id: machine }],
        },
        { provider: 'aws', resource_id: 'snap-lone', type: 'EBS snapshot' },
      ],
    })
    expect(data).toMatchObject({ items: 3, relations: 1, in_bill: 2 })
    const { data: details } = await kept.client.resources.get({ id: machine })
    expect(details).toMatchObject({
      name: 'web',
      size: 'm6i.large',
      owner: 'Ada',
      type: 'EC2 instance',
      in_bill: true,
      in_inventory: true,
      relations: [{ kind: 'attached_to', direction: 'in', resource_id: 'vol-3', exists: true }],
    })
    expect((await kept.client.resources.get({ id: 'snap-lone' })).data).toMatchObject({
      in_bill: false,
      provider: 'AWS',
    })
  })
  it('keeps inventory data when its bill is undone, and removes resources that only the bill had', async () => {
    const { database, warehouse, scope } = kept.world
    // Its job would remove the rows before the test does.
    await vi.waitFor(async () => expect(await kept.server.services.jobs.pending(factsChangedJob)).toEqual([]), {
      timeout: 60_000,
      interval: 50,
    })
    await database.scoped(scope, (tx) =>
      tx
        .updateTable('cost_load')
        .set({ status: 'superseded', superseded_at: new Date(), superseded_by: (eb) => eb.ref('import_id') })
        .execute(),
    )
    expect(await syncResources(database, warehouse, scope)).toEqual({ in_bill: 0, removed: 30 })
    const remaining = (await kept.client.resources.list({})).data
    expect(remaining.map(({ resource_id, costs }) => [resource_id, costs])).toEqual([
      [machine, []],
      ['snap-lone', []],
      ['vol-3', []],
    ])
    await database.scoped(scope, (tx) =>
      tx.updateTable('cost_load').set({ status: 'current', superseded_at: null, superseded_by: null }).execute(),
    )
    expect(await syncResources(database, warehouse, scope)).toEqual({ in_bill: 32, removed: 0 })
  })
  it('imports an inventory file, and reports rejected rows', async () => {
    const send = async (text: string) => {
      const answer = await fetch(`${kept.url}/v1/resources/inventory/import?name=all.csv`, {
        method: 'POST',
        headers: kept.headers('own'),
        body: text,
      })
      return {
        status: answer.status,
        body: (await answer.json()) as { data: Record<string, unknown>; message: string },
      }
    }
    const csv =
      'provider,resource_id,state,tag:team,relations\naws,vol-4,available,data,\naws,,x,,\naws,vol-5,in-use,,attached_to:vol-6'
    expect((await send(csv)).body.data).toMatchObject({ items: 2, relations: 1, rejected: 1 })
    expect((await kept.client.resources.get({ id: 'vol-4' })).data).toMatchObject({
      state: 'available',
      tags: { team: 'data' },
    })
    const empty = await send('provider,resource_id\n')
    expect([empty.status, empty.body.message]).toEqual([400, expect.stringContaining('has no resources')])
  })
})
