/** List prices from an AWS Price List of our own, in the documented shape. */
import type { ListPrice, PricedProduct } from '@kept/domain/list-price.ts'
import { depsOf, type SmallAnswer } from '@kept/domain/sync/testing/small-cloud.ts'
import { describe, expect, it } from 'vitest'
import { readPolicy } from './policy.ts'
import { pricesPort } from './prices.ts'
import { type AwsAccess, openSession } from './session.ts'
import { answerGetProducts, instanceOffer, type ListedOffer, volumeOffer } from './testing/price-list.ts'

const nowMs = Date.parse('2026-11-22T10:20:00Z')
const location = { accountId: '111111111111', accountName: 'payer', region: 'global' }
const region = 'eu-central-1'
const product = (change: Partial<PricedProduct> = {}): PricedProduct => ({
  ...{ kind: 'instance', type: 'm9z.large', variant: '', region },
  ...change,
})

async function read(
  products: readonly PricedProduct[],
  answerTo: (body: string, count: number) => SmallAnswer,
  access: Partial<AwsAccess> = {},
) {
  const requests: string[] = []
  const hosts = new Set<string>()
  const deps = depsOf(({ url, body }) => {
    hosts.add(url.host)
    requests.push(body)
    return { headers: { 'content-type': 'application/x-amz-json-1.1' }, ...answerTo(body, requests.length) }
  }, nowMs)
  const session = openSession({ access_key_id: 'AKIA', secret_access_key: 'secret', external_id: '', ...access }, deps)
  const prices: ListPrice[] = []
  const rejected: string[] = []
  let cursor: string | null = null
  let pages = 0
  do {
    const page = await pricesPort.readPage(session, location, { cursor, targets: [], products, nowMs })
    prices.push(...(page.prices ?? []))
    rejected.push(...(page.rejected ?? []))
    cursor = page.next
    pages += 1
  } while (cursor !== null)
  return { prices, rejected, requests, pages, hosts: [...hosts], charged: session.chargedNanos() }
}

const readOffers = (offers: readonly ListedOffer[], ...products: PricedProduct[]) =>
  read(products, (body) => answerGetProducts(offers, body))

