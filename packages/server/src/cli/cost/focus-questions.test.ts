/**
 * Queries that FOCUS 1.3 and 1.4 made possible, over HTTP, as a file and at the command line. Each is described in
 * plain English; the bill is small enough to know every result.
 */
import type { CostQuestion } from '@kept/domain/cost-query.ts'
import { lineOn, type TestLine } from '@kept/store/testing/lines.ts'
import { publishLines } from '@kept/store/testing/publish.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openKept, type TestKept } from '../../testing.ts'
import { captureTerminal } from '../testing/capture-terminal.ts'
import { costCommand } from './command.ts'

const applied = (id: string, cost: string) =>
  `{"Elements":[{"ContractId":"contract-1","ContractCommitmentId":"${id}","ContractCommitmentAppliedCost":${cost}}]}`

const base: TestLine = {
  ServiceProviderName: 'AWS',
  HostProviderName: 'AWS',
  ServiceName: 'Compute',
  ServiceCategory: 'Compute',
  SubAccountId: 'a-1',
  SubAccountType: 'Account',
  BillingAccountType: 'Organization',
  ChargeFrequency: 'Usage-Based',
  PricingUnit: 'Hours',
  PricingCurrency: 'USD',
}
const line = (hour: string, cost: string, values: TestLine = {}) =>
  lineOn('2026-05-11', {
    ...base,
    ChargePeriodStart: `2026-05-11T${hour}:00:00Z`,
    BilledCost: cost,
    EffectiveCost: cost,
    ListCost: cost,
    ContractedCost: cost,
    ...values,
  })
const split = (resource: string, team: string): TestLine => ({
  AllocatedMethodId: 'cpu-requests',
  AllocatedMethodDetails: '{"Elements":[{"AllocatedRatio":0.5,"UsageUnit":"vCPU","UsageQuantity":2}]}',
  AllocatedResourceId: resource,
  AllocatedResourceName: `${resource} pod`,
  AllocatedTags: { team },
  ResourceId: 'node-1',
})
const lines: TestLine[] = [
  line('00', '6', split('pod-1', 'checkout')),
  line('00', '4', split('pod-2', 'search')),
  line('01', '3', {
    HostProviderName: 'Google Cloud',
    ServiceProviderName: 'Snowflake',
    ServiceName: 'Warehouse',
    InvoiceId: 'inv-2',
    InvoiceDetailId: 'inv-2/1',
    PricingCurrency: 'Credits',
    PricingCurrencyEffectiveCost: '1.5',
    PricingCurrencyListUnitPrice: '0.5',
    PricingQuantity: '3',
  }),
  line('02', '8', {
    ContractApplied: applied('commit-1', '8'),
    CommitmentProgramEligibilityDetails: '{"Elements":[{"CommitmentProgramId":"savings-plan"}]}',
    SkuPriceDetails: '{"CoreCount":8,"InstanceSeries":"m7"}',
    ListUnitPrice: '2',
    ContractedUnitPrice: '1.5',
    PricingQuantity: '4',
    InvoiceDetailId: 'inv-1/1',
  }),
  line('02', '2', {
    ContractApplied: applied('commit-2', '1.25'),
    CommitmentProgramEligibilityDetails: '{"Elements":[{"CommitmentProgramId":"savings-plan"}]}',
    SkuPriceDetails: '{"CoreCount":4}',
    CommitmentDiscountId: 'cd-1',
    CommitmentDiscountCategory: 'Spend',
    CommitmentDiscountUnit: 'USD',
    CommitmentDiscountQuantity: '2',
    ListUnitPrice: '5',
    PricingQuantity: '1',
  }),
]

type Answer = [keys: string[], value: string | null][]
interface FocusQuestion {
  description: string
  question: CostQuestion
  answer: Answer
}
const filled = (dimension: NonNullable<CostQuestion['filters']>[number]['dimension']) => ({
  dimension,
  op: 'is_not' as const,
  values: [''],
})

