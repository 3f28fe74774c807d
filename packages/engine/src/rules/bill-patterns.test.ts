/** Newer rules that need a bill and price lists only. */
import { describe, expect, it } from 'vitest'
import { commitment, evaluateAlone, recommendationsOf, use } from '../testing/facts.ts'
import { armArchitecture } from './arm-architecture.ts'
import { commitmentLapsed } from './commitment-lapsed.ts'
import { crossRegionTransfer } from './cross-region-transfer.ts'
import { licenseInPrice } from './license-in-price.ts'
import { premiumDiskNonProduction } from './premium-disk-non-production.ts'
import { promptCaching } from './prompt-caching.ts'
import { shortLivedOnDemand } from './short-lived-on-demand.ts'
import { tokenBatch } from './token-batch.ts'

const list = (instance_type: string, price: string) => ({
  source: 'public_list' as const,
  provider: 'aws',
  currency: 'USD',
  region: 'us-east-1',
  sku_price_id: '',
  instance_type,
  meter: '',
  description: '',
  pricing_unit: 'Hours',
  price,
  vcpus: null,
  memory_gib: null,
  source_description: 'a public list',
})

describe('sisters on ARM', () => {
  const prices = [
    list('m6i.large', '0.096'),
    list('m6g.large', '0.077'),
    list('r6i.large', '0.126'),
    list('r6g.large', '0.1008'),
  ]
  const recommend = (overrides: object) =>
    recommendationsOf(armArchitecture, { resource_usage: [use({ effective: '96', ...overrides })], unit_price: prices })
  it('cost less; a database moves by itself, a program must be built for it', () => {
    expect(recommend({ meter: 'BoxUsage:m6i.large', instance_type: 'm6i.large' })[0]).toMatchObject({
      monthly_savings_low: '0',
      monthly_savings: '19',
      effort: 'high',
    })
    const database = {
      service: 'Amazon Relational Database Service',
      meter: 'InstanceUsage:db.r6i.large',
      instance_type: 'db.r6i.large',
    }
    expect(recommend(database)[0]).toMatchObject({
      monthly_savings_low: '19.2',
      monthly_savings: '19.2',
      effort: 'low',
    })
  })
  it('are worth the tests of a new architecture from 8% on', () => {
    const paid = use({ effective: '96', meter: 'BoxUsage:m6i.large', instance_type: 'm6i.large' })
    const at = (price: string) =>
      recommendationsOf(armArchitecture, {
        resource_usage: [paid],
        unit_price: [list('m6i.large', '1'), list('m6g.large', price)],
      })
    expect(at('0.93')).toEqual([])
    expect(at('0.91')).toHaveLength(1)
    expect(at('1.2')).toEqual([])
  })
  it('are not there for Windows, for ARM itself, or without a price', () => {
    for (const overrides of [
      { meter: 'BoxUsage:m6i.large', instance_type: 'm6i.large', description: 'Windows' },
      { meter: 'BoxUsage:m6g.large', instance_type: 'm6g.large' },
      { meter: 'BoxUsage:c6i.large', instance_type: 'c6i.large' },
      { meter: 'UnusedBox:m6i.large', instance_type: 'm6i.large' },
    ]) {
      expect(recommend(overrides)).toEqual([])
    }
  })
})

it('premium disks: outside of production only, and the tag decides', () => {
  const recommend = (tags: Record<string, string>) =>
    recommendationsOf(premiumDiskNonProduction, {
      resource_usage: [use({ effective: '100', meter: 'P20 LRS Disk', pricing_unit: 'Units/Month', tags })],
    })
  expect(recommend({ env: 'test' })[0]).toMatchObject({
    monthly_savings: '50',
    monthly_savings_low: '40',
    monthly_savings_high: '60',
  })
  expect([recommend({ env: 'prod' }), recommend({})]).toEqual([[], []])
})

it('commitments that ran out: what they covered, at the full price since', () => {
  const row = { service: 'Amazon Elastic Compute Cloud', meter: 'BoxUsage:m6i.large', instance_type: 'm6i.large' }
  const recommend = (lastDay: string) =>
    recommendationsOf(commitmentLapsed, {
      commitment_usage: [commitment({ last_day: lastDay })],
      resource_usage: [
        use({ ...row, effective: '10', commitment_id: 'ri-1', pricing_category: 'Committed', last_day: lastDay }),
        use({ ...row, effective: '20' }),
      ],
    })
  expect(recommend('2026-06-29')).toEqual([])
  // Twenty in ten days are sixty a month; 27 % of that.
  expect(recommend('2026-06-20')[0]).toMatchObject({ rule: 'commitment-lapsed', monthly_savings: '16.2' })
})