describe('list prices of AWS', () => {
  it('reads the price of a product in its region, exactly as listed, and nothing else', async () => {
    const offers = [
      instanceOffer('m9z.large', region, { prices: { USD: '0.1230000000' } }),
      instanceOffer('m9z.large', 'us-east-1', { prices: { USD: '0.1' } }),
      instanceOffer('c9z.large', region),
    ]
    const { prices, requests, hosts, charged } = await readOffers(offers, product())
    expect(prices).toEqual([
      {
        ...product(),
        ...{ price: '0.123', unit: 'Hrs', currency: 'USD', sku: 'SKU0', price_list: 'AWS Price List' },
        effective_at: '2026-11-01T00:00:00Z',
      },
    ])
    expect(requests).toHaveLength(1)
    expect(hosts).toEqual(['api.pricing.us-east-1.amazonaws.com'])
    expect(charged).toBe(0)
  })

  it('tells the offers of one family apart by their usage type, in each region', async () => {
    const nat = (usagetype: string, price: string): ListedOffer => ({
      service: 'AmazonEC2',
      attributes: { regionCode: region, productFamily: 'NAT Gateway', usagetype },
      unit: usagetype.endsWith('Hours') ? 'Hrs' : 'GB',
      prices: { USD: price },
    })
    const balancer = (productFamily: string, price: string): ListedOffer => ({
      service: 'AWSELB',
      attributes: { regionCode: region, productFamily, usagetype: 'EUC1-LoadBalancerUsage' },
      unit: 'Hrs',
      prices: { USD: price },
    })
    const fargate = (usagetype: string, part: object, price: string): ListedOffer => ({
      service: 'AmazonECS',
      attributes: { regionCode: region, usagetype, ...part },
      unit: 'hours',
      prices: { USD: price },
    })
    const offers = [
      ...[nat('EUC1-NatGateway-Hours', '0.052'), nat('EUC1-NatGateway-Bytes', '0.051')],
      ...[balancer('Load Balancer-Application', '0.027'), balancer('Load Balancer', '0.03')],
      fargate('EUC1-Fargate-vCPU-Hours:perCPU', { cputype: 'perCPU' }, '0.04656'),
      fargate('EUC1-Fargate-ARM-vCPU-Hours:perCPU', { cputype: 'perCPU' }, '0.03725'),
      volumeOffer('gp3', region, '0.0952'),
    ]
    const { prices } = await readOffers(
      offers,
      product({ kind: 'nat_gateway', type: '' }),
      product({ kind: 'load_balancer', type: 'classic' }),
      product({ kind: 'fargate_cpu', type: 'ARM64' }),
      product({ kind: 'volume', type: 'gp3' }),
    )
    expect(Object.fromEntries(prices.map(({ kind, price }) => [kind, price]))).toEqual({
      ...{ nat_gateway: '0.052', load_balancer: '0.03', fargate_cpu: '0.03725', volume: '0.0952' },
    })
  })

  it('asks for a database by its engine and its zones', async () => {
    const database = (deploymentOption: string, usagetype: string, price: string): ListedOffer => ({
      service: 'AmazonRDS',
      attributes: {
        ...{
          regionCode: region,
          instanceType: 'db.m6g.large',
          databaseEngine: 'PostgreSQL',
          deploymentOption,
          usagetype,
        },
      },
      unit: 'Hrs',
      prices: { USD: price },
    })
    const offers = [
      database('Single-AZ', 'EUC1-InstanceUsage:db.m6g.large', '0.18'),
      database('Multi-AZ', 'EUC1-Multi-AZUsage:db.m6g.large', '0.36'),
    ]
    const { prices } = await readOffers(
      offers,
      product({ kind: 'database', type: 'db.m6g.large', variant: 'postgres, multi-zone' }),
    )
    expect(prices).toMatchObject([{ price: '0.36', variant: 'postgres, multi-zone' }])
  })

  it('reads all products, a few to a page', async () => {
    const types = Array.from({ length: 25 }, (_, index) => `m${String(index).padStart(2, '0')}.large`)
    const offers = types.map((type) => instanceOffer(type, region))
    const { prices, pages, requests } = await readOffers(offers, ...types.map((type) => product({ type })))
    expect([pages, requests.length, prices.length]).toEqual([3, 25, 25])
    expect(prices.map(({ type }) => type)).toEqual(types)
  })

  it.each([
    ['no amount', { prices: { USD: 'free' } }, 'is "free", which is no amount above zero'],
    ['an amount of nothing', { prices: { USD: '0.0000000000' } }, 'which is no amount above zero'],
    ['another unit', { unit: 'Quantity' }, 'is for "Quantity", not for Hrs'],
    ['no currency', { prices: { dollars: '1' } }, 'has the currency "dollars", which does not exist'],
    ['no time zone', { effectiveDate: '2026-11-01T00:00:00' }, 'is valid since "2026-11-01T00:00:00"'],
    ['two amounts', { prices: { USD: '1', EUR: '1' } }, 'is listed 2 times with different amounts'],
    ['a price that is no text', { prices: { USD: 1 } }, 'is not as documented: terms.OnDemand'],
  ])('refuses %s by the name of the product, and reads the others', async (_name, change, sentence) => {
    const offers = [instanceOffer('m9z.large', region, change), instanceOffer('c9z.large', region)]
    const { prices, rejected } = await readOffers(offers, product(), product({ type: 'c9z.large' }))
    expect(prices.map(({ type }) => type)).toEqual(['c9z.large'])
    expect(rejected).toHaveLength(1)
    expect(rejected[0]).toContain('m9z.large')
    expect(rejected[0]).toContain(sentence)
  })

  it('keeps the currency of China, which has a price list of its own, and says that GovCloud has none', async () => {
    const offers = [instanceOffer('m9z.large', 'cn-north-1', { prices: { CNY: '0.8' } })]
    const inChina = product({ region: 'cn-north-1' })
    const answer = (body: string) => answerGetProducts(offers, body)
    const { prices, hosts } = await read([inChina], answer, { home_region: 'cn-north-1' })
    expect(prices).toMatchObject([{ price: '0.8', currency: 'CNY' }])
    expect(hosts).toEqual(['api.pricing.cn-northwest-1.amazonaws.com.cn'])
    await expect(read([product()], answer, { home_region: 'us-gov-west-1' })).rejects.toMatchObject({
      kind: 'not_enabled',
    })
  })

  it('reads a price that the list does not have as none, and a price of the future not yet', async () => {
    const offers = [instanceOffer('c9z.large', region, { effectiveDate: '2026-12-01T00:00:00Z' })]
    const { prices, rejected } = await readOffers(offers, product(), product({ type: 'c9z.large' }))
    expect([prices, rejected]).toEqual([[], []])
  })

  it('stops at a page that names itself as the next one', async () => {
    const answer = { body: { PriceList: [], NextToken: 'again' } }
    await expect(read([product()], () => answer)).rejects.toThrow(/returned the same page of prices of AmazonEC2 twice/)
  })

  it('is allowed by the policy', () => {
    expect(readPolicy().Statement.flatMap(({ Action }) => Action)).toContain('pricing:GetProducts')
  })
})
