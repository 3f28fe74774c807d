/** List prices from an Azure Retail Prices API of our own, in the documented shape. */
import type { ListPrice, PricedProduct } from '@kept/domain/list-price.ts'
import { depsOf, type SmallAnswer, type SmallRequest } from '@kept/domain/sync/testing/small-cloud.ts'
import { describe, expect, it } from 'vitest'
import type { AzureAccess } from './access.ts'
import { openAzureCloud } from './cloud.ts'
import { pricesPort } from './prices.ts'
import { openSession } from './session.ts'
import { answerRetailPrices, diskPrice, machinePrice, type RetailPrice } from './testing/retail-prices.ts'
import { answerAzure, clientId, clientSecret, createSmallAzure, tenantId } from './testing/small-azure.ts'

const nowMs = Date.parse('2026-11-22T10:20:00Z')
const access = { tenant_id: tenantId, client_id: clientId, client_secret: clientSecret, subscriptions: [] }
const location = { accountId: tenantId, accountName: 'Tenant', region: 'global' }
const region = 'westeurope'
const machine: PricedProduct = { kind: 'instance', type: 'Standard_D9z_v9', variant: '', region }
const disk: PricedProduct = { kind: 'volume', type: 'P10 LRS', variant: '', region }

async function read(
  products: readonly PricedProduct[],
  answerTo: (request: SmallRequest) => SmallAnswer,
  cloud: 'public' | 'china' = 'public',
) {
  const addresses: string[] = []
  const deps = depsOf((request) => {
    addresses.push(request.url.href)
    return answerTo(request)
  }, nowMs)
  const session = openSession({ ...access, cloud }, deps)
  const prices: ListPrice[] = []
  const rejected: string[] = []
  let cursor: string | null = null
  do {
    const page = await pricesPort.readPage(session, location, { cursor, targets: [], products, nowMs })
    prices.push(...(page.prices ?? []))
    rejected.push(...(page.rejected ?? []))
    cursor = page.next
  } while (cursor !== null)
  return { prices, rejected, addresses, calls: session.calls(), charged: session.chargedNanos() }
}

const readFrom = (listed: readonly RetailPrice[], products: readonly PricedProduct[], pageSize?: number) =>
  read(products, (request) => answerRetailPrices(listed, request, pageSize))

