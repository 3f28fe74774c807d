/** Google Cloud: credits, labels in all notations, and lines that are not usage. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openWorld, type World } from '@kept/store/testing/world.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { fixtures, queryImportedLines, readBills } from './testing/read-bills.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

it('adds credits to billed and effective cost, and not to the contracted cost', async () => {
  const { importId } = await readBills(world, [join(fixtures, 'gcp/nested.jsonl')])
  const lines = await queryImportedLines(
    world,
    importId,
    'ChargeCategory AS category, toString(BilledCost) AS billed, toString(EffectiveCost) AS effective, toString(ContractedCost) AS contracted, toString(ListCost) AS list, toString(ConsumedQuantity) AS quantity',
    'ORDER BY category',
  )
  expect(lines).toEqual([
    { category: 'Tax', billed: '0.25', effective: '0.25', contracted: '0.25', list: null, quantity: null },
    {
      category: 'Usage',
      billed: '0.9345678901234567890122',
      effective: '0.9345678901234567890122',
      contracted: '1.2345678901234567890123',
      list: '1.5',
      quantity: '14400',
    },
  ])
})

it.each(['gcp/nested.jsonl', 'gcp/nested.parquet'])(
  'reads labels, machine type and billing month of %s',
  async (file) => {
    const { importId } = await readBills(world, [join(fixtures, file)])
    const [line] = await queryImportedLines(
      world,
      importId,
      'Tags, SkuPriceDetails, toString(billing_period) AS month, toString(BillingPeriodEnd) AS end, ResourceType, RegionName, CommitmentDiscountStatus, ServiceSubcategory',
      "AND ResourceId != ''",
    )
    expect(line).toEqual({
      // The resource's own label wins over the project's of the same key.
      Tags: { team: 'shop', env: 'staging', Owner: `o'brien "x"` },
      SkuPriceDetails: '{"InstanceType":"n1-standard-4","CoreCount":"4"}',
      month: '2024-03-01',
      end: '2024-04-01 00:00:00',
      ResourceType: 'instances',
      RegionName: 'Iowa',
      CommitmentDiscountStatus: 'Used',
      ServiceSubcategory: 'Virtual Machines',
    })
  },
)

it('reads lists in Python notation, as some CSV exports write them', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'kept-gcp-'))
  const path = join(folder, 'python.csv')
  const head =
    'billing_account_id,service.id,service.description,sku.id,sku.description,usage_start_time,usage_end_time,project.labels,labels,cost,currency,credits,invoice.month,cost_type'
  const line = (cost: string, credits: string) =>
    `A-1,s,Cloud Storage,k,Standard Storage,2026-07-01 01:00:00+00:00,2026-07-01 02:00:00+00:00,"[{'key': 'team', 'value': ""o'brien""}]",[],${cost},USD,"${credits}",202607,regular`
  const trial = (amount: string) =>
    `[{'name': 'Trial', 'amount': ${amount}, 'full_name': None, 'id': 'Trial:1', 'type': 'PROMOTION'}]`
  await writeFile(path, [head, line('5e-06', trial('-5e-06')), line('0.000027', trial('-2.7e-05'))].join('\n'))
  const { importId } = await readBills(world, [path])
  await rm(folder, { recursive: true, force: true })
  const [sums] = await queryImportedLines(
    world,
    importId,
    'toString(sum(ContractedCost)) AS contracted, toString(sum(BilledCost)) AS billed',
  )
  expect(sums).toEqual({ contracted: '0.000032', billed: '0' })
})