const questions: FocusQuestion[] = [
  {
    description: 'hosting provider of services sold by another provider',
    question: { group_by: ['provider', 'host_provider'] },
    answer: [
      [['AWS', 'AWS'], '20'],
      [['Snowflake', 'Google Cloud'], '3'],
    ],
  },
  {
    description: 'services not hosted by their seller',
    question: { group_by: ['service'], filters: [{ dimension: 'host_provider', values: ['Google Cloud'] }] },
    answer: [[['Warehouse'], '3']],
  },
  {
    description: 'allocation targets of a shared resource',
    question: {
      group_by: ['resource', 'allocated_resource', 'allocated_resource_name'],
      filters: [filled('allocated_resource')],
    },
    answer: [
      [['node-1', 'pod-1', 'pod-1 pod'], '6'],
      [['node-1', 'pod-2', 'pod-2 pod'], '4'],
    ],
  },
  {
    description: 'allocated cost by team',
    question: { group_by: ['allocated_tag:team'], filters: [filled('allocated_method')] },
    answer: [
      [['checkout'], '6'],
      [['search'], '4'],
    ],
  },
  {
    description: 'allocation methods and units',
    question: {
      group_by: ['allocated_method', 'allocated_method_detail:UsageUnit'],
      filters: [filled('allocated_method')],
    },
    answer: [[['cpu-requests', 'vCPU'], '10']],
  },
  {
    description: 'charges that count toward each contract commitment',
    question: {
      measures: ['contract_applied_cost'],
      group_by: ['contract_applied:ContractId', 'contract_applied:ContractCommitmentId'],
      filters: [filled('contract_applied')],
    },
    answer: [
      [['contract-1', 'commit-1'], '8'],
      [['contract-1', 'commit-2'], '1.25'],
    ],
  },
  {
    description: 'charges without a contract',
    question: { filters: [{ dimension: 'contract_applied', values: [''] }], group_by: ['provider'] },
    answer: [
      [['AWS'], '10'],
      [['Snowflake'], '3'],
    ],
  },
  {
    description: 'charges eligible for a commitment program but not covered',
    question: {
      group_by: ['commitment_eligibility:CommitmentProgramId'],
      filters: [filled('commitment_eligibility'), { dimension: 'commitment', values: [''] }],
    },
    answer: [[['savings-plan'], '8']],
  },
  {
    description: 'cost of cores by size',
    question: { group_by: ['sku_price_detail:CoreCount'], filters: [filled('sku_price_details')] },
    answer: [
      [['8'], '8'],
      [['4'], '2'],
    ],
  },
  {
    description: 'list unit prices',
    question: {
      measures: ['list_unit_price'],
      group_by: ['sku_price_detail:InstanceSeries'],
      filters: [filled('sku_price_details')],
    },
    answer: [
      [[''], '5'],
      [['m7'], '2'],
    ],
  },
  {
    description: 'invoice detail of each charge',
    question: { measures: ['billed'], group_by: ['invoice_detail'], filters: [filled('invoice_detail')] },
    answer: [
      [['inv-1/1'], '8'],
      [['inv-2/1'], '3'],
    ],
  },
  {
    description: 'consumption and prices in virtual currency',
    question: {
      measures: ['pricing_currency_cost', 'pricing_currency_list_unit_price'],
      group_by: ['pricing_currency'],
      filters: [{ dimension: 'pricing_currency', values: ['Credits'] }],
    },
    answer: [[['Credits'], '1.5']],
  },
  {
    description: 'used quantity of each commitment, in its unit',
    question: {
      measures: ['commitment_quantity'],
      group_by: ['commitment', 'commitment_category', 'commitment_unit'],
      filters: [filled('commitment')],
    },
    answer: [[['cd-1', 'Spend', 'USD'], '2']],
  },
  {
    description: 'distinct sets of keys and values',
    question: { group_by: ['allocated_tags', 'allocated_method_details'], filters: [filled('allocated_tags')] },
    answer: [
      [['{"team":"checkout"}', '{"Elements":[{"AllocatedRatio":0.5,"UsageUnit":"vCPU","UsageQuantity":2}]}'], '6'],
      [['{"team":"search"}', '{"Elements":[{"AllocatedRatio":0.5,"UsageUnit":"vCPU","UsageQuantity":2}]}'], '4'],
    ],
  },
  {
    description: 'spend by account type',
    question: { group_by: ['billing_account_type', 'sub_account_type'] },
    answer: [[['Organization', 'Account'], '23']],
  },
]

let kept: TestKept
beforeAll(async () => {
  kept = await openKept()
  await publishLines(kept.world, kept.world.scope, 'focus', lines)
})
afterAll(() => kept.close())

