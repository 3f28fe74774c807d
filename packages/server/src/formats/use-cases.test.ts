import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { costQuerySchema, groupKeySchema } from '@kept/domain/cost-query.ts'
import { explore } from '@kept/store/ledger/explore.ts'
import { reports } from '@kept/store/ledger/reports/all.ts'
import { runReport } from '@kept/store/ledger/reports/run-report.ts'
import { rollUpLoads } from '@kept/store/ledger/roll-up.ts'
import { readFocusFile } from '@kept/store/testing/focus-csv.ts'
import { lineOn, type TestLine, writeLines } from '@kept/store/testing/lines.ts'
import { openWorld, type World } from '@kept/store/testing/world.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type UseCaseAnswer, useCaseAnswers } from './testing/use-case-answers.ts'
import { questionSql, useCaseQuestions } from './testing/use-case-questions.ts'
import { type UseCase, useCases } from './testing/use-cases.ts'
import { writeSample } from './testing/write-sample.ts'

type Row = Record<string, string | null>

/** Parameters of the use cases: one set for each load; lines written by hand are in the second. */
const occasions = [
  {
    name: 'FOCUS 1.0',
    from: '2024-09-01',
    to: '2024-11-01',
    provider: 'AWS',
    service: 'Amazon Elastic Compute Cloud',
    sub_account: '700100200300',
    resource: 'fairview-production-files',
    tag: 'Environment',
    tag_value: 'production',
    pricing_currency: 'USD',
    pricing_unit: 'Hours',
  },
  {
    name: 'FOCUS 1.2 and 1.3',
    from: '2026-05-01',
    to: '2026-06-01',
    provider: 'AWS',
    service: 'AmazonEC2',
    sub_account: '200000000012',
    resource: 'by-hand',
    tag: 'Environment',
    tag_value: 'prod',
    pricing_currency: 'EUR',
    pricing_unit: 'USD',
  },
]

/** What the files lack: credits, corrections, capacity reservations, another vendor on the marketplace. */
const byHand: TestLine[] = [
  { ChargeCategory: 'Credit', BilledCost: '-5', EffectiveCost: '-5' },
  { ChargeClass: 'Correction', BilledCost: '-1.25', EffectiveCost: '-1.25' },
  { ChargeClass: 'Correction', BillingCurrency: 'EUR', BilledCost: '-0.5', EffectiveCost: '-0.5' },
  { CapacityReservationId: 'cr-1', CapacityReservationStatus: 'Unused', ServiceCategory: 'Compute' },
  { CapacityReservationId: 'cr-1', CapacityReservationStatus: 'Used', ServiceCategory: 'Compute' },
  { PublisherName: 'Other Vendor' },
  { ChargeDescription: 'data transfer out', ConsumedUnit: 'GB', ConsumedQuantity: '3' },
  { ResourceId: 'by-hand', ChargeDescription: 'hours', SkuId: 'a' },
  { ResourceId: 'by-hand', ChargeDescription: 'traffic', SkuId: 'b' },
  { ChargeCategory: 'Purchase', PricingUnit: 'USD', PricingQuantity: '10' },
  { PricingCurrency: 'EUR', PricingCurrencyListUnitPrice: '2', PricingCurrencyContractedUnitPrice: '1.5' },
].map((line) => lineOn('2026-05-11', { ...awsLine(), ...line }))

let world: World
const loads = ['sample', 'synthetic']
beforeAll(async () => {
  world = await openWorld()
  const { warehouse, scope } = world
  const folder = await mkdtemp(join(tmpdir(), 'kept-use-cases-'))
  const read = async (id: string, start: string) => {
    const { paths } = await writeSample(folder, id, { start, machines: 8, secondCurrency: id !== 'focus-1.0' })
    return readFocusFile(warehouse, paths[0] ?? '')
  }
  await writeLines(warehouse, scope, 'sample', await read('focus-1.0', '2024-09'))
  for (const id of ['focus-1.2', 'focus-1.3'])
    await writeLines(warehouse, scope, 'synthetic', await read(id, '2026-05'))
  await writeLines(warehouse, scope, 'synthetic', byHand)
  await rollUpLoads(warehouse, scope, loads)
  await warehouse.administer(lineTable())
  await rm(folder, { recursive: true, force: true })
})
afterAll(() => world.close())

it('covers every use case of the library, and every report names its use cases', () => {
  expect(useCaseAnswers.map(({ n }) => n)).toEqual(useCases.map(({ n }) => n))
  expect(useCases.length).toBe(53)
  for (const { id, useCases: reportUseCases } of reports) {
    const answered = useCaseAnswers.flatMap((answer) =>
      answer.source === 'report' && answer.id === id ? [answer.n] : [],
    )
    expect([id, reportUseCases]).toEqual([id, answered])
  }
})

describe.each(useCaseAnswers)('use case $n, by $by', (answer) => {
  const useCase = useCases.find(({ n }) => n === answer.n) as UseCase
  it(`${useCase.title}: matches its own query`, async () => {
    let rowCount = 0
    for (const occasion of occasions) {
      const published = await world.warehouse.inspect<Row>(queryOf(useCase.n), { ...occasion })
      const actual = await answerOf(answer, occasion)
      const columns = Object.keys(published[0] ?? {})
      expect([occasion.name, comparable(actual, columns)]).toEqual([occasion.name, comparable(published, columns)])
      rowCount += published.length
    }
    expect(rowCount).toBeGreaterThan(0)
  })
})

