import { type LedgerFactName, ledgerFactNames } from '@kept/domain/facts.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { lineOn, type TestLine, writeLines } from '../../testing/lines.ts'
import { openWorld, type World } from '../../testing/world.ts'
import { rollUpLoads } from '../roll-up.ts'
import type { Span } from '../span.ts'
import { readFacts } from './read-facts.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

async function load(id: string, lines: TestLine[]): Promise<string[]> {
  await writeLines(world.warehouse, world.scope, id, lines)
  await rollUpLoads(world.warehouse, world.scope, [id])
  return [id]
}
async function read(loadIds: string[], names: LedgerFactName[], window?: Span) {
  const read = await readFacts(world.warehouse, world.scope, { loadIds, names, window })
  if (!read) throw new Error('no facts')
  return read
}
const hourly = (hour: string, more: TestLine = {}) =>
  lineOn(hour.slice(0, 10), {
    ServiceProviderName: 'AWS',
    BillingAccountId: '1',
    SubAccountId: '11',
    SubAccountName: 'shop',
    ServiceName: 'Compute',
    RegionId: 'eu',
    BilledCost: '1',
    EffectiveCost: '1',
    PricingCategory: 'Standard',
    PricingUnit: 'Hrs',
    PricingQuantity: '1',
    ResourceId: 'i-1',
    ...more,
    ChargePeriodStart: `${hour}:00:00Z`,
    ChargePeriodEnd: new Date(Date.parse(`${hour}:00:00Z`) + 3_600_000).toISOString(),
  })
const days = (from: string, count: number) =>
  Array.from({ length: count }, (_, index) => Temporal.PlainDate.from(from).add({ days: index }).toString())
const fullDay = (day: string, more: TestLine = {}) => ({
  ...hourly(`${day}T00`, more),
  ChargePeriodEnd: `${Temporal.PlainDate.from(day).add({ days: 1 })}T00:00:00Z`,
})

it('reads the last thirty complete days, or the month when there is only one', async () => {
  const month = await load(
    'one-month',
    days('2024-03-03', 10).map((day) => fullDay(day)),
  )
  expect((await read(month, [])).window).toEqual({
    from: '2024-03-01',
    to: '2024-03-13',
    days: 12,
    daysWithCharges: 10,
  })
  const quarter = await load(
    'quarter',
    days('2024-01-01', 80).map((day) => fullDay(day)),
  )
  expect((await read(quarter, [])).window).toEqual({
    from: '2024-02-20',
    to: '2024-03-21',
    days: 30,
    daysWithCharges: 30,
  })
  const partial = await load('partial', [...days('2024-01-01', 80).map((day) => fullDay(day)), hourly('2024-03-21T05')])
  expect((await read(partial, [])).window).toMatchObject({ from: '2024-02-20', to: '2024-03-21' })
})

