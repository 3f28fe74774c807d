/**
 * From a connection to recommendations at list prices: of what the built-in price list does not have, with their source,
 * once a day, and with the built-in prices where the cloud does not answer.
 */
import { randomUUID } from 'node:crypto'
import { answerGetProducts, instanceOffer, type ListedOffer } from '@kept/connectors/aws/live/testing/price-list.ts'
import { answerQuietAws } from '@kept/connectors/aws/live/testing/quiet-account.ts'
import { machinePrice, type RetailPrice } from '@kept/connectors/azure/live/testing/retail-prices.ts'
import {
  answerAzure,
  clientId,
  clientSecret,
  createSmallAzure,
  subscriptionId,
  tenantId,
  unattachedDisk,
} from '@kept/connectors/azure/live/testing/small-azure.ts'
import { readListPrices } from '@kept/store/prices/list-prices.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { deliverBill } from '../testing/idle-address-bill.ts'
import { recentBill } from '../testing/recent-bill.ts'
import { type MeasuredKept, openMeasuredKept } from './testing/measured-kept.ts'
import { firstAccount, type SmallAws, startSmallAws } from './testing/small-aws.ts'

let sync: MeasuredKept
beforeAll(async () => {
  sync = await openMeasuredKept()
})
afterAll(() => sync.close())

/** What is due once a day is due again. */
async function nextDay(id: string): Promise<void> {
  await sync.kept.world.database.scoped(sync.kept.world.scope, (tx) =>
    tx
      .updateTable('sync_unit')
      .set({ completed_at: '2020-01-01T00:00:00Z', throttled_until: null })
      .where('connection_id', '=', id)
      .where('dataset', '=', 'prices')
      .execute(),
  )
}

async function priceUnit(id: string) {
  const { data } = await sync.admin.client.sync.units({ id, dataset: 'prices' })
  return data[0]
}

async function recommendationFor(resourceId: string) {
  await sync.kept.server.features.recommendations.evaluate(sync.kept.world.scope)
  const { data } = await sync.kept.client.costOptimization.recommendations({})
  return data.find(({ resource_id }) => resource_id === resourceId)
}

async function costEvidence(resourceId: string): Promise<string | undefined> {
  const recommendation = await recommendationFor(resourceId)
  return recommendation?.evidence.find(({ label }) => label === 'Cost')?.value
}

/** As it is stored: midnight may pass between a run and the end of its test. */
async function dayOfReading(type: string): Promise<string | undefined> {
  const prices = await readListPrices(sync.kept.world.database, sync.kept.world.scope)
  return prices.find((price) => price.type === type)?.read_at.slice(0, 10)
}

