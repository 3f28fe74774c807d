/** AWS by its published rules: commitments, discounts, tags, and a comparison with the official converter. */
import { join } from 'node:path'
import { quote } from '@kept/store/reading/source.ts'
import { openWorld, type World } from '@kept/store/testing/world.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { fixtures, queryImportedLines, readBills } from './testing/read-bills.ts'
import { hasSharedData, sharedData, withoutSharedData } from './testing/shared-data.ts'

const converterInput = sharedData('focus-converters/inputs/aws/sample-anonymous-aws-export-dataset.csv')

let world: World
let commitments: string
beforeAll(async () => {
  world = await openWorld()
  commitments = (await readBills(world, [join(fixtures, 'aws/commitments.csv')])).importId
})
afterAll(() => world.close())

it('spreads commitments: covered usage gets its share, the fee keeps the unused part, upfront costs nothing', async () => {
  const lines = await queryImportedLines<Record<string, string>>(
    world,
    commitments,
    `x_columns['x_line_item_line_item_type'] AS type, ChargeCategory AS category, PricingCategory AS pricing, CommitmentDiscountStatus AS status,
     toString(BilledCost) AS billed, toString(EffectiveCost) AS effective, toString(ContractedCost) AS contracted, toString(ListCost) AS list`,
    "ORDER BY toUInt32(substring(x_columns['x_identity_line_item_id'], 6))",
  )
  expect(lines.map((line) => Object.values(line))).toEqual([
    ['Usage', 'Usage', 'Standard', '', '0.0963', '0.0963', '0.0963', '0.107'],
    ['Usage', 'Usage', 'Dynamic', '', '0.04', '0.04', '0.04', null],
    ['EdpDiscount', 'Usage', '', '', '0', '0', '0', '0'],
    ['DiscountedUsage', 'Usage', 'Committed', 'Used', '0', '0.054', '0.107', '0.107'],
    ['RIFee', 'Purchase', 'Standard', 'Unused', '20.088', '3.6', '20.088', '20.088'],
    ['Fee', 'Purchase', 'Standard', '', '270', '0', '270', '270'],
    ['SavingsPlanCoveredUsage', 'Usage', 'Committed', 'Used', '0.0864', '0.063', '0.0864', '0.096'],
    ['SavingsPlanNegation', 'Usage', '', '', '-0.0864', '0', '0', '0'],
    // 0.03 of 0.1 was unused; the account pays nine tenths of the list price.
    ['SavingsPlanRecurringFee', 'Purchase', 'Standard', 'Unused', '0.045', '0.027', '0.045', '0.045'],
    ['SavingsPlanUpfrontFee', 'Purchase', 'Standard', '', '394.2', '0', '394.2', '394.2'],
    ['Tax', 'Tax', '', '', '4', '4', '4', '4'],
    ['Credit', 'Credit', '', '', '-5', '-5', '-5', '-5'],
    ['Refund', 'Adjustment', '', '', '-1.00000000001', '-1.00000000001', '-1.00000000001', '-1.00000000001'],
  ])
})

it('keeps tag keys apart that differ in case or by a space, and text without a FOCUS column', async () => {
  const [line] = await queryImportedLines<{ tags: Record<string, string>; extra: Record<string, string>; end: string }>(
    world,
    commitments,
    'Tags AS tags, x_columns AS extra',
    "AND ResourceId = 'i-0aa'",
  )
  expect(line?.tags).toEqual({ 'aws:createdBy': 'Root', Name: 'web-1', ' Name': 'web', name: 'WEB' })
  expect(line?.extra).toMatchObject({ x_line_item_line_item_type: 'Usage', x_cost_category_team: 'Platform' })
  const [fee] = await queryImportedLines(
    world,
    commitments,
    'toString(ChargePeriodEnd) AS end',
    "AND SkuMeter LIKE '%HeavyUsage%'",
  )
  expect(fee).toEqual({ end: '2024-04-01 00:00:00' })
})