it('returns usage with meter, instance type and time', async () => {
  const loads = await load('use', [
    hourly('2024-03-01T00', {
      Tags: { env: 'old' },
      x_columns: { x_UsageType: 'EUW1-BoxUsage:m4.large' },
      SkuMeter: 'Compute',
    }),
    hourly('2024-03-02T01', {
      Tags: { env: 'prod' },
      x_columns: { x_UsageType: 'EUW1-BoxUsage:m4.large' },
      ListCost: '2',
    }),
    hourly('2024-03-02T01', { ResourceId: 'db', SkuMeter: 'InstanceUsage:db.r5.xlarge' }),
    hourly('2024-03-02T01', { ResourceId: 'vm', SkuPriceDetails: '{"x":{"ServiceType":"Standard_D2_v2"}}' }),
    hourly('2024-03-02T01', { ResourceId: 'blob', SkuPriceDetails: '{"x":"Standard_LRS"}' }),
    hourly('2024-03-02T01', { ResourceId: 'gce', Tags: { 'compute.googleapis.com/machine_spec': 'n1-standard-4' } }),
    hourly('2024-03-02T01', { ResourceId: 'named', SkuPriceDetails: '{"InstanceType":"m6i.large"}' }),
    { ...hourly('2024-03-01T00', { ResourceId: 'fee' }), ChargePeriodEnd: '2024-04-01T00:00:00Z' },
    hourly('2024-03-02T01', { ResourceId: 'unknown', BilledCost: null }),
    hourly('2024-03-02T01', { ResourceId: 'tax', ChargeCategory: 'Tax' }),
  ])
  const { facts } = await read(loads, ['resource_usage'], { from: '2024-03-01', to: '2024-03-11' })
  const rows = new Map(facts.resource_usage?.map((row) => [row.resource_id, row]))
  expect([...rows.keys()].sort()).toEqual(['blob', 'db', 'fee', 'gce', 'i-1', 'named', 'vm'])
  expect(rows.get('i-1')).toEqual({
    currency: 'USD',
    provider: 'AWS',
    billing_account_id: '1',
    sub_account_id: '11',
    sub_account_name: 'shop',
    service: 'Compute',
    service_category: '',
    service_subcategory: '',
    region: 'eu',
    resource_id: 'i-1',
    resource_name: '',
    resource_type: '',
    tags: { env: 'prod' },
    meter: 'EUW1-BoxUsage:m4.large',
    description: '',
    sku_id: '',
    sku_price_id: '',
    instance_type: 'm4.large',
    pricing_category: 'Standard',
    commitment_id: '',
    pricing_unit: 'Hrs',
    quantity: '2',
    billed: '2',
    effective: '2',
    contracted: null,
    list: '2',
    first_day: '2024-03-01',
    last_day: '2024-03-02',
    days: 2,
    hours: 2,
  })
  expect(['db', 'vm', 'blob', 'gce', 'named'].map((id) => rows.get(id)?.instance_type)).toEqual([
    'db.r5.xlarge',
    'Standard_D2_v2',
    '',
    'n1-standard-4',
    'm6i.large',
  ])
  expect(rows.get('fee')).toMatchObject({ days: 10, hours: 0, last_day: '2024-03-10' })
})

it('splits a commitment into its used and unused part', async () => {
  const commitment = {
    CommitmentDiscountId: 'sp-1',
    CommitmentDiscountName: 'Plan',
    CommitmentDiscountType: 'Savings Plan',
  }
  const loads = await load('commitment', [
    hourly('2024-03-01T00', {
      ...commitment,
      CommitmentDiscountStatus: 'Used',
      EffectiveCost: '6',
      ContractedCost: '9',
    }),
    hourly('2024-03-01T01', { ...commitment, CommitmentDiscountStatus: 'Unused', EffectiveCost: '2' }),
    hourly('2024-03-01T00', {
      ...commitment,
      ChargeCategory: 'Purchase',
      CommitmentDiscountStatus: 'Unused',
      BilledCost: '7',
      EffectiveCost: '0.5',
      SubAccountId: '',
    }),
    hourly('2024-03-01T00', { EffectiveCost: '99' }),
  ])
  const { facts } = await read(loads, ['commitment_usage'])
  expect(facts.commitment_usage).toMatchObject([
    {
      commitment_id: 'sp-1',
      commitment_name: 'Plan',
      sub_account_id: '11',
      service: 'Compute',
      effective_used: '6',
      effective_unused: '2.5',
      billed_purchase: '7',
      contracted_covered: '9',
    },
  ])
})

it('spreads a monthly fee over the month and counts the part inside the window', async () => {
  const loads = await load('fee', [
    {
      ...hourly('2024-03-01T00', { CommitmentDiscountId: 'ri-1', ChargeCategory: 'Purchase', EffectiveCost: '22.32' }),
      ChargePeriodEnd: '2024-04-01T00:00:00Z',
    },
    hourly('2024-03-10T00', { EffectiveCost: '1' }),
  ])
  const { facts, window } = await read(loads, ['commitment_usage'])
  expect(window.to).toBe('2024-03-11')
  expect(facts.commitment_usage).toMatchObject([{ first_day: '2024-03-01', last_day: '2024-03-10' }])
})

