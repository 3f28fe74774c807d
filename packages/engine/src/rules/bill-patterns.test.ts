/** Newer rules that need a bill and price lists only. */
import { describe, expect, it } from 'vitest'
import { commitment, findingsOf, judgeAlone, use } from '../testing/facts.ts'
import { armArchitecture } from './arm-architecture.ts'
import { commitmentLapsed } from './commitment-lapsed.ts'
import { crossRegionTransfer } from './cross-region-transfer.ts'
import { licenceInPrice } from './licence-in-price.ts'
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
  says: 'a public list',
})

describe('sisters on ARM', () => {
  const prices = [
    list('m6i.large', '0.096'),
    list('m6g.large', '0.077'),
    list('r6i.large', '0.126'),
    list('r6g.large', '0.1008'),
  ]
  const found = (own: object) =>
    findingsOf(armArchitecture, { resource_use: [use({ effective: '96', ...own })], unit_price: prices })
  it('cost less; a database moves by itself, a program must be built for it', () => {
    expect(found({ meter: 'BoxUsage:m6i.large', instance_type: 'm6i.large' })[0]).toMatchObject({
      monthly_saving_low: '0',
      monthly_saving: '19',
      effort: 'high',
    })
    const database = {
      service: 'Amazon Relational Database Service',
      meter: 'InstanceUsage:db.r6i.large',
      instance_type: 'db.r6i.large',
    }
    expect(found(database)[0]).toMatchObject({ monthly_saving_low: '19.2', monthly_saving: '19.2', effort: 'low' })
  })
  it('are not there for Windows, for ARM itself, or without a price', () => {
    for (const own of [
      { meter: 'BoxUsage:m6i.large', instance_type: 'm6i.large', description: 'Windows' },
      { meter: 'BoxUsage:m6g.large', instance_type: 'm6g.large' },
      { meter: 'BoxUsage:c6i.large', instance_type: 'c6i.large' },
      { meter: 'UnusedBox:m6i.large', instance_type: 'm6i.large' },
    ]) {
      expect(found(own)).toEqual([])
    }
  })
})

it('premium disks: outside of production only, and the tag decides', () => {
  const found = (tags: Record<string, string>) =>
    findingsOf(premiumDiskNonProduction, {
      resource_use: [use({ effective: '100', meter: 'P20 LRS Disk', pricing_unit: 'Units/Month', tags })],
    })
  expect(found({ env: 'test' })[0]).toMatchObject({
    monthly_saving: '50',
    monthly_saving_low: '40',
    monthly_saving_high: '60',
  })
  expect([found({ env: 'prod' }), found({})]).toEqual([[], []])
})

it('commitments that ran out: what they covered, at the full price since', () => {
  const row = { service: 'Amazon Elastic Compute Cloud', meter: 'BoxUsage:m6i.large', instance_type: 'm6i.large' }
  const found = (lastDay: string) =>
    findingsOf(commitmentLapsed, {
      commitment_use: [commitment({ last_day: lastDay })],
      resource_use: [
        use({ ...row, effective: '10', commitment_id: 'ri-1', pricing_category: 'Committed', last_day: lastDay }),
        use({ ...row, effective: '20' }),
      ],
    })
  expect(found('2026-06-29')).toEqual([])
  // Twenty in ten days are sixty a month; 27 % of that.
  expect(found('2026-06-20')[0]).toMatchObject({ rule: 'commitment-lapsed', monthly_saving: '16.2' })
})

it('short jobs: a habit of many machines that live for hours', () => {
  const found = (n: number, hours: number) =>
    findingsOf(shortLivedOnDemand, {
      resource_use: Array.from({ length: n }, (_, i) =>
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
  expect([found(19, 3), found(20, 7)]).toEqual([[], []])
  expect(found(20, 6)[0]).toMatchObject({
    monthly_cost: '20',
    monthly_saving: '10',
    resource_name: '20 short-lived machines',
  })
})

it('licences: what might be brought along, with nothing promised', () => {
  const [finding] = findingsOf(licenceInPrice, {
    resource_use: [
      use({
        effective: '100',
        provider: 'Microsoft',
        service: 'Virtual Machines Licenses',
        meter: '4 vCPU VM License',
      }),
    ],
  })
  expect(finding).toMatchObject({ monthly_saving_low: '0', monthly_saving: '100' })
})

describe('tokens', () => {
  const tokens = (meter: string, effective: string, own = {}) =>
    use({ service: 'Amazon Bedrock', resource_id: '', meter, effective, pricing_unit: '1K tokens', ...own })
  it('that are never cached, where questions cost more than answers', () => {
    const found = (input: string, cached: string, output: string) =>
      findingsOf(promptCaching, {
        resource_use: [
          tokens('Claude-input-tokens', input),
          tokens('Claude-cache-read-input-tokens', cached),
          tokens('Claude-output-tokens', output),
        ],
      })
    expect(found('100', '0', '20')[0]).toMatchObject({
      monthly_cost: '100',
      monthly_saving_low: '0',
      monthly_saving: '35',
    })
    expect([found('100', '20', '20'), found('30', '0', '70')]).toEqual([[], []])
  })
  it('that are never cached, by tokens and not by what they cost', () => {
    const found = (input: string | null, cached: string | null, cachedCost: string) =>
      findingsOf(promptCaching, {
        resource_use: [
          tokens('Claude-input-tokens', '90', { quantity: input }),
          tokens('Claude-cache-read-input-tokens', cachedCost, { quantity: cached }),
        ],
      }).map(({ summary }) => summary)
    expect(found('900', '101', '1')).toEqual([])
    expect(found('900', '100', '1')[0]).toContain('Cached input was 10 % of it')
    // Without quantities a cached token is taken for a tenth of the price.
    expect(found(null, null, '1.01')).toEqual([])
    expect(found(null, '100', '1')[0]).toContain('Cached input was 10 % of it')
  })
  it('that nobody waits for, in development', () => {
    const found = (own: object, meter = 'Claude-input-tokens') =>
      findingsOf(tokenBatch, { resource_use: [tokens(meter, '100', own)] })
    expect(found({ tags: { env: 'dev' } })[0]).toMatchObject({ monthly_saving: '25', monthly_saving_high: '50' })
    expect([found({ tags: { env: 'prod' } }), found({ tags: { env: 'dev' } }, 'Claude-batch-input-tokens')]).toEqual([
      [],
      [],
    ])
    expect(judgeAlone(tokenBatch, { resource_use: [tokens('input tokens', '1')] }).outcomes[0]?.why_not[0]).toContain(
      'do not say',
    )
  })
})

it('traffic between regions: from fifty a month on, nothing promised', () => {
  const found = (effective: string) =>
    findingsOf(crossRegionTransfer, {
      resource_use: [use({ effective, meter: 'USE1-EUC1-AWS-Out-Bytes', pricing_unit: 'GB' })],
    })
  expect(found('49.9')).toEqual([])
  expect(found('50')[0]).toMatchObject({ monthly_saving: null, monthly_cost: '50' })
})