it.skipIf(!hasSharedData)(`shows the unused reservations of the October bill${withoutSharedData}`, async () => {
  const { importId } = await readBills(world, [sharedData('aws-cur-2018-10/Oct2018-WorkshopCUR-00001.snappy.parquet')])
  const unused = await queryImportedLines(
    world,
    importId,
    'count() AS rows, uniqExact(CommitmentDiscountId) AS commitments, toString(sum(EffectiveCost)) AS effective, toString(sum(BilledCost)) AS billed',
    "AND CommitmentDiscountStatus = 'Unused'",
  )
  expect(unused).toEqual([{ rows: 3, commitments: 3, effective: '48.99556079', billed: '34.752979' }])
  const kinds = await queryImportedLines(
    world,
    importId,
    "JSONExtractString(SkuPriceDetails, 'InstanceType') AS type, ServiceSubcategory AS subcategory, count() AS rows",
    "AND SkuMeter IN ('BoxUsage:t2.nano', 'EBS:VolumeUsage.gp2', 'HeavyUsage:c4.large') GROUP BY type, subcategory ORDER BY rows",
  )
  expect(kinds).toEqual([
    { type: 'c4.large', subcategory: 'Virtual Machines', rows: 1 },
    { type: 't2.nano', subcategory: 'Virtual Machines', rows: expect.any(Number) },
    { type: '', subcategory: 'Block Storage', rows: expect.any(Number) },
  ])
})

/**
 * Column by column against the converter of the FinOps Foundation, whose columns are those of a FOCUS preview: its
 * Provider is our ProviderName. Left out: what FOCUS has since defined otherwise (service names, resource names and
 * types, pricing and charge frequency, commitment type).
 */
const sameColumns: [ours: string, theirs: string][] = [
  ...[
    'AvailabilityZone',
    'BillingAccountId',
    'BillingCurrency',
    'ChargeCategory',
    'ChargeDescription',
    'CommitmentDiscountId',
    'RegionId',
    'ResourceId',
    'SkuId',
    'SkuPriceId',
    'SubAccountId',
    'PricingUnit',
  ].map((name): [string, string] => [name, name]),
  ['ProviderName', 'Provider'],
  ['PublisherName', 'Publisher'],
  ['InvoiceIssuerName', 'InvoiceIssuer'],
]
const sameAmounts = ['BilledCost', 'EffectiveCost', 'ListUnitPrice', 'PricingQuantity']
const sameTimes = ['BillingPeriodStart', 'BillingPeriodEnd', 'ChargePeriodStart', 'ChargePeriodEnd']

it.skipIf(!hasSharedData)(`agrees with the official converter, column by column${withoutSharedData}`, async () => {
  const { importId } = await readBills(world, [converterInput])
  const golden = `file(${quote(sharedData('focus-converters/golden-aws/out-aws-cur.csv.gz'))}, CSVWithNames)`
  const text = (name: string) => `ifNull(toString(${name}), '')`
  const compare = async (actualSql: string, expectedSql: string) => {
    const actual = await queryImportedLines<{ value: string; rows: number }>(
      world,
      importId,
      `${actualSql} AS value, count() AS rows`,
      'GROUP BY value ORDER BY value',
    )
    const other = await world.warehouse.inspect<{ value: string; rows: number }>(
      `SELECT ${expectedSql} AS value, count() AS rows FROM ${golden} GROUP BY value ORDER BY value`,
    )
    return { actual, other }
  }
  for (const [actualName, expectedName] of sameColumns) {
    const { actual, other } = await compare(text(actualName), text(expectedName))
    expect(actual, actualName).toEqual(other)
  }
  for (const name of sameAmounts) {
    const { actual, other } = await compare(
      `toString(round(toFloat64(${name}), 12))`,
      `toString(round(toFloat64(${name}), 12))`,
    )
    expect(actual, name).toEqual(other)
  }
  for (const name of sameTimes) {
    const { actual, other } = await compare(
      `toString(toUnixTimestamp(${name}))`,
      `toString(toUnixTimestamp(parseDateTimeBestEffort(toString(${name}), 'UTC')))`,
    )
    expect(actual, name).toEqual(other)
  }
})

it.skipIf(!hasSharedData)(`has the category of every service the converter has${withoutSharedData}`, async () => {
  const { importId } = await readBills(world, [converterInput])
  const categories = await queryImportedLines<{ name: string; category: string }>(
    world,
    importId,
    'ServiceName AS name, any(ServiceCategory) AS category',
    'GROUP BY name ORDER BY name',
  )
  expect(Object.fromEntries(categories.map(({ name, category }) => [name, category]))).toMatchObject({
    'AWS CloudTrail': 'Management and Governance',
    'AWS Glue': 'Analytics',
    'AWS IoT': 'Internet of Things',
    'AWS Key Management Service': 'Security',
    'Amazon Elastic File System': 'Storage',
    'Amazon Simple Queue Service': 'Integration',
    'Amazon Simple Storage Service': 'Storage',
  })
  expect(categories.filter(({ category }) => category === 'Other')).toEqual([])
})
