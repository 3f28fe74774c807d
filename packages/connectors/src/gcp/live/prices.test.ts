/** List prices from a Cloud Billing Catalog of our own, in the documented shape. */
import { existsSync, readFileSync } from 'node:fs'
import type { ListPrice, PricedProduct } from '@kept/domain/list-price.ts'
import { depsOf, type SmallAnswer, type SmallRequest } from '@kept/domain/sync/testing/small-cloud.ts'
import { describe, expect, it } from 'vitest'
import { openGcpCloud } from './cloud.ts'
import { readOffers } from './prices/pricing-info.ts'
import { pricesPort } from './prices.ts'
import { openSession } from './session.ts'
import { setupDocuments } from './setup.ts'
import { type CatalogSku, dollars, machineSkus } from './testing/price-catalog.ts'
import {
  answerGoogle,
  createSmallGoogle,
  smallGoogleNowMs as nowMs,
  refusal,
  type SmallGoogle,
  serviceAccountKey,
} from './testing/small-google.ts'

const access = { key: serviceAccountKey, projects: [] }
const location = { accountId: serviceAccountKey.client_email, accountName: 'All projects', region: 'global' }
const region = 'europe-west1'
const cpu: PricedProduct = { kind: 'instance', type: 'e2', variant: 'CPU', region }
const memory: PricedProduct = { ...cpu, variant: 'memory' }
const disk: PricedProduct = { kind: 'volume', type: 'pd-ssd', variant: '', region }
const diskSku: CatalogSku = {
  ...{ description: 'SSD backed PD Capacity in Belgium', regions: [region], usageUnit: 'GiBy.mo' },
  rates: [[0, dollars('0.187')]],
}

async function read(products: readonly PricedProduct[], google: Partial<SmallGoogle>, from: string | null = null) {
  const requests: URL[] = []
  const answer = answerGoogle(createSmallGoogle(google))
  const deps = depsOf((request) => {
    if (request.url.host === 'cloudbilling.googleapis.com') requests.push(request.url)
    return answer(request)
  }, nowMs)
  const session = openSession(access, deps)
  const prices: ListPrice[] = []
  const rejected: string[] = []
  let cursor = from
  do {
    const page = await pricesPort.readPage(session, location, { cursor, targets: [], products, nowMs })
    prices.push(...(page.prices ?? []))
    rejected.push(...(page.rejected ?? []))
    cursor = page.next
  } while (cursor !== null)
  const paths = requests.map(({ pathname }) => pathname)
  return { prices, rejected, requests, paths, calls: session.calls(), charged: session.chargedNanos() }
}
const readFrom = (catalog: readonly CatalogSku[], products: readonly PricedProduct[], pageSize?: number) =>
  read(products, { catalog, ...(pageSize !== undefined && { pageSize }) })