describe('AWS', () => {
  const instance = 'i-0000000000000000a'
  const volume = `vol-${firstAccount}`
  const requested: string[] = []
  let sizes = ['x9z.large']
  let offers: ListedOffer[] = []
  /** How many requests of a test are answered before they are refused. */
  let answered = 0
  let refusal: { type: string; message: string } | undefined
  let aws: SmallAws
  let externalId = ''
  let id = ''

  beforeAll(async () => {
    aws = await startSmallAws({
      ...{ accounts: 1, externalId: () => externalId, isFailing: () => false },
      fault: (action, _count, body) => {
        if (action === 'DescribeInstances') return { status: 200, body: instancesXml(sizes) }
        if (action === 'GetMetricData') return answerQuietAws(firstAccount, action, body)
        if (action !== 'GetProducts') return undefined
        requested.push(body)
        if (refusal && requested.length > answered)
          return { status: 400, body: JSON.stringify({ __type: refusal.type, message: refusal.message }) }
        return { status: 200, body: JSON.stringify(answerGetProducts(offers, body).body) }
      },
    })
    sync.kept.server.services.config.storageEndpoints.push(new URL(aws.url).origin)
    const { data } = await sync.admin.client.connections.create({
      ...{ kind: 'aws', name: `AWS ${randomUUID()}`, access_key_id: 'AKIA', secret_access_key: 'secret' },
      ...{ role_arn: `arn:aws:iam::${firstAccount}:role/KeptRead`, regions: ['us-east-1'], endpoint: aws.url },
    })
    id = data.id
    await sync.hold(id)
    externalId = (await sync.admin.client.sync.get({ id })).data.external_id
  }, 60_000)
  afterAll(() => aws?.close())
  beforeEach(() => {
    requested.length = 0
    answered = 0
    refusal = undefined
  })

  /** Of these sizes, the first one being the instance of the tests. */
  function instancesXml(types: readonly string[]): string {
    const items = types.map((type, index) => {
      const id = index === 0 ? instance : `i-${String(index).padStart(17, '0')}`
      return `<item><instanceId>${id}</instanceId><instanceType>${type}</instanceType><launchTime>2026-01-01T00:00:00Z</launchTime><instanceState><name>running</name></instanceState></item>`
    })
    return `<DescribeInstancesResponse><reservationSet><item><instancesSet>${items.join('')}</instancesSet></item></reservationSet></DescribeInstancesResponse>`
  }

  it('recommends nothing at a price that no one knows, and the rest at built-in prices', async () => {
    const connection = await sync.run(id)
    expect(connection).toMatchObject({ error: '', units: { complete: 27 }, accounts: 1 })
    expect(await recommendationFor(instance)).toBeUndefined()
    expect(await costEvidence(volume)).toBe(
      'Estimated from the public on-demand price of AWS in us-east-1, because no imported bill names resources of this provider',
    )
  }, 60_000)

  it('asks for what the inventory has and nothing else, and names the source of the amount', async () => {
    offers = [instanceOffer('x9z.large', 'us-east-1')]
    await nextDay(id)
    await sync.run(id)
    const products = requested.map((body) =>
      JSON.parse(body).Filters.flatMap(({ Field, Value }: { Field: string; Value: string }) =>
        ['instanceType', 'volumeApiName', 'regionCode'].includes(Field) ? [Value] : [],
      ),
    )
    expect(products.map((names) => names.toSorted().join(' ')).toSorted()).toEqual([
      'gp2 us-east-1',
      'us-east-1 x9z.large',
    ])
    expect(await recommendationFor(instance)).toMatchObject({
      ...{ rule: 'idle-instance', currency: 'USD', monthly_cost: '88.56' },
    })
    expect(await costEvidence(instance)).toBe(
      `Estimated from the AWS Price List: x9z.large in us-east-1, valid since 2026-11-01, read on ${await dayOfReading('x9z.large')}, because no imported bill names resources of this provider`,
    )
    expect(await readListPrices(sync.kept.world.database, sync.kept.world.otherScope)).toEqual([])
  }, 60_000)

  it('asks once a day, and adds a price that changed to those before', async () => {
    offers = [
      instanceOffer('x9z.large', 'us-east-1', { prices: { USD: '0.2' }, effectiveDate: '2026-11-20T00:00:00Z' }),
    ]
    await sync.run(id)
    expect(requested).toEqual([])
    await nextDay(id)
    await sync.run(id)
    expect(await recommendationFor(instance)).toMatchObject({ monthly_cost: '144' })
    await nextDay(id)
    await sync.run(id)
    expect(await storedPrices('x9z.large')).toEqual(['0.123 USD', '0.2 USD'])
  }, 60_000)

  it('keeps the last price while the price list is throttled or cannot be read, and says so', async () => {
    refusal = { type: 'ThrottlingException', message: 'Rate exceeded' }
    await nextDay(id)
    await sync.run(id)
    expect(await priceUnit(id)).toMatchObject({ state: 'throttled', missing_action: '' })
    expect((await priceUnit(id))?.throttled_until).not.toBeNull()
    expect(await recommendationFor(instance)).toMatchObject({ monthly_cost: '144' })
    refusal = undefined
    offers = [instanceOffer('x9z.large', 'us-east-1', { prices: { USD: 'N/A' } })]
    await nextDay(id)
    await sync.run(id)
    expect(await priceUnit(id)).toMatchObject({
      state: 'partial',
      reason:
        'The price of x9z.large in us-east-1 is "N/A", which is no amount above zero. An earlier price, or the one that comes with Kept, is used.',
    })
    expect(await recommendationFor(instance)).toMatchObject({ monthly_cost: '144' })
  }, 60_000)

  it('does not forget a price that it refused when the next page is throttled, and the run after it goes on', async () => {
    // A page has ten products: the first of them is refused, and the eleventh throttled.
    sizes = ['x9z.large', ...Array.from({ length: 11 }, (_, index) => `a${String(index).padStart(2, '0')}.large`)]
    offers = sizes.map((size) =>
      instanceOffer(size, 'us-east-1', { prices: { USD: size === 'a00.large' ? '0' : '0.2' } }),
    )
    refusal = { type: 'ThrottlingException', message: 'Rate exceeded' }
    answered = 10
    await nextDay(id)
    await sync.run(id)
    expect(await priceUnit(id)).toMatchObject({ state: 'throttled' })
    refusal = undefined
    requested.length = 0
    await nextDay(id)
    await sync.run(id)
    expect(requested.join()).not.toContain('a00.large')
    expect(await priceUnit(id)).toMatchObject({
      state: 'partial',
      reason: expect.stringMatching(/^The price of a00\.large in us-east-1 is "0(?:\.0+)?"/),
    })
    sizes = ['x9z.large']
  }, 60_000)

  it('names the permission that is missing, with the statement to add, and keeps the prices it has', async () => {
    refusal = {
      type: 'AccessDeniedException',
      message: 'User: arn:aws:sts::1:assumed-role/KeptRead is not authorized to perform: pricing:GetProducts',
    }
    const { data: checked } = await sync.admin.client.sync.check({ id })
    const missing = checked.capabilities.filter(({ state }) => state === 'missing')
    expect(missing).toMatchObject([{ dataset: 'prices', missing: ['pricing:GetProducts'] }])
    expect(missing[0]?.statement).toContain('"pricing:GetProducts"')
    await nextDay(id)
    await sync.run(id)
    expect(await priceUnit(id)).toMatchObject({ state: 'denied', missing_action: 'pricing:GetProducts' })
    expect(await recommendationFor(volume)).toMatchObject({ monthly_cost: '10' })
    expect(await recommendationFor(instance)).toMatchObject({ monthly_cost: '144' })
  }, 60_000)

  it('keeps the currency of the list, and adds it to no other', async () => {
    offers = [instanceOffer('x9z.large', 'us-east-1', { prices: { CNY: '1' } })]
    await nextDay(id)
    await sync.run(id)
    expect(await recommendationFor(instance)).toMatchObject({ currency: 'CNY', monthly_cost: '720' })
    expect(await recommendationFor(volume)).toMatchObject({ currency: 'USD', monthly_cost: '10' })
  }, 60_000)

  it('takes what the own bill says over every list price', async () => {
    const thing = {
      resource_id: instance,
      meter: 'BoxUsage:x9z.large',
      unit: 'Hours',
      service: 'Amazon Elastic Compute Cloud',
    }
    const bill = { provider: 'AWS', subAccount: firstAccount, region: 'us-east-1', nowMs: Date.now() }
    await deliverBill(sync.kept, recentBill([thing], bill))
    const recommendation = await recommendationFor(instance)
    expect(recommendation).toMatchObject({ rule: 'idle-instance', currency: 'USD' })
    expect(JSON.stringify(recommendation?.evidence)).not.toContain('AWS Price List')
  }, 60_000)

  it('loses its prices with the connection', async () => {
    expect(await storedPrices('x9z.large')).not.toEqual([])
    await sync.admin.client.connections.delete({ id })
    expect(await storedPrices('x9z.large')).toEqual([])
  }, 60_000)

  async function storedPrices(type: string): Promise<string[]> {
    const rows = await sync.kept.world.database.scoped(sync.kept.world.scope, (tx) =>
      tx.selectFrom('list_price').where('type', '=', type).select(['price', 'currency']).orderBy('read_at').execute(),
    )
    return rows.map(({ price, currency }) => `${Number(price)} ${currency}`)
  }
})