const keysOf = ({ group_by = [] }: CostQuestion) => [...group_by] as string[]

describe.each(questions)('$asks', ({ question, answer }) => {
  const [measure = 'effective'] = question.measures ?? []
  it('is answered by the API, as a file and at the command line', async () => {
    const { data } = await kept.client.costs.query(question)
    expect(data.rows.map(({ keys, values }) => [keysOf(question).map((key) => keys[key]), values[measure]])).toEqual(
      answer,
    )
    const csv = await fetch(`${kept.url}/v1/costs/query.csv`, {
      method: 'POST',
      headers: { ...kept.headers('own'), 'content-type': 'application/json' },
      body: JSON.stringify(question),
    })
    const file = (await csv.text()).trim().split('\r\n')
    expect(file).toHaveLength(answer.length + 1)
    expect(await atCommandLine(question)).toEqual(file)
  })
})

it('queries by the hour, and lists the available keys and values', async () => {
  const { data } = await kept.client.costs.query({ grain: 'hour', start_date: '2026-05-11', end_date: '2026-05-12' })
  expect(data.rows.map(({ period, values }) => [period, values.effective])).toEqual([
    ['2026-05-11T00:00:00Z', '10'],
    ['2026-05-11T01:00:00Z', '3'],
    ['2026-05-11T02:00:00Z', '10'],
  ])
  const catalog = (await kept.client.costs.catalog({})).data
  expect(catalog.keys).toEqual(
    expect.arrayContaining([
      { family: 'sku_price_detail', key: 'CoreCount', lines: 2 },
      { family: 'allocated_tag', key: 'team', lines: 2 },
      { family: 'contract_applied', key: 'ContractCommitmentId', lines: 2 },
      { family: 'allocated_method_detail', key: 'UsageUnit', lines: 2 },
      { family: 'commitment_eligibility', key: 'CommitmentProgramId', lines: 2 },
    ]),
  )
  const values = await kept.client.costs.values({ name: 'sku_price_detail:CoreCount' })
  expect(values.data.map(({ value }) => value).toSorted()).toEqual(['', '4', '8'])
  const other = await kept.otherClient.costs.catalog({})
  expect(other.data.keys).toEqual([])
})

it('pages through more rows than one response holds, and streams all of them', async () => {
  const first = (await kept.client.costs.query({ group_by: ['charge_period_start', 'provider'], page_size: 2 })).data
  expect([first.rows.length, first.page]).toMatchObject([2, { number: 1, size: 2, rows: 3 }])
  const { version } = first.page
  const second = (
    await kept.client.costs.query({ group_by: ['charge_period_start', 'provider'], page_size: 2, page: 2, version })
  ).data
  expect([second.rows.length, second.totals]).toEqual([1, first.totals])
  await publishLines(kept.world, kept.world.scope, 'more', [line('03', '1')])
  await expect(
    kept.client.costs.query({ group_by: ['charge_period_start', 'provider'], page_size: 2, page: 2, version }),
  ).rejects.toThrow('Other bills were loaded after the first page was read; start again with page 1.')
  const { terminal, captured } = captureTerminal(100)
  await costCommand(terminal)
    .exitOverride()
    .parseAsync([...connectionOptions(), '-g', 'charge_period_start', '--page-size', '2'], { from: 'user' })
  expect(captured.out).toContain('Rows 1 to 2 of 4 (page 1 of 2). Use --page for another page or --csv for all rows.')
})

const connectionOptions = () => ['--org', 'own', '--data', kept.server.services.folder.path]

async function atCommandLine(question: CostQuestion): Promise<string[]> {
  const { terminal, captured } = captureTerminal(100)
  const signs = { is: '=', is_not: '!=', contains: '~' } as const
  const filters = (question.filters ?? []).flatMap(({ dimension, op = 'is', values }) =>
    values.flatMap((value) => ['--filter', `${dimension}${signs[op]}${value}`]),
  )
  await costCommand(terminal)
    .exitOverride()
    .parseAsync(
      [
        ...connectionOptions(),
        '-g',
        keysOf(question).join(','),
        '-m',
        (question.measures ?? ['effective']).join(','),
        ...filters,
        '--csv',
      ],
      { from: 'user' },
    )
  return captured.out.trim().split('\r\n')
}
