/**
 * From a connection to Google Cloud to recommendations at list prices: with vCPU and memory of a machine priced apart,
 * once a day, free of charge, and without an amount where the API is not enabled.
 */
import { randomUUID } from 'node:crypto'
import { type CatalogSku, dollars, machineSkus } from '@kept/connectors/gcp/live/testing/price-catalog.ts'
import {
  answerGoogle,
  createSmallGoogle,
  refusal,
  serviceAccountKey,
  unattachedDisk,
} from '@kept/connectors/gcp/live/testing/small-google.ts'
import { readListPrices } from '@kept/store/prices/list-prices.ts'
import { readKnownFacts } from '@kept/store/resources/known-facts.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type MeasuredKept, openMeasuredKept } from './testing/measured-kept.ts'

const project = 'shop-production'
const region = 'europe-west1'
const machine = `//compute.googleapis.com/projects/${project}/zones/${region}-b/instances/88`
const disk = `//compute.googleapis.com/projects/${project}/zones/${region}-b/disks/77`
const database = `//cloudsql.googleapis.com/projects/${project}/instances/orders`
const instance = {
  id: '88',
  name: 'erp',
  status: 'RUNNING',
  machineType: `https://www.googleapis.com/compute/v1/projects/${project}/zones/${region}-b/machineTypes/e2-standard-4`,
  creationTimestamp: '2026-01-01T00:00:00.000-07:00',
}
const diskSku: CatalogSku = {
  ...{ description: 'SSD backed PD Capacity in Belgium', regions: [region], usageUnit: 'GiBy.mo', skuId: 'DISK' },
  rates: [[0, dollars('0.187')]],
}