describe('Azure', () => {
  const subscription = subscriptionId(31)
  const machine = {
    id: `/subscriptions/${subscription}/resourceGroups/shop/providers/Microsoft.Compute/virtualMachines/erp`,
    name: 'erp',
    type: 'microsoft.compute/virtualmachines',
    location: 'westeurope',
    properties: {
      hardwareProfile: { vmSize: 'Standard_D9z_v9' },
      extended: { instanceView: { powerState: { code: 'PowerState/running' } } },
      timeCreated: '2026-01-01T00:00:00Z',
    },
  }
  const disk = unattachedDisk(subscription, 'old')

  it('prices a size that no built-in list has, and falls back to these when the price list does not answer', async () => {
    const retailPrices: RetailPrice[] = []
    let isDown = false
    const azure = createSmallAzure({
      subscriptions: [subscription],
      resources: (_subscription, type) =>
        type === 'microsoft.compute/virtualmachines' ? [machine] : type === 'microsoft.compute/disks' ? [disk] : [],
      measured: (_id, metric) => (/Network|Disk/.test(metric) ? { total: 0 } : { average: 1, maximum: 1, total: 1 }),
      retailPrices,
      fault: ({ url }) =>
        isDown && url.pathname === '/api/retail/prices' ? { status: 503, body: '<html>' } : undefined,
    })
    const { data } = await sync.admin.client.connections.create({
      ...{ kind: 'azure', name: `azure ${randomUUID()}`, endpoint: await sync.serve(answerAzure(azure)) },
    })
    const { id } = data
    await sync.hold(id)
    await sync.admin.client.sync.setAccess({
      id,
      tenant_id: tenantId,
      client_id: clientId,
      client_secret: clientSecret,
    })
    isDown = true
    expect(await sync.run(id)).toMatchObject({
      error: '',
      accounts: 1,
      units: { complete: 22, partial: 1, not_enabled: 1 },
    })
    expect(await priceUnit(id)).toMatchObject({ state: 'partial', reason: expect.stringContaining('answered 503') })
    const diskId = String(Reflect.get(disk, 'id'))
    expect(await recommendationFor(machine.id)).toBeUndefined()
    expect(await costEvidence(diskId)).toContain('public on-demand price of Azure in East US')
    isDown = false
    retailPrices.push(machinePrice('Standard_D9z_v9', 'westeurope', { retailPrice: 0.2 }))
    await sync.run(id)
    expect(await priceUnit(id)).toMatchObject({ state: 'complete' })
    expect(await recommendationFor(machine.id)).toMatchObject({ rule: 'idle-instance', monthly_cost: '144' })
    expect(await costEvidence(machine.id)).toBe(
      `Estimated from the Azure Retail Prices: Standard_D9z_v9 in westeurope, valid since 2026-10-01, read on ${await dayOfReading('Standard_D9z_v9')}, because no imported bill names resources of this provider`,
    )
  }, 60_000)
})
