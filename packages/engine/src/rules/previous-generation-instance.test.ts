import type { ResourceUse } from '@kept/domain/facts.ts'
import type { UnitPrice } from '@kept/domain/price.ts'
import { expect, it } from 'vitest'
import { evaluateAlone, recommendationsOf, use } from '../testing/facts.ts'
import { redoInCents } from '../testing/redo-calculation.ts'
import { successors } from './instance-successors.ts'
import { previousGenerationInstance } from './previous-generation-instance.ts'

const m4 = (overrides = {}) =>
  use({
    resource_id: 'i-1',
    instance_type: 'm4.xlarge',
    meter: 'BoxUsage:m4.xlarge',
    description: '$0.20 per On Demand Linux m4.xlarge Instance Hour',
    quantity: '720',
    effective: '144',
    ...overrides,
  })

const price = (instance_type: string, amount: string, change: Partial<UnitPrice> = {}): UnitPrice => ({
  ...{ source: 'public_list', provider: 'aws', currency: 'USD', region: 'us-east-1', sku_price_id: '', instance_type },
  ...{ meter: '', description: '', pricing_unit: 'hour', price: amount, vcpus: 2, memory_gib: 8 },
  source_description: 'EC2 prices',
  ...change,
})

it('takes the published ratio when the bill has no price of the successor', () => {
  const [recommendation] = recommendationsOf(previousGenerationInstance, { resource_usage: [m4()] })
  expect(recommendation).toMatchObject({
    monthly_savings_low: '2.88',
    monthly_savings: '5.76',
    monthly_savings_high: '19.584',
  })
})

it('takes the two listed prices before the ratio of the families', () => {
  const [recommendation] = recommendationsOf(previousGenerationInstance, {
    resource_usage: [
      m4({ instance_type: 't2.large', meter: 'BoxUsage:t2.large', description: '', effective: '66.816' }),
    ],
    unit_price: [price('t2.large', '0.0928'), price('t3.large', '0.0832')],
  })
  expect(recommendation?.monthly_savings).toBe('6.912')
  expect(recommendation && redoInCents(recommendation)).toBe(691n)
})

it('takes the customer’s own prices where both stand in the bill', () => {
  const successor = m4({ resource_id: 'i-2', instance_type: 'm6i.xlarge', quantity: '100', effective: '15' })
  const [recommendation] = recommendationsOf(previousGenerationInstance, { resource_usage: [m4(), successor] })
  expect(recommendation).toMatchObject({ resource_id: 'i-1', monthly_savings: '36', confidence: 0.9 })
})

it('compares no estimates as if they were on a bill: one may be of its region, and the other of us-east-1', () => {
  const estimate = (instance_type: string, effective: string, change: Partial<ResourceUse> = {}) =>
    m4({
      ...{ resource_id: instance_type, instance_type, meter: `BoxUsage:${instance_type}`, description: '', effective },
      ...{ region: 'sa-east-1', is_estimate: true, ...change },
    })
  const [machine] = recommendationsOf(previousGenerationInstance, {
    resource_usage: [
      estimate('m4.large', '114.48', { price_source: 'AWS Price List: m4.large in sa-east-1' }),
      estimate('m6i.large', '69.12'),
    ],
    unit_price: [
      price('m4.large', '0.159', { source: 'live_list', region: 'sa-east-1', source_description: 'AWS Price List' }),
      ...[price('m4.large', '0.1'), price('m6i.large', '0.096')],
    ],
  })
  expect(machine).toMatchObject({ resource_id: 'm4.large', monthly_savings: '4.5792', confidence: 0.8 })
  expect(machine?.evidence).toContainEqual({ label: 'Price source', value: 'EC2 prices' })
  // The engine is on a bill, and in no estimate.
  const [database] = recommendationsOf(previousGenerationInstance, {
    resource_usage: [
      estimate('db.r4.large', '208.8', { meter: 'InstanceUsage:db.r4.large' }),
      estimate('db.r6g.large', '154.8', { meter: 'InstanceUsage:db.r6g.large' }),
    ],
  })
  expect(database?.confidence).toBe(0.8)
  expect(JSON.stringify(database?.evidence)).not.toContain('on this bill')
})

it('leaves covered hours, spare capacity and short lives alone', () => {
  const recommendationCount = (overrides: object) =>
    recommendationsOf(previousGenerationInstance, { resource_usage: [m4(overrides)] }).length
  expect(recommendationCount({ commitment_id: 'ri-1' })).toBe(0)
  expect(recommendationCount({ pricing_category: 'Dynamic' })).toBe(0)
  expect(recommendationCount({ days: 3 })).toBe(1)
  expect(recommendationCount({ days: 2 })).toBe(0)
})

it('knows families of Azure and Google, and databases', () => {
  const types: [string, string, string][] = [
    ['Microsoft', 'Standard_D2_v2', 'Standard_D2s_v5'],
    ['Google Cloud', 'n1-standard-4', 'n2d-standard-4'],
    ['AWS', 'db.r4.large', 'db.r6g.large'],
  ]
  for (const [provider, instance_type, to] of types) {
    const [recommendation] = recommendationsOf(previousGenerationInstance, {
      resource_usage: [m4({ provider, instance_type, description: '', effective: '500' })],
    })
    expect(recommendation?.evidence).toContainEqual({ label: 'Current generation', value: to })
  }
})

it('never names a successor that costs more', () => {
  for (const { ratio, lowest } of successors) {
    expect(ratio).toBeLessThan(1)
    expect(lowest.ratio).toBeLessThanOrEqual(ratio)
  }
})

it('says how many machines carry no instance type', () => {
  const { outcomes } = evaluateAlone(previousGenerationInstance, {
    resource_usage: [m4({ instance_type: '' }), m4({ resource_id: 'i-2', instance_type: 'm7i.large' })],
  })
  expect(outcomes[0]).toMatchObject({
    evaluated_count: 1,
    skip_reasons: ['Needs instance types (1 of 2 instances have none).'],
  })
})
