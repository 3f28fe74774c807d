/** Real and official bills whose sums are known. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openWorld, type World } from '@kept/store/testing/world.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fixtures, queryImportedLines, readBills, totalsOf } from './testing/read-bills.ts'
import { hasSharedData, sharedData, withoutSharedData } from './testing/shared-data.ts'
import { writeSample } from './testing/write-sample.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

const total = (currency: string, rows: number, billed: string, effective: string) => ({
  currency,
  rows,
  billed,
  effective,
})
const example = (path: string) => `focus/worked-examples-1.2/${path}.csv`
const flexibility = (name: string) => example(`commitment_discount_flexibility/${name}`)
const scenario = (name: string) => example(`commitment_discount_scenarios/commitment_discount_${name}`)
const saas = (name: string) => example(`saas_examples/${name}`)

const answers: [file: string, format: string, ...totals: ReturnType<typeof total>[]][] = [
  ['focus/sample-1.0/focus_sample.csv', 'focus-1.0', total('USD', 1000, '20.52022672899', '14.97651418586')],
  [
    'aws-cur-2018-10/Oct2018-WorkshopCUR-00001.snappy.parquet',
    'aws-cur-legacy',
    total('USD', 119307, '4064.4831315379', '4195.9571093179'),
  ],
  [
    'focus-converters/inputs/aws/sample-anonymous-aws-export-dataset.csv',
    'aws-cur-legacy',
    total('USD', 1281, '1.6823086974', '1.6823086974'),
  ],
  ['exports/aws/2022-07-01-alt-columns.csv', 'aws-cur-legacy', total('USD', 2, '0', '0')],
  ['exports/aws/2023-06-01.csv', 'aws-cur-legacy', total('NOK', 3, '30', '0.3')],
  ['exports/aws/2023-06-01-not-final.csv', 'aws-cur-legacy', total('NOK', 3, '30', '0.3')],
  [
    'exports/azure/EA_ActualCost_Small.csv',
    'azure-actual',
    total('USD', 11, '8.5450077867419368', '5.2950077867419368'),
  ],
  // Costs of up to 28 decimals, kept to the last.
  [
    'exports/azure/EA_AmortizedCost_Small.csv',
    'azure-amortized',
    total('USD', 28, '15.797780136168644627485419', '16.296932136636644627485419'),
  ],
  [
    'focus-converters/inputs/azure/sample-anonymous-ea-export-dataset.csv',
    'azure-actual',
    total('CAD', 27, '1.26136926505726', '1.26136926505726'),
  ],
  ['exports/azure/azure_version_2.csv', 'azure-actual', total('MC', 5, '19.998413754', '19.998413754')],
  ['exports/azure/costreport.csv', 'azure-actual', total('USD', 3, '0.00011016', '0.00011016')],
  ['exports/azure/header-variants/Enterprise.csv', 'azure-actual', total('CAD', 1, '0', '0')],
  ['exports/azure/header-variants/EnterpriseCamel.csv', 'azure-actual', total('USD', 1, '0.012', '0.012')],
  ['exports/azure/header-variants/German.csv', 'azure-actual', total('USD', 1, '0.075', '0.075')],
  ['exports/azure/header-variants/PayAsYouGo.csv', 'azure-actual', total('USD', 1, '0.075', '0.075')],
  ['exports/azure/header-variants/YA.csv', 'azure-actual', total('USD', 1, '0.075', '0.075')],
  // A trial credit offsets every charge: zero billed, which is not the same as unknown.
  ['exports/gcp/2020-11.csv', 'gcp-standard', total('USD', 25, '0', '0')],
  ['exports/gcp/2022-08-01_5.csv', 'gcp-detailed', total('USD', 9, '0.000012', '0.000012')],
  [
    'focus-converters/inputs/oci/reports_cost-csv_0000000030000269.csv',
    'oci-cost-report',
    total('USD', 506, '2.523589325400648027', '2.523589325400648027'),
  ],
  [
    flexibility('one_hundred_percent_utilization_with_commitment_discount_flexibility_with_1_resource'),
    'focus-1.1',
    total('XXX', 3, '2.75', '2.75'),
  ],
  [
    flexibility('one_hundred_percent_utilization_with_commitment_discount_flexibility_with_2_resources'),
    'focus-1.1',
    total('XXX', 3, '2', '2'),
  ],
  [
    flexibility('one_hundred_percent_utilization_without_commitment_discount_flexibility'),
    'focus-1.1',
    total('XXX', 2, '1.5', '1.5'),
  ],
  [
    flexibility('zero_percent_utilization_without_commitment_discount_flexibility'),
    'focus-1.1',
    total('XXX', 3, '3.5', '3.5'),
  ],
  [scenario('purchase_scenario_1'), 'focus-1.1', total('XXX', 1, '8760', '0')],
  [scenario('purchase_scenario_2'), 'focus-1.1', total('XXX', 3, '3', '0')],
  [scenario('purchase_scenario_3'), 'focus-1.1', total('XXX', 4, '4381.5', '0')],
  [scenario('usage_scenario_1'), 'focus-1.1', total('XXX', 1, '0', '1')],
  [scenario('usage_scenario_2'), 'focus-1.1', total('XXX', 1, '0', '1')],
  [scenario('usage_scenario_3'), 'focus-1.1', total('XXX', 2, '0', '1')],
  [scenario('usage_scenario_4'), 'focus-1.1', total('XXX', 2, '0.5', '1.5')],
  // "$10,000.00 " and 5/1/25
  [saas('simple_agreements/simple_saas_agreements_a1'), 'focus-1.1', total('USD', 1, '10000', '10000')],
  [saas('simple_agreements/simple_saas_agreements_a2'), 'focus-1.1', total('USD', 1, '50000', '50000')],
  [saas('simple_agreements/simple_saas_agreements_a3'), 'focus-1.1', total('USD', 1, '1000', '1000')],
  [saas('simple_agreements/simple_saas_agreements_b'), 'focus-1.1', total('USD', 1, '50000', '50000')],
  [saas('simple_agreements/simple_saas_agreements_c'), 'focus-1.1', total('USD', 3, '35800', '35800')],
  [saas('spend_agreements/saas_spend_agreements_a1'), 'focus-1.1', total('USD', 4, '1200', '1200')],
  [saas('spend_agreements/saas_spend_agreements_a2'), 'focus-1.1', total('USD', 13, '1200', '1200')],
  [saas('spend_agreements/saas_spend_agreements_b1'), 'focus-1.1', total('USD', 5, '1200', '1200')],
  [saas('spend_agreements/saas_spend_agreements_b2'), 'focus-1.1', total('USD', 14, '1200', '1200')],
  [saas('virtual_currency_pricing_model_a1'), 'focus-1.2', total('USD', 1, '200000', '0')],
  [saas('virtual_currency_pricing_model_a2'), 'focus-1.2', total('USD', 3, '0', '1230')],
  [saas('virtual_currency_pricing_model_b1'), 'focus-1.2', total('USD', 1, '100000', '0')],
  [saas('virtual_currency_pricing_model_b2'), 'focus-1.2', total('USD', 3, '0', '615')],
  [saas('virtual_currency_pricing_model_b3'), 'focus-1.2', total('USD', 3, '0', '495')],
  [saas('virtual_currency_pricing_model_c'), 'focus-1.2', total('USD', 2, '53000', '0')],
]

/** Written for these tests. */
const ownAnswers: typeof answers = [
  ['gcp/nested.jsonl', 'gcp-detailed', total('USD', 2, '1.1845678901234567890122', '1.1845678901234567890122')],
  ['gcp/nested.parquet', 'gcp-detailed', total('USD', 2, '1.1845678901234567', '1.1845678901234567')],
  ['opencost/allocation.csv', 'opencost', total('XXX', 3, '1.337808', '1.337808')],
]