it('short jobs: a habit of many machines that live for hours', () => {
  const recommend = (n: number, hours: number) =>
    recommendationsOf(shortLivedOnDemand, {
      resource_usage: Array.from({ length: n }, (_, i) =>
        use({
          resource_id: `i-${i}`,
          effective: '1',
          meter: 'BoxUsage:m6i.large',
          instance_type: 'm6i.large',
          hours,
          days: 1,
        }),
      ),
    })
  expect([recommend(19, 3), recommend(20, 7)]).toEqual([[], []])
  expect(recommend(20, 6)[0]).toMatchObject({
    monthly_cost: '20',
    monthly_savings: '10',
    resource_name: '20 short-lived instances',
  })
})

it('licenses: what might be brought along, with nothing promised', () => {
  const [recommendation] = recommendationsOf(licenseInPrice, {
    resource_usage: [
      use({
        effective: '100',
        provider: 'Microsoft',
        service: 'Virtual Machines Licenses',
        meter: '4 vCPU VM License',
      }),
    ],
  })
  expect(recommendation).toMatchObject({ monthly_savings_low: '0', monthly_savings: '100' })
})

describe('tokens', () => {
  const tokens = (meter: string, effective: string, overrides = {}) =>
    use({ service: 'Amazon Bedrock', resource_id: '', meter, effective, pricing_unit: '1K tokens', ...overrides })
  it('that are never cached, where questions cost more than answers', () => {
    const recommend = (input: string, cached: string, output: string) =>
      recommendationsOf(promptCaching, {
        resource_usage: [
          tokens('Claude-input-tokens', input),
          tokens('Claude-cache-read-input-tokens', cached),
          tokens('Claude-output-tokens', output),
        ],
      })
    expect(recommend('100', '0', '20')[0]).toMatchObject({
      monthly_cost: '100',
      monthly_savings_low: '0',
      monthly_savings: '35',
    })
    expect([recommend('100', '20', '20'), recommend('30', '0', '70')]).toEqual([[], []])
  })
  it('that are never cached, by tokens and not by what they cost', () => {
    const recommend = (input: string | null, cached: string | null, cachedCost: string) =>
      recommendationsOf(promptCaching, {
        resource_usage: [
          tokens('Claude-input-tokens', '90', { quantity: input }),
          tokens('Claude-cache-read-input-tokens', cachedCost, { quantity: cached }),
        ],
      }).map(({ summary }) => summary)
    expect(recommend('900', '101', '1')).toEqual([])
    expect(recommend('900', '100', '1')[0]).toContain('Only 10% of the input tokens')
    // Without quantities a cached token is taken for a tenth of the price.
    expect(recommend(null, null, '1.01')).toEqual([])
    expect(recommend(null, '100', '1')[0]).toContain('Only 10% of the input tokens')
  })
  it('can be batched in development', () => {
    const recommend = (overrides: object, meter = 'Claude-input-tokens') =>
      recommendationsOf(tokenBatch, { resource_usage: [tokens(meter, '100', overrides)] })
    expect(recommend({ tags: { env: 'dev' } })[0]).toMatchObject({ monthly_savings: '25', monthly_savings_high: '50' })
    expect([
      recommend({ tags: { env: 'prod' } }),
      recommend({ tags: { env: 'dev' } }, 'Claude-batch-input-tokens'),
    ]).toEqual([[], []])
    expect(
      evaluateAlone(tokenBatch, { resource_usage: [tokens('input tokens', '1')] }).outcomes[0]?.skip_reasons[0],
    ).toContain('Needs an environment tag')
  })
})

it('traffic between regions: from fifty a month on, nothing promised', () => {
  const recommend = (effective: string) =>
    recommendationsOf(crossRegionTransfer, {
      resource_usage: [use({ effective, meter: 'USE1-EUC1-AWS-Out-Bytes', pricing_unit: 'GB' })],
    })
  expect(recommend('49.9')).toEqual([])
  expect(recommend('50')[0]).toMatchObject({ monthly_savings: null, monthly_cost: '50' })
})