describe('list prices of Google Cloud', () => {
  it('reads vCPU and memory on demand, and no other SKU of the family, of another family or region', async () => {
    const [core, ram] = machineSkus('E2 Instance', region, { cpu: '0.023992749', memory: '0.003215883', skuId: 'E2' })
    const other = { ...core, rates: [[0, dollars('9')]] } as CatalogSku
    const { prices, requests, calls, charged } = await readFrom(
      [
        { ...other, description: 'Spot Preemptible E2 Instance Core running in Belgium', usageType: 'Preemptible' },
        { ...other, description: 'E2 Instance Core running in Belgium', usageType: 'Preemptible' },
        { ...other, description: 'Commitment v1: E2 Cpu in Belgium for 1 Year', usageType: 'Commit1Yr' },
        { ...other, description: 'E2 Custom Extended Instance Core running in Belgium' },
        { ...other, description: 'E2 Instance Core running in Belgium (DWS Defined Duration)' },
        { ...other, description: 'N2 Instance Core running in Belgium' },
        { ...other, regions: ['us-central1'] },
        ...[core, ram].filter((sku) => sku !== undefined),
      ],
      [cpu, memory],
    )
    const shared = { unit: 'Hrs', currency: 'USD', sku: 'E2', price_list: 'Google Cloud Billing Catalog' }
    expect(prices).toEqual([
      { ...cpu, ...shared, price: '0.023992749', effective_at: '2026-10-01T00:00:00Z' },
      { ...memory, ...shared, price: '0.003215883', effective_at: '2026-10-01T00:00:00Z' },
    ])
    expect(requests.map(({ pathname }) => pathname)).toEqual(['/v1/services', '/v1/services/6F81-5844-456A/skus'])
    expect(requests[1]?.searchParams.get('currencyCode')).toBe('USD')
    // The token is one more.
    expect([calls, charged]).toEqual([2, 0])
  })

  it('prices disks of one and two zones, snapshots and addresses, also those that are the same everywhere', async () => {
    const skuOf = (description: string, amount: string, usageUnit = 'h', regions = [region]): CatalogSku => ({
      ...{ description, regions, usageUnit },
      rates: [[0, dollars(amount)]],
    })
    const { prices, rejected } = await readFrom(
      [
        diskSku,
        skuOf('Regional SSD backed PD Capacity in Belgium', '0.374', 'GiBy.mo'),
        skuOf('Storage PD Snapshot in Belgium', '0.06', 'GiBy.mo'),
        skuOf('Static Ip Charge in Belgium', '0.011'),
        skuOf('Static Ip Charge', '0.01', 'h', ['global']),
        skuOf('External IP Charge on a Standard VM', '0.005', 'h', ['global']),
        skuOf('External IP Charge on a Spot Preemptible VM', '0.0025', 'h', ['global']),
      ],
      [
        ...[disk, { ...disk, variant: 'two zones' }, { ...disk, kind: 'snapshot' as const, type: '' }],
        ...['idle', 'in use'].map((variant) => ({ kind: 'address' as const, type: '', variant, region })),
        { kind: 'address', type: '', variant: 'idle', region: 'us-central1' },
      ],
    )
    expect(rejected).toEqual([])
    expect(prices.map(({ kind, variant, price, unit }) => `${kind} ${variant} ${price} ${unit}`)).toEqual([
      ...['volume  0.187 GB-Mo', 'volume two zones 0.374 GB-Mo', 'snapshot  0.06 GB-Mo'],
      ...['address idle 0.011 Hrs', 'address in use 0.005 Hrs', 'address idle 0.01 Hrs'],
    ])
  })

  it('prices databases by vCPU, memory and zones, in a list of their own', async () => {
    const part = (name: string, amount: string, usageUnit = 'h'): CatalogSku => ({
      ...{ service: 'Cloud SQL', description: `Cloud SQL for ${name} in Belgium`, regions: [region], usageUnit },
      rates: [[0, dollars(amount)]],
    })
    const products = ['vCPU', 'memory', 'db-f1-micro'].map((type) => ({
      ...{ kind: 'database' as const, type, variant: 'PostgreSQL, multi-zone', region },
    }))
    const catalog = [
      part('PostgreSQL: Zonal - vCPU', '0.0413'),
      part('PostgreSQL: Regional - vCPU', '0.0826'),
      part('PostgreSQL: Regional - Enterprise Plus vCPU', '0.9'),
      part('PostgreSQL: Regional - RAM', '0.014', 'GiBy.h'),
      part('PostgreSQL: Regional - Micro instance', '0.021'),
      part('MySQL: Regional - vCPU', '0.5'),
      diskSku,
    ]
    const { prices, paths } = await readFrom(catalog, [...products, disk])
    expect(prices.map(({ type, price }) => `${type} ${price}`)).toEqual([
      ...['pd-ssd 0.187', 'vCPU 0.0826', 'memory 0.014', 'db-f1-micro 0.021'],
    ])
    expect(paths.filter((path) => path.endsWith('/skus'))).toEqual([
      '/v1/services/6F81-5844-456A/skus',
      '/v1/services/9662-B51E-5089/skus',
    ])
    // A run that goes on after the first list does not read it again.
    const goesOn = await read([...products, disk], { catalog }, 'Compute Engine')
    expect(goesOn.paths.join()).not.toContain('6F81-5844-456A/skus')
  })

  it('asks for nothing where the inventory has nothing that is priced', async () => {
    expect((await readFrom([diskSku], [])).calls).toBe(0)
    const unpriced = { kind: 'instance' as const, type: 'n2', variant: 'CPU', region }
    expect((await readFrom([diskSku], [unpriced])).calls).toBe(0)
  })

  it('follows the token through all pages, of services and of SKUs', async () => {
    const noise = Array.from({ length: 3 }, (_, index) => ({ ...diskSku, description: `Storage Image ${index}` }))
    const { prices, paths } = await readFrom([...noise, diskSku], [disk], 1)
    expect(prices).toMatchObject([{ price: '0.187' }])
    expect(paths.filter((path) => path.endsWith('/services'))).toHaveLength(2)
    expect(paths.filter((path) => path.endsWith('/skus'))).toHaveLength(4)
  })

  it('refuses a list that returns the same page twice, and one without the service', async () => {
    const fault = ({ url }: SmallRequest): SmallAnswer | undefined =>
      url.pathname.endsWith('/skus') ? { body: { skus: [], nextPageToken: 'same' } } : undefined
    await expect(read([disk], { fault })).rejects.toThrow('the Cloud Billing Catalog returned the same page twice.')
    const none = ({ url }: SmallRequest): SmallAnswer | undefined =>
      url.pathname.endsWith('/services') ? { body: { services: [] } } : undefined
    await expect(read([disk], { fault: none })).rejects.toThrow(/lists no service named Compute Engine/)
  })

  it('takes the first rate that is charged, and the price that is valid now', async () => {
    const tiers: CatalogSku['rates'] = [
      [100, dollars('0.1')],
      [0, dollars('0')],
      [5, dollars('0.2')],
    ]
    expect((await readFrom([{ ...diskSku, rates: tiers }], [disk])).prices).toMatchObject([{ price: '0.2' }])
    const since = (effectiveTime: string, amount: string): CatalogSku => ({
      ...diskSku,
      effectiveTime,
      rates: [[0, dollars(amount)]],
    })
    const listed = [
      since('2025-01-01T00:00:00Z', '0.1'),
      since('2026-11-01T00:00:00.5Z', '0.2'),
      since('2027-01-01T00:00:00Z', '0.3'),
    ]
    expect((await readFrom(listed, [disk])).prices).toMatchObject([
      { price: '0.2', effective_at: '2026-11-01T00:00:00.5Z' },
    ])
  })

  it('has no price of a SKU that ended: it is not listed any more', async () => {
    expect(await readFrom([], [disk])).toMatchObject({ prices: [], rejected: [] })
  })

  const entry = (unitPrice: object, usageUnit = 'GiBy.mo') => [
    { effectiveTime: '2026-10-01T00:00:00Z', pricingExpression: { usageUnit, tieredRates: [{ unitPrice }] } },
  ]
  it.each<[string, Partial<CatalogSku>, string]>([
    [
      'nothing',
      { rates: [[0, dollars('0')]] },
      'The price of pd-ssd in europe-west1 is "0.000000000", which is no amount above zero.',
    ],
    ['no list of rates', { rates: [] }, ''],
    [
      'below zero',
      { pricingInfo: entry({ currencyCode: 'USD', units: '-1' }) },
      'The price of pd-ssd in europe-west1 is "-1.000000000", which is no amount above zero.',
    ],
    [
      'no number',
      { pricingInfo: entry({ currencyCode: 'USD', units: 'cheap' }) },
      'The Google Cloud Billing Catalog has an entry for pd-ssd in europe-west1 that is not as documented: pricingInfo.0.pricingExpression.tieredRates.0.unitPrice.units.',
    ],
    ['for another unit', { usageUnit: 'h' }, 'The price of pd-ssd in europe-west1 is for "h", not for GB-Mo.'],
    [
      'in a currency that does not exist',
      { pricingInfo: entry({ currencyCode: 'dollars', units: '1' }) },
      'The price of pd-ssd in europe-west1 has the currency "dollars", which does not exist.',
    ],
    [
      'valid since no time',
      { effectiveTime: '2026-10-01' },
      'The price of pd-ssd in europe-west1 is valid since "2026-10-01", which is no time with its zone.',
    ],
  ])('refuses a price that is %s by the name of the product, and reads the others', async (_name, change, sentence) => {
    const core = machineSkus('E2 Instance', region, { cpu: '0.02', memory: '0.003' })
    const { prices, rejected } = await readFrom([{ ...diskSku, ...change }, ...core], [disk, cpu])
    expect(prices.map(({ type }) => type)).toEqual(['e2'])
    expect(rejected).toEqual(sentence === '' ? [] : [sentence])
  })

  it('refuses two SKUs with different amounts: nothing says which one is billed', async () => {
    const { prices, rejected } = await readFrom([diskSku, { ...diskSku, rates: [[0, dollars('0.2')]] }], [disk])
    expect(prices).toEqual([])
    expect(rejected).toEqual(['The price of pd-ssd in europe-west1 is listed 2 times with different amounts.'])
  })

  it('keeps the currency and the smallest amounts as they are', async () => {
    const inEuros = { ...diskSku, pricingInfo: entry({ currencyCode: 'EUR', units: 3, nanos: 1 }) }
    expect((await readFrom([inEuros], [disk])).prices).toMatchObject([{ price: '3.000000001', currency: 'EUR' }])
  })

  it('names the API that is not enabled, in the unit and in a check, which needs no permission for it', async () => {
    const message = 'Cloud Billing API has not been used in project shop-production before or it is disabled.'
    const consumer = { service: 'cloudbilling.googleapis.com', consumer: 'projects/shop-production' }
    const enable =
      'cloudbilling.googleapis.com is not enabled in the project shop-production. Run: gcloud services enable cloudbilling.googleapis.com --project shop-production.'
    const answering = (answer: SmallAnswer) => ({
      fault: ({ url }: SmallRequest) => (url.host === 'cloudbilling.googleapis.com' ? answer : undefined),
    })
    const disabled = answering(refusal('SERVICE_DISABLED', message, consumer))
    await expect(read([disk], disabled)).rejects.toMatchObject({ kind: 'not_enabled', message: enable })
    const check = async (google: Partial<SmallGoogle>) => {
      const cloud = openGcpCloud(access, depsOf(answerGoogle(createSmallGoogle(google)), nowMs))
      const { capabilities } = await cloud.check(async () => undefined)
      return capabilities.find(({ dataset }) => dataset === 'prices')
    }
    expect(await check({})).toMatchObject({ state: 'complete', actions: [], missing: [], reason: '' })
    expect(await check(disabled)).toMatchObject({ state: 'missing', missing: [], reason: enable })
    const busy = answering({ status: 429, headers: { 'retry-after': '60' }, body: {} })
    expect(await check(busy)).toMatchObject({ state: 'complete', reason: '' })
    await expect(read([disk], busy)).rejects.toMatchObject({ kind: 'throttled', retryAfterMs: 60_000 })
    const forbidden = answering(refusal('SECURITY_POLICY_VIOLATED', 'Request is prohibited by policy.'))
    expect(await check(forbidden)).toMatchObject({ reason: expect.stringContaining('VPC Service Controls') })
    expect(setupDocuments()[0]?.text).toMatch(/gcloud services enable .*cloudbilling\.googleapis\.com/)
  })
})

const folder = new URL('../../../../../../shared/data/cloud-recordings/gcp/_prices/', import.meta.url)
const hasRecordings = existsSync(folder)

it.skipIf(!hasRecordings)(
  `reads recorded SKUs, or refuses them by name${hasRecordings ? '' : ' (skipped: ../shared/data/cloud-recordings is not here)'}`,
  () => {
    const { skus } = JSON.parse(readFileSync(new URL('skus.json', folder), 'utf8'))
    const read = skus.map((sku: { skuId: string; pricingInfo: unknown }) =>
      readOffers(sku, cpu, 'Google Cloud Billing Catalog'),
    )
    expect(read[0]).toEqual({
      offers: [
        {
          ...{ price: '2.933908000', unit: 'h', currency: 'USD', sku: '039F-D0DA-4055' },
          effective_at: '2023-03-24T10:52:50.681Z',
        },
      ],
    })
    for (const answer of read)
      expect('rejected' in answer ? answer.rejected : 'read').toMatch(/^read$|pricingInfo\.0\.effectiveTime\.$/)
  },
)