it('counts the part of a fee row that falls into the window, also of a month that began before it', async () => {
  const fee = { CommitmentDiscountId: 'ri-2', CommitmentDiscountStatus: 'Unused', ChargeCategory: 'Purchase' }
  const feeOf = (from: string, to: string, cost: string) => ({
    ...hourly(`${from}T00`, { ...fee, BilledCost: cost, EffectiveCost: cost }),
    ChargePeriodEnd: `${to}T00:00:00Z`,
  })
  const loads = await load('two-months', [
    feeOf('2024-03-01', '2024-04-01', '31'),
    feeOf('2024-04-01', '2024-05-01', '60'),
    ...days('2024-03-01', 61).map((day) => fullDay(day, { EffectiveCost: '1' })),
  ])
  const { facts, window } = await read(loads, ['commitment_usage'])
  expect(window).toMatchObject({ from: '2024-04-01', to: '2024-05-01' })
  expect(facts.commitment_usage).toMatchObject([{ effective_unused: '60', first_day: '2024-04-01' }])
  const { facts: across } = await read(loads, ['commitment_usage'], { from: '2024-03-17', to: '2024-04-16' })
  expect(across.commitment_usage).toMatchObject([{ effective_unused: '45', billed_purchase: '45' }])
})

it('calculates the unused part from quantities when covered usage does not carry the fee', async () => {
  const cud = { CommitmentDiscountId: 'cud-1', PricingUnit: 'hour' }
  const used = {
    ...cud,
    CommitmentDiscountStatus: 'Used',
    PricingQuantity: '1',
    ContractedCost: '0.1',
    EffectiveCost: '0',
  }
  const loads = await load('cud', [
    ...['00', '01', '02', '03'].map((hour) =>
      hourly(`2024-03-01T${hour}`, { ...cud, ChargeCategory: 'Purchase', EffectiveCost: '0.12', PricingQuantity: '2' }),
    ),
    ...['00', '01'].map((hour) => hourly(`2024-03-01T${hour}`, used)),
    // Half of this hour was covered.
    hourly('2024-03-01T02', { ...used, EffectiveCost: '0.05' }),
  ])
  const { facts } = await read(loads, ['commitment_usage'])
  // 2.5 of 8 committed hours were covered, of a fee of 0.48; half of an hour was paid on demand.
  expect(facts.commitment_usage).toMatchObject([{ effective_unused: '0.33', effective_used: '0.2' }])
})

it('returns each day of a service and of a meter, also before the window', async () => {
  const loads = await load('days', [
    ...days('2024-01-01', 60).map((day) => fullDay(day, { SkuMeter: 'EBS:SnapshotUsage', EffectiveCost: '0.1' })),
    fullDay('2024-02-29', { SkuMeter: 'EBS:SnapshotUsage', EffectiveCost: '0.02', PricingQuantity: null }),
    fullDay('2024-02-29', { ChargeCategory: 'Tax', EffectiveCost: '5' }),
  ])
  const { facts, window } = await read(loads, ['service_day', 'meter_day'])
  expect(window.from).toBe('2024-01-31')
  expect([facts.service_day?.length, facts.meter_day?.length]).toEqual([60, 60])
  expect(facts.service_day?.at(-1)).toMatchObject({ day: '2024-02-29', effective: '0.12', service: 'Compute' })
  expect(facts.meter_day?.at(-1)).toMatchObject({
    day: '2024-02-29',
    meter: 'EBS:SnapshotUsage',
    resource_id: 'i-1',
    effective: '0.12',
    quantity: '1',
  })
})

it('keeps the costliest meters separate and sums the rest, to the cent', async () => {
  const loads = await load(
    'estate',
    Array.from({ length: 1003 }, (_, index) =>
      fullDay('2024-03-01', { ResourceId: `r-${index}`, SkuMeter: 'Storage', EffectiveCost: `${index}.01` }),
    ),
  )
  const rows = (await read(loads, ['meter_day'])).facts.meter_day ?? []
  expect(rows.length).toBe(1001)
  expect(rows.filter(({ resource_id }) => resource_id === '')).toMatchObject([{ effective: '3.03', meter: 'Storage' }])
})