describe.each([...ownAnswers, ...answers])(`%s${withoutSharedData}`, (file, format, ...totals) => {
  const isOwn = ownAnswers.some(([name]) => name === file)
  it.skipIf(!isOwn && !hasSharedData)('is recognized with its known sums', async () => {
    const path = isOwn ? join(fixtures, file) : sharedData(file)
    const { importId, bills, rejectedRows } = await readBills(world, [path])
    expect(rejectedRows).toEqual([])
    expect(bills.map((bill) => bill.format.id)).toEqual([format])
    expect(await totalsOf(world, importId)).toEqual(totals)
  })
})

it.skipIf(!hasSharedData)(`separates the providers of the official FOCUS sample${withoutSharedData}`, async () => {
  const { importId } = await readBills(world, [sharedData('focus/sample-1.0/focus_sample.csv')])
  const providers = await queryImportedLines(
    world,
    importId,
    'ServiceProviderName AS provider, toString(sum(BilledCost)) AS billed',
    'GROUP BY provider ORDER BY provider',
  )
  expect(providers).toEqual([
    { provider: 'AWS', billed: '18.0066386184' },
    { provider: 'Microsoft', billed: '1.97651418586' },
    { provider: 'Oracle', billed: '0.53707392473' },
  ])
})

it('reads the smaller FOCUS datasets into tables of their own', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'kept-datasets-'))
  const [before, after] = [await writeSample(folder, 'focus-1.3'), await writeSample(folder, 'focus-1.4')]
  const paths = [...before.paths, ...after.paths].filter((path) => !/focus-1\.[34]-20/.test(path))
  const { importId, bills } = await readBills(world, paths)
  expect(bills.map(({ format, proof }) => [format.id, proof.rows])).toEqual([
    ['focus-contract-commitment', 3],
    ['focus-contract-commitment', 3],
    ['focus-billing-period', 1],
    ['focus-invoice-detail', 4],
  ])
  const query = <Row>(sql: string) => world.warehouse.query<Row>(world.scope, sql, { prefix: `${importId}/` })
  const whereClause = 'WHERE organization_id = {organization_id:UUID} AND startsWith(load_id, {prefix:String})'
  expect(
    await query(
      `SELECT count() AS rows, countIf(ContractCommitmentPeriodEnd > ContractCommitmentPeriodStart) AS dated, countIf(ContractCommitmentModel != '') AS modeled FROM contract_commitment ${whereClause}`,
    ),
  ).toEqual([{ rows: 6, dated: 6, modeled: 3 }])
  expect(
    await query(`SELECT BillingPeriodStatus, toString(BillingPeriodEnd) AS end FROM billing_period ${whereClause}`),
  ).toEqual([{ BillingPeriodStatus: 'Open', end: '2026-08-01 00:00:00' }])
  expect(
    await query(
      `SELECT toString(sum(BilledCost)) AS billed, countIf(isNull(PaymentDueDate)) AS undated FROM invoice_detail ${whereClause} GROUP BY load_id`,
    ),
  ).toEqual([{ billed: after.truth[0]?.billed, undated: 4 }])
  await rm(folder, { recursive: true, force: true })
})