it('returns nothing to another organization through any report', async () => {
  for (const { id, parameters } of reports) {
    const filled = Object.fromEntries(parameters.map(({ name }) => [name, 'AWS']))
    const { rows } = await runReport(world.warehouse, world.otherScope, loads, { id, parameters: filled })
    expect([id, rows]).toEqual([id, []])
  }
})

it('explains a missing parameter of a report', async () => {
  const run = (id: string, parameters = {}) => runReport(world.warehouse, world.scope, loads, { id, parameters })
  await expect(run('nothing')).rejects.toThrow(/Report "nothing" not found/)
  await expect(run('tag-coverage')).rejects.toThrow(/needs "tag": tag key/)
  await expect(run('sku-costs', { color: 'red' })).rejects.toThrow(/takes no parameter "color"; it takes: sku/)
})

async function answerOf(answer: UseCaseAnswer, occasion: (typeof occasions)[number]): Promise<Row[]> {
  const { from, to } = occasion
  const fill = <T>(value: T): T =>
    JSON.parse(JSON.stringify(value).replace(/\$(\w+)/g, (_, key: keyof typeof occasion) => occasion[key])) as T
  if (answer.source === 'report') {
    const { rows } = await runReport(world.warehouse, world.scope, loads, {
      id: answer.id,
      start_date: from,
      end_date: to,
      parameters: fill(answer.parameters),
    })
    return rows
  }
  const { rows } = await explore(
    world.warehouse,
    world.scope,
    loads,
    costQuerySchema.parse({ ...fill(answer.question), start_date: from, end_date: to }),
  )
  return rows.map(({ currency, period, keys, values }) => ({
    currency,
    period,
    ...Object.fromEntries(Object.entries(keys).map(([key, value]) => [tagless(key), value])),
    ...(values as Row),
  }))
}

/** The same columns, "" for what is absent, rates to two decimals; each row once, in one order. */
function comparable(rows: Row[], columns: string[]): string[] {
  const text = (name: string, value: unknown) => {
    if (value === null || value === undefined) return ''
    const formatted = String(value).replace(/T00:00:00Z$/, '')
    return /rate|tagged$|_per_|_of_/.test(name) ? Number(formatted).toFixed(2) : formatted
  }
  return [...new Set(rows.map((row) => JSON.stringify(columns.map((name) => text(name, row[name])))))].sort()
}

/**
 * The library's rates count purchases with their list and contracted cost and an effective cost of 0. Ours are held
 * against the same query over usage and unused commitments, whose list and contracted cost are 0.
 */
function queryOf(n: number): string {
  const question = useCaseQuestions[n]
  if (!question) throw new RangeError(`Use case ${n} has no question.`)
  const sql = questionSql(question)
  return n === 32 ? sql.replace(/FROM (\w+)/, (_, table: string) => `FROM (${savingsLines(table)})`) : sql
}

const savingsLines = (table: string) =>
  `SELECT * REPLACE (if(unused, 0, ListCost) AS ListCost, if(unused, 0, ContractedCost) AS ContractedCost),
    ifNull(CommitmentDiscountStatus, '') = 'Unused' OR ChargeCategory = 'Purchase' AS unused
  FROM ${table}
  WHERE ChargeCategory = 'Usage' OR ChargeCategory = 'Purchase' AND isNotNull(CommitmentDiscountId)`

/** The lines by FOCUS names: what is absent is NULL. */
function lineTable(): string {
  const columns = (names: string[], sql: (name: string) => string) => names.map((name) => `${sql(name)} AS ${name}`)
  const described = [
    'ServiceProviderName AS ProviderName',
    ...columns(textColumns, (name) => `nullIf(toString(l.${name}), '')`),
    ...otherColumns,
  ]
  return `CREATE VIEW focus_lines AS SELECT ${described.join(', ')} FROM cost_line AS l
    WHERE organization_id = '${world.scope.organizationId}'`
}

function tagless(key: string): string {
  expect(groupKeySchema.safeParse(key).success).toBe(true)
  return key.startsWith('tag:') ? 'tag' : key
}

function awsLine(): TestLine {
  return {
    ServiceProviderName: 'AWS',
    PublisherName: 'AWS',
    InvoiceIssuerName: 'AWS',
    InvoiceId: 'INV-2026-05-0001',
    BillingAccountId: '100000000001',
    SubAccountId: '200000000012',
    ServiceName: 'AmazonEC2',
    ServiceCategory: 'Compute',
    BilledCost: '1.5',
    EffectiveCost: '1.25',
    ContractedCost: '1.5',
    ListCost: '2',
  }
}

const textColumns = [
  'PublisherName InvoiceIssuerName InvoiceId BillingAccountId BillingAccountName BillingAccountType SubAccountId',
  'ServiceName ServiceCategory ServiceSubcategory RegionId RegionName AvailabilityZone ChargeCategory ChargeClass',
  'ChargeDescription ChargeFrequency PricingUnit ConsumedUnit PricingCurrency CommitmentDiscountId CommitmentDiscountType',
  'CommitmentDiscountStatus CommitmentDiscountUnit CapacityReservationId CapacityReservationStatus ResourceId ResourceName',
  'ResourceType SkuId SkuPriceId',
].flatMap((names) => names.split(' '))

const otherColumns = [
  'BillingCurrency BillingPeriodStart BillingPeriodEnd ChargePeriodStart ChargePeriodEnd BilledCost EffectiveCost',
  'ContractedCost ListCost PricingQuantity ConsumedQuantity ListUnitPrice ContractedUnitPrice SkuPriceDetails Tags',
  'PricingCurrencyEffectiveCost PricingCurrencyListUnitPrice PricingCurrencyContractedUnitPrice CommitmentDiscountQuantity',
].flatMap((names) => names.split(' '))