describe('list prices of Azure', () => {
  it('reads Linux at the pay-as-you-go price, and neither Windows, Spot, a reservation nor another region', async () => {
    const listed = [
      machinePrice(machine.type, region, { retailPrice: 0.1104 }),
      machinePrice(machine.type, region, { productName: 'Virtual Machines Series Windows', retailPrice: 0.2 }),
      machinePrice(machine.type, region, { skuName: 'D9z v9 Spot', retailPrice: 0.02 }),
      machinePrice(machine.type, region, { skuName: 'D9z v9 Low Priority', retailPrice: 0.03 }),
      machinePrice(machine.type, region, { type: 'Reservation', retailPrice: 500 }),
      machinePrice(machine.type, 'eastus', { retailPrice: 0.09 }),
    ]
    const { prices, addresses, calls, charged } = await readFrom(listed, [machine])
    expect(prices).toEqual([
      {
        ...machine,
        ...{ price: '0.1104', unit: 'Hrs', currency: 'USD', sku: 'meter-0', price_list: 'Azure Retail Prices' },
        effective_at: '2026-10-01T00:00:00Z',
      },
    ])
    expect(addresses).toHaveLength(1)
    expect(addresses[0]).toMatch(/^https:\/\/prices\.azure\.com\/api\/retail\/prices\?/)
    expect([calls, charged]).toEqual([1, 0])
  })

  it('follows the link to the next page, and takes the price that is valid now', async () => {
    const listed = [
      { ...diskPrice('P10 LRS', region, 99), meterName: 'P10 LRS Disk Mount' },
      { ...diskPrice('P10 LRS', region, 21.68), effectiveStartDate: '2025-01-01T00:00:00Z' },
      { ...diskPrice('P10 LRS', region, 22.5), effectiveStartDate: '2026-11-01T00:00:00+01:00' },
      { ...diskPrice('P10 LRS', region, 30), effectiveStartDate: '2027-01-01T00:00:00Z' },
    ]
    const { prices, addresses } = await readFrom(listed, [disk], 2)
    expect(prices).toMatchObject([{ price: '22.5', unit: '1/Month', effective_at: '2026-11-01T00:00:00+01:00' }])
    expect(addresses).toHaveLength(2)
  })

  it('takes a price that is valid now, whether or not its end is announced, and none that has ended', async () => {
    const current = { ...diskPrice('P10 LRS', region, 21.68), effectiveStartDate: '2025-01-01T00:00:00Z' }
    const next = { ...diskPrice('P10 LRS', region, 25), effectiveStartDate: '2026-12-01T00:00:00Z' }
    const announced = { ...current, effectiveEndDate: '2026-12-01T00:00:00Z' }
    expect((await readFrom([announced, next], [disk])).prices).toMatchObject([{ price: '21.68' }])
    const ended = { ...current, effectiveEndDate: '2026-11-01T00:00:00Z' }
    expect((await readFrom([ended, next], [disk])).prices).toEqual([])
  })

  it('sends nothing to another host that a link leads to', async () => {
    const link = (request: SmallRequest) => ({
      body: { ...(answerRetailPrices([], request).body as object), NextPageLink: 'https://prices.example/next' },
    })
    await expect(read([disk], link)).rejects.toThrow(/not to prices\.example/)
  })

  it.each([
    ['no number', 'cheap', 'is "cheap", which is no amount above zero'],
    ['nothing', 0, 'is "0", which is no amount above zero'],
  ])('refuses a price that is %s by the name of the product, and reads the others', async (_name, amount, sentence) => {
    const listed = [diskPrice('P10 LRS', region, amount), machinePrice(machine.type, region)]
    const { prices, rejected } = await readFrom(listed, [disk, machine])
    expect(prices.map(({ type }) => type)).toEqual([machine.type])
    expect(rejected).toEqual([`The price of P10 LRS in westeurope ${sentence}.`])
  })

  it('keeps the currency and the smallest amounts as they are', async () => {
    const listed = [machinePrice(machine.type, region, { retailPrice: 1.2e-7, currencyCode: 'EUR' })]
    expect((await readFrom(listed, [machine])).prices).toMatchObject([{ price: '0.00000012', currency: 'EUR' }])
  })

  it('prices addresses and load balancers by their meters', async () => {
    const listed: RetailPrice[] = [
      {
        ...{ serviceName: 'Virtual Network', armRegionName: region, productName: 'IP Addresses', skuName: 'Standard' },
        ...{ meterName: 'Standard IPv4 Static Public IP', retailPrice: 0.006, unitOfMeasure: '1 Hour' },
      },
      {
        ...{ serviceName: 'Load Balancer', armRegionName: region, productName: 'Load Balancer', skuName: 'Standard' },
        ...{ meterName: 'Standard Included LB Rules and Outbound Rules', retailPrice: 0.03, unitOfMeasure: '1 Hour' },
      },
    ]
    const { prices } = await readFrom(listed, [
      { kind: 'address', type: '', variant: '', region },
      { kind: 'load_balancer', type: 'standard', variant: '', region },
    ])
    expect(prices.map(({ kind, price, unit }) => `${kind} ${price} ${unit}`)).toEqual([
      'address 0.006 Hrs',
      'load_balancer 0.03 Hrs',
    ])
  })

  it('waits as Azure asks when it is throttled, and says that Azure China has another list', async () => {
    const busy = { status: 429, headers: { 'retry-after': '60' }, body: {} }
    await expect(read([disk], () => busy)).rejects.toMatchObject({ kind: 'throttled', retryAfterMs: 60_000 })
    await expect(read([disk], () => busy, 'china')).rejects.toMatchObject({ kind: 'not_enabled' })
  })

  it('names the field of an answer that is not as documented', async () => {
    await expect(read([disk], () => ({ body: { Items: [{}] } }))).rejects.toThrow(
      /^The answer to the Azure Retail Prices API is not as documented: Items\.0\./,
    )
  })

  it('are asked for one page by a check, without a token, which says when they are not reached', async () => {
    const requests: SmallRequest[] = []
    const answer = answerAzure(createSmallAzure())
    const check = async (refusal?: SmallAnswer, cloud: AzureAccess['cloud'] = 'public') => {
      const deps = depsOf((request) => {
        if (request.url.pathname !== '/api/retail/prices') return answer(request)
        requests.push(request)
        return refusal ?? answer(request)
      }, nowMs)
      const { capabilities } = await openAzureCloud({ ...access, cloud }, deps).check(async () => undefined)
      return capabilities.find(({ dataset }) => dataset === 'prices')
    }
    expect(await check()).toMatchObject({ state: 'complete', missing: [], reason: '' })
    expect(requests).toHaveLength(1)
    expect(requests[0]?.url.host).toBe('prices.azure.com')
    expect(requests[0]?.headers).not.toHaveProperty('authorization')
    const refused = await check({ status: 403, body: '<html>' })
    expect(refused).toMatchObject({ state: 'missing', missing: [], reason: expect.stringMatching(/\.$/) })
    const busy = await check({ status: 429, headers: { 'retry-after': '60' }, body: {} })
    expect(busy).toMatchObject({ state: 'complete', reason: '' })
    expect(await check(undefined, 'china')).toMatchObject({ reason: expect.stringContaining('Azure China') })
  })
})