describe('list prices of a connection to Google Cloud', () => {
  let sync: MeasuredKept
  let catalog: CatalogSku[] = []
  let data: object = instance
  let isEnabled = false
  let requested: string[] = []
  let id = ''

  beforeAll(async () => {
    sync = await openMeasuredKept()
    const listed = (type: string): object[] => {
      if (type === 'compute.googleapis.com/Disk') return [unattachedDisk(project, 'old', '77')]
      const assetOf = (name: string, fields: object) => [
        { name, assetType: type, resource: { location: `${region}-b`, data: fields } },
      ]
      if (type === 'compute.googleapis.com/Instance') return assetOf(machine.replace('88', 'erp'), data)
      return type === 'sqladmin.googleapis.com/Instance'
        ? assetOf(database, {
            ...{ name: 'orders', state: 'RUNNABLE', databaseVersion: 'POSTGRES_15', region },
            ...{ createTime: '2026-01-01T00:00:00Z', settings: { tier: 'db-custom-2-7680', edition: 'ENTERPRISE' } },
          })
        : []
    }
    const answer = answerGoogle({
      ...createSmallGoogle({
        nowMs: Date.now(),
        assets: (_project, type) => listed(type),
        measured: () => ({ value: 0, max: 0 }),
        fault({ url }) {
          if (!url.pathname.startsWith('/cloudbilling/')) return undefined
          requested.push(url.pathname)
          const service = { service: 'cloudbilling.googleapis.com', consumer: `projects/${project}` }
          return isEnabled ? undefined : refusal('SERVICE_DISABLED', 'Cloud Billing API is disabled.', service)
        },
      }),
      get catalog() {
        return catalog
      },
    })
    const { data: created } = await sync.admin.client.connections.create({
      ...{ kind: 'gcp', name: `gcp ${randomUUID()}`, endpoint: await sync.serve(answer) },
    })
    id = created.id
    await sync.hold(id)
    await sync.admin.client.sync.setAccess({ id, service_account_key: JSON.stringify(serviceAccountKey) })
  }, 60_000)
  afterAll(() => sync.close())

  /** What is due once a day is due again, and so is the inventory. */
  async function nextDay() {
    await sync.kept.world.database.scoped(sync.kept.world.scope, (tx) =>
      tx
        .updateTable('sync_unit')
        .set({ completed_at: '2020-01-01T00:00:00Z', throttled_until: null })
        .where('connection_id', '=', id)
        .execute(),
    )
    requested = []
    return sync.run(id)
  }

  async function priceUnit() {
    const { data: units } = await sync.admin.client.sync.units({ id, dataset: 'prices' })
    expect(units).toHaveLength(1)
    return units[0]
  }

  async function recommendationFor(resourceId: string) {
    await sync.kept.server.features.recommendations.evaluate(sync.kept.world.scope)
    const { data: rows } = await sync.kept.client.costOptimization.recommendations({})
    return rows.find(({ resource_id }) => resource_id === resourceId)
  }

  async function costEvidence(resourceId: string): Promise<string | undefined> {
    const recommendation = await recommendationFor(resourceId)
    return recommendation?.evidence.find(({ label }) => label === 'Cost')?.value
  }

  const storedPrices = async () => await readListPrices(sync.kept.world.database, sync.kept.world.scope)

  it('says which command enables the API, and uses what comes with Kept meanwhile', async () => {
    const enable = `cloudbilling.googleapis.com is not enabled in the project ${project}. Run: gcloud services enable cloudbilling.googleapis.com --project ${project}.`
    const { data: checked } = await sync.admin.client.sync.check({ id })
    const missing = checked.capabilities.filter(({ state }) => state === 'missing')
    expect(missing).toMatchObject([{ dataset: 'prices', missing: [], reason: enable }])
    expect(await sync.run(id)).toMatchObject({ error: '', accounts: 1, units: { complete: 22, not_enabled: 1 } })
    expect(await priceUnit()).toMatchObject({ state: 'not_enabled', reason: enable })
    expect(await recommendationFor(machine)).toBeUndefined()
    expect(await recommendationFor(disk)).toMatchObject({ rule: 'unattached-volume', monthly_cost: '17' })
    expect(await costEvidence(disk)).toContain('public on-demand price of Google Cloud in us-central1')
  }, 60_000)

  it('recommends at prices of the region, of what the inventory has, and names their source', async () => {
    isEnabled = true
    catalog = [
      diskSku,
      ...machineSkus('E2 Instance', region, { cpu: '0.02', memory: '0.003', skuId: 'E2' }),
      ...machineSkus('N2 Instance', region, { cpu: '9', memory: '9' }),
      ...(['vCPU', 'RAM'] as const).map((part) => ({
        ...{ service: 'Cloud SQL', description: `Cloud SQL for PostgreSQL: Zonal - ${part} in Belgium` },
        ...{ regions: [region], usageUnit: part === 'vCPU' ? 'h' : 'GiBy.h' },
        rates: [[0, dollars(part === 'vCPU' ? '0.05' : '0.008')] as const],
      })),
    ]
    expect(await nextDay()).toMatchObject({ error: '', accounts: 1, units: { complete: 23 } })
    expect(requested.map((path) => path.replace('/cloudbilling/v1/', ''))).toEqual([
      ...['services', 'services/6F81-5844-456A/skus', 'services', 'services/9662-B51E-5089/skus'],
    ])
    expect((await storedPrices()).map(({ type, variant }) => `${type} ${variant}`.trim())).toEqual([
      ...['memory PostgreSQL, single-zone', 'vCPU PostgreSQL, single-zone', 'e2 CPU', 'e2 memory', 'pd-ssd'],
    ])
    // 4 vCPUs and 16 GiB: 720 x (4 x 0.02 + 16 x 0.003).
    expect(await recommendationFor(machine)).toMatchObject({
      ...{ rule: 'idle-instance', currency: 'USD', monthly_cost: '92.16' },
    })
    const read = (await storedPrices())[0]?.read_at.slice(0, 10)
    const sourceOf = (part: string) =>
      `the Google Cloud Billing Catalog: e2 (${part}) in ${region}, valid since 2026-10-01, read on ${read}`
    expect(await costEvidence(machine)).toBe(
      `Estimated from ${sourceOf('CPU')} and ${sourceOf('memory')}, because no imported bill names resources of this provider`,
    )
    // A price of a vCPU is of no machine that a rule could move to.
    const facts = await readKnownFacts(sync.kept.world, sync.kept.world.scope, {
      loadIds: [],
      names: ['unit_price'],
      window: { from: '2026-06-01', to: '2026-07-01', days: 30, daysWithCharges: 30 },
      listPrices: await storedPrices(),
    })
    expect(facts.unit_price?.filter(({ source }) => source === 'live_list')).toEqual([])
    // 2 vCPUs and 7.5 GiB: 720 x (2 x 0.05 + 7.5 x 0.008).
    expect(await recommendationFor(database)).toMatchObject({ rule: 'idle-database', monthly_cost: '115.2' })
    expect(await recommendationFor(disk)).toMatchObject({ monthly_cost: '18.7' })
    expect(await readListPrices(sync.kept.world.database, sync.kept.world.otherScope)).toEqual([])
    requested = []
    await sync.run(id)
    expect(requested).toEqual([])
  }, 90_000)

  it('is free: it goes on when the limit for API calls is reached, and costs nothing', async () => {
    const { data: before } = await sync.admin.client.sync.setApiCostLimit({ id, api_cost_limit: '0' })
    const after = await nextDay()
    expect(requested).toHaveLength(4)
    expect(await priceUnit()).toMatchObject({ state: 'complete' })
    expect(after).toMatchObject({ units: { complete: 22, throttled: 1 } })
    expect(after.api_cost_this_month).toBe(before.api_cost_this_month)
    await sync.admin.client.sync.setApiCostLimit({ id, api_cost_limit: '5' })
  }, 60_000)

  it('adds no currency to another: a machine of two has no amount', async () => {
    const [core, ram] = machineSkus('E2 Instance', region, { cpu: '1', memory: '1', currency: 'EUR', skuId: 'E2' })
    const current = catalog
    catalog = [...current.filter(({ description }) => !description.startsWith('E2 Instance Core')), core ?? diskSku]
    await nextDay()
    expect((await storedPrices()).filter(({ type }) => type === 'e2').map(({ currency }) => currency)).toEqual([
      ...['EUR', 'USD'],
    ])
    expect(await recommendationFor(machine)).toBeUndefined()
    catalog = [...current.filter(({ description }) => !description.startsWith('E2 ')), core ?? diskSku, ram ?? diskSku]
    await nextDay()
    expect(await recommendationFor(machine)).toMatchObject({ currency: 'EUR', monthly_cost: '14400' })
    expect(await recommendationFor(disk)).toMatchObject({ currency: 'USD', monthly_cost: '18.7' })
  }, 90_000)

  it('keeps the last price of a SKU that ended or cannot be read, and says so of the second', async () => {
    catalog = catalog.filter(({ skuId }) => skuId !== 'DISK')
    await nextDay()
    expect(await priceUnit()).toMatchObject({ state: 'complete', reason: '' })
    expect(await recommendationFor(disk)).toMatchObject({ monthly_cost: '18.7' })
    catalog = [...catalog, { ...diskSku, usageUnit: 'GiBy.h' }]
    await nextDay()
    expect(await priceUnit()).toMatchObject({
      state: 'partial',
      reason:
        'The price of pd-ssd in europe-west1 is for "GiBy.h", not for GB-Mo. An earlier price, or the one that comes with Kept, is used.',
    })
    expect(await recommendationFor(disk)).toMatchObject({ monthly_cost: '18.7' })
    expect(await costEvidence(disk)).toContain('Google Cloud Billing Catalog: pd-ssd in europe-west1')
  }, 90_000)

  it('has no amount for a machine that is billed otherwise, and asks for none', async () => {
    data = { ...instance, scheduling: { provisioningModel: 'SPOT', preemptible: true } }
    await nextDay()
    expect(await recommendationFor(machine)).toBeUndefined()
    data = { ...instance, machineType: instance.machineType.replace('e2-standard-4', 'n2-standard-4') }
    await nextDay()
    expect(await recommendationFor(machine)).toBeUndefined()
    expect((await storedPrices()).some(({ type }) => type === 'n2')).toBe(false)
  }, 90_000)

  it('loses its prices with the connection', async () => {
    expect(await storedPrices()).not.toEqual([])
    await sync.admin.client.connections.delete({ id })
    expect(await storedPrices()).toEqual([])
  }, 60_000)
})
