/** Azure's two halves of a month, its dates, its tags and its units. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { add } from '@kept/foundation/decimal.ts'
import { openWorld, type World } from '@kept/store/testing/world.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { queryImportedLines, readBills, totalsOf } from './testing/read-bills.ts'
import { type WrittenSample, writeSample } from './testing/write-sample.ts'

let world: World
let folder: string
let actual: string
let amortized: string
let sample: WrittenSample
beforeAll(async () => {
  world = await openWorld()
  folder = await mkdtemp(join(tmpdir(), 'kept-azure-'))
  sample = await writeSample(folder, 'azure-ea', { machines: 8 })
  ;[actual = '', amortized = ''] = sample.paths
})
afterAll(async () => {
  await rm(folder, { recursive: true, force: true })
  await world.close()
})

it('notes what a single export cannot contain', async () => {
  expect((await readBills(world, [actual])).notes).toEqual([
    expect.stringMatching(/no effective cost for usage covered by a commitment\. Upload the amortized export/),
  ])
  expect((await readBills(world, [amortized])).notes).toEqual([expect.stringMatching(/has no commitment purchases\./)])
})

it('combines billed cost from one export and effective cost from the other', async () => {
  const { importId, notes } = await readBills(world, [actual, amortized])
  expect(notes).toEqual([
    expect.stringMatching(/are combined: billed cost from the actual, effective cost from the amortized/),
  ])
  expect(await totalsOf(world, importId)).toEqual([
    { currency: 'USD', rows: sample.rows, billed: sample.truth[0]?.billed, effective: sample.truth[0]?.amortized },
  ])
  const [used] = await queryImportedLines(
    world,
    importId,
    'toString(sum(ConsumedQuantity)) AS quantity',
    "AND SkuMeter = 'D2s v5'",
  )
  const [single] = await queryImportedLines(
    world,
    (await readBills(world, [amortized])).importId,
    'toString(sum(ConsumedQuantity)) AS quantity',
    "AND SkuMeter = 'D2s v5'",
  )
  expect(used).toEqual(single)
})

it('does not pair different months', async () => {
  const text = (await readFile(actual, 'utf8')).replaceAll('07/', '08/')
  const august = join(folder, 'august-actual.csv')
  await writeFile(august, text)
  const { importId, notes } = await readBills(world, [august, amortized])
  expect(notes.join(' ')).not.toMatch(/are combined/)
  const separate = [await readBills(world, [august]), await readBills(world, [amortized])]
  const [first, other] = await Promise.all(
    separate.map(async (read) => (await totalsOf(world, read.importId))[0]?.billed),
  )
  expect((await totalsOf(world, importId))[0]?.billed).toBe(add(first ?? '', other ?? ''))
})

it('maps Azure-specific values', async () => {
  const { importId } = await readBills(world, [amortized])
  const [line] = await queryImportedLines(
    world,
    importId,
    `ServiceName, ServiceCategory, ResourceType, ResourceName, RegionId, RegionName, PricingCategory, PricingUnit, ConsumedUnit, CommitmentDiscountType,
     SkuPriceDetails, toString(BillingPeriodEnd) AS period_end, toString(ChargePeriodEnd) AS charge_end, Tags['Environment'] AS env`,
    "AND CommitmentDiscountStatus = 'Used' AND CommitmentDiscountType = 'Savings Plan' AND SkuMeter = 'D2s v5' AND notEmpty(Tags) LIMIT 1",
  )
  expect(line).toEqual({
    ServiceName: 'Virtual Machines',
    ServiceCategory: 'Compute',
    ResourceType: 'Virtual machine',
    ResourceName: expect.stringMatching(/^\w+-\d$/),
    RegionId: 'eastus',
    RegionName: 'East US',
    PricingCategory: 'Committed',
    PricingUnit: 'Hours',
    ConsumedUnit: 'Hours',
    CommitmentDiscountType: 'Savings Plan',
    SkuPriceDetails: '{"InstanceType":"Standard_D2s_v5","InstanceSeries":"Dsv5 Series"}',
    period_end: '2026-08-01 00:00:00',
    charge_end: expect.stringMatching(/^2026-0[78]-\d\d 00:00:00$/),
    env: expect.stringMatching(/^(?:production|development)$/),
  })
  const [counted] = await queryImportedLines<Record<string, string>>(
    world,
    importId,
    'PricingUnit, ConsumedUnit, toString(PricingQuantity) AS priced, toString(ConsumedQuantity) AS consumed',
    "AND PricingUnit = '10K' ORDER BY PricingQuantity LIMIT 1",
  )
  expect(counted).toMatchObject({ PricingUnit: '10K', ConsumedUnit: 'Units' })
  expect(Number(counted?.consumed)).toBeCloseTo(Number(counted?.priced) * 10_000)
})

it('rejects a row without a cost and does not make it zero', async () => {
  const path = join(folder, 'bom.csv')
  const head = 'SubscriptionGuid,ResourceGroup,UsageDateTime,MeterCategory,MeterId,UsageQuantity,PreTaxCost,Currency'
  await writeFile(path, `\uFEFF${head}\n,,2026-07-03,,,,,\n`)
  const { rejectedRows } = await readBills(world, [path])
  expect(rejectedRows).toMatchObject([{ line: 2, column: 'PreTaxCost', value: '', reason: 'an amount is missing' }])
})

describe('dates with slashes', () => {
  const bill = async (name: string, ...days: string[]) => {
    const path = join(folder, name)
    const rows = days.map((day) => `s-1,${day},Storage,m-1,1.5,USD`)
    await writeFile(
      path,
      `SubscriptionId,Date,MeterCategory,MeterId,CostInBillingCurrency,BillingCurrency\n${rows.join('\n')}\n`,
    )
    return path
  }
  const daysOf = async (importId: string) =>
    (await queryImportedLines<{ day: string }>(world, importId, 'toString(charge_date) AS day', 'ORDER BY day')).map(
      ({ day }) => day,
    )

  it('are interpreted by their own values', async () => {
    const american = await readBills(world, [await bill('american.csv', '03/04/2024', '03/31/2024')])
    expect(await daysOf(american.importId)).toEqual(['2024-03-04', '2024-03-31'])
    const european = await readBills(world, [await bill('european.csv', '03/04/2024', '30/04/2024')])
    expect(await daysOf(european.importId)).toEqual(['2024-04-03', '2024-04-30'])
    expect(european.notes).toContainEqual(expect.stringMatching(/day first/))
  })

  it('are decided by the entire file when its start is ambiguous', async () => {
    const { importId } = await readBills(world, [
      await bill('late.csv', ...Array.from({ length: 1500 }, () => '03/04/2024'), '30/04/2024'),
    ])
    expect(new Set(await daysOf(importId))).toEqual(new Set(['2024-04-03', '2024-04-30']))
  })

  it('default to month first when ambiguous, with a note', async () => {
    const { importId, notes } = await readBills(world, [await bill('silent.csv', '03/04/2024')])
    expect(await daysOf(importId)).toEqual(['2024-03-04'])
    expect(notes).toContainEqual(
      expect.stringMatching(/its values do not show whether day or month comes first \(03\/04\/2024\)/),
    )
  })

  it('cause rejected rows when they contradict each other', async () => {
    const { importId, rejectedRows } = await readBills(world, [await bill('mixed.csv', '03/31/2024', '31/03/2024')])
    expect(await daysOf(importId)).toEqual(['2024-03-31'])
    expect(rejectedRows).toMatchObject([{ line: 3, column: 'Date', value: '31/03/2024', reason: 'this is not a date' }])
  })
})

it('reads semicolons and decimal commas', async () => {
  const path = join(folder, 'european.csv')
  await writeFile(
    path,
    'SubscriptionId;Date;MeterCategory;MeterId;CostInBillingCurrency;BillingCurrency\ns-1;2024-03-04;Storage;m-1;1.234,5678;EUR\ns-1;2024-03-05;Storage;m-1;-0,5;EUR\n',
  )
  const { importId, notes } = await readBills(world, [path])
  expect(await totalsOf(world, importId)).toMatchObject([{ currency: 'EUR', rows: 2, billed: '1234.0678' }])
  expect(notes).toContainEqual(expect.stringMatching(/decimal comma/))
})

it('reads the monthly usage of the old EA portal', async () => {
  const path = join(folder, 'old-ea.csv')
  await writeFile(
    path,
    `AccountOwnerId,Account Name,SubscriptionId,SubscriptionGuid,Subscription Name,Date,Product,Meter ID,Meter Category,Meter Sub-Category,Meter Region,Meter Name,Consumed Quantity,ResourceRate,ExtendedCost,Resource Location,Consumed Service,Instance ID,Tags,Unit Of Measure,Resource Group
a@example.com,A,12345,11111111-1111-1111-1111-111111111111,Shop,04/30/2017,VM,m-1,Virtual Machines,D2 VM,US East,Compute Hours,24,0.1,2.4,eastus,Microsoft.Compute,/subscriptions/1/resourceGroups/rg/providers/Microsoft.Compute/virtualMachines/vm1,"{""Env"":""prod""}",1 Hour,rg
`,
  )
  const { importId } = await readBills(world, [path], { currency: 'EUR' })
  const lines = await queryImportedLines(
    world,
    importId,
    "BillingCurrency, toString(BilledCost) AS billed, SubAccountId, toString(charge_date) AS day, ServiceName, ResourceName, RegionId, toString(ConsumedQuantity) AS hours, Tags['Env'] AS env",
  )
  expect(lines).toEqual([
    {
      BillingCurrency: 'EUR',
      billed: '2.4',
      SubAccountId: '11111111-1111-1111-1111-111111111111',
      day: '2017-04-30',
      ServiceName: 'Virtual Machines',
      ResourceName: 'vm1',
      RegionId: 'eastus',
      hours: '24',
      env: 'prod',
    },
  ])
})