it('returns the mean of each hour of the week between first and last charge', async () => {
  // 2024-03-04 is a Monday: two Mondays at nine, one at ten, nothing at eleven.
  const loads = await load('week', [
    hourly('2024-03-04T09', { EffectiveCost: '2' }),
    hourly('2024-03-04T10', { EffectiveCost: '3' }),
    hourly('2024-03-11T09', { EffectiveCost: '4' }),
    fullDay('2024-03-05', { ResourceId: 'daily' }),
  ])
  const { facts } = await read(loads, ['resource_week'], { from: '2024-03-01', to: '2024-03-12' })
  expect(facts.resource_week?.length).toBe(1)
  const [week] = facts.resource_week ?? []
  expect(week).toMatchObject({ resource_id: 'i-1', effective: '9', days: 2 })
  expect(week?.hours.length).toBe(168)
  expect([week?.hours[9], week?.hours[10], week?.hours[11]]).toEqual([3, 3, 0])
  const short = await load('short', [hourly('2024-03-04T09'), hourly('2024-03-04T11')])
  const hours = (await read(short, ['resource_week'])).facts.resource_week?.[0]?.hours ?? []
  expect(hours.filter((mean) => mean !== null)).toEqual([1, 0, 1])
})

it('counts what could be tagged and is not', async () => {
  const loads = await load('tags', [
    hourly('2024-03-01T00', { Tags: { team: 'a' }, EffectiveCost: '5' }),
    hourly('2024-03-01T01', { EffectiveCost: '1' }),
    hourly('2024-03-01T00', { ResourceId: 'bare', EffectiveCost: '2', Tags: { 'aws:createdBy': 'me' } }),
    hourly('2024-03-01T00', { ResourceId: 'barer', EffectiveCost: '3' }),
    hourly('2024-03-01T00', { ResourceId: '', EffectiveCost: '70' }),
  ])
  const { facts } = await read(loads, ['tag_usage'])
  expect(facts.tag_usage).toMatchObject([
    {
      sub_account_id: '11',
      sub_account_name: 'shop',
      effective: '11',
      effective_untagged: '5',
      resources: 3,
      resources_untagged: 2,
      examples: [
        { resource_id: 'barer', service: 'Compute', effective: '3' },
        { resource_id: 'bare', service: 'Compute', effective: '2' },
      ],
    },
  ])
})

it('returns on-demand machine time by the hour, and by the day for daily bills', async () => {
  const loads = await load('demand', [
    hourly('2024-03-01T00', { ContractedCost: '2' }),
    hourly('2024-03-01T00', { ResourceId: 'i-2', EffectiveCost: '0.5' }),
    hourly('2024-03-01T00', { PricingUnit: 'GB-Mo' }),
    hourly('2024-03-01T00', { PricingCategory: 'Committed' }),
    fullDay('2024-03-02', { PricingUnit: '1 Hour' }),
  ])
  const { facts } = await read(loads, ['on_demand_hour'])
  expect(facts.on_demand_hour?.map(({ at, slot_hours, contracted }) => [at, slot_hours, contracted])).toEqual([
    ['2024-03-01T00:00:00Z', 1, '2.5'],
    ['2024-03-02T00:00:00Z', 24, '1'],
  ])
})

it('returns nothing to another organization, and nothing without loads', async () => {
  const names = [...ledgerFactNames]
  expect(await readFacts(world.warehouse, world.otherScope, { loadIds: ['use', 'days'], names })).toBeUndefined()
  expect(await readFacts(world.warehouse, world.scope, { loadIds: [], names })).toBeUndefined()
  const window = { from: '2024-01-01', to: '2024-04-01' }
  const read = await readFacts(world.warehouse, world.otherScope, { loadIds: ['use', 'days', 'tags'], names, window })
  expect(Object.values(read?.facts ?? {}).flat()).toEqual([])
  expect(Object.keys(read?.facts ?? {}).sort()).toEqual(names.sort())
})
