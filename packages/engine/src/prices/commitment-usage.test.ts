import type { UnbilledResource } from '@kept/domain/facts.ts'
import { describe, expect, it } from 'vitest'
import { commitmentLapsed } from '../rules/commitment-lapsed.ts'
import { unusedCommitment } from '../rules/unused-commitment.ts'
import { commitment, june, recommendationsOf, use, windowOf } from '../testing/facts.ts'
import { withListedCommitments } from './commitment-usage.ts'

function listed(changes: Partial<UnbilledResource> = {}): UnbilledResource {
  return {
    provider: 'aws',
    resource_id: 'ri-1',
    name: 'ri-1',
    type: 'Commitment',
    size: '',
    state: 'active',
    service: 'Amazon Elastic Compute Cloud',
    region: 'us-east-1',
    billing_account_id: '',
    sub_account_id: '222222222222',
    sub_account_name: 'shop',
    tags: {},
    created_on: '',
    attributes: {
      commitment_type: 'Reserved Instance',
      currency: 'USD',
      cost_30_days: '100',
      unused_30_days: '40',
      ends_on: '2027-02-01',
      amounts_from: 'AWS Cost Explorer, last 30 days',
    },
    ...changes,
  }
}

describe('withListedCommitments', () => {
  it('makes the unused-commitment rule speak before a bill, and names its source and end', () => {
    const commitment_usage = withListedCommitments([], [listed()], june)
    const [recommendation] = recommendationsOf(unusedCommitment, { commitment_usage })
    expect(recommendation).toMatchObject({ resource_id: 'ri-1', monthly_cost: '100', monthly_savings: '40' })
    expect(recommendation?.evidence).toEqual(
      expect.arrayContaining([
        { label: 'Ends on', value: '2027-02-01' },
        { label: 'Source', value: 'AWS Cost Explorer, last 30 days' },
      ]),
    )
  })

  it('is of the length of the window', () => {
    const [row] = withListedCommitments([], [listed()], windowOf('2026-06-01', '2026-06-16'))
    expect([row?.effective_used, row?.effective_unused]).toEqual(['30', '20'])
  })

  it('adds nothing to a bill that has commitments of the same cloud, but their end', () => {
    const billed = commitment({ commitment_id: 'RI-1' })
    expect(withListedCommitments([billed], [listed(), listed({ resource_id: 'ri-2' })], june)).toEqual([
      { ...billed, ends_on: '2027-02-01' },
    ])
    expect(withListedCommitments([commitment({ provider: 'Microsoft' })], [listed()], june)).toHaveLength(2)
  })

  it.each([
    ['has no price', { attributes: { unused_30_days: '1', currency: 'USD' } }],
    ['has no use', { attributes: { cost_30_days: '1', currency: 'USD' } }],
    ['was sold', { state: 'retired' }],
  ])('leaves out a commitment that %s: no amount is guessed', (_, changes) => {
    expect(withListedCommitments([], [listed(changes)], june)).toEqual([])
  })

  it('is silent about a commitment that has ended', () => {
    const ended = listed({ attributes: { ...listed().attributes, ends_on: '2026-06-10' } })
    const commitment_usage = withListedCommitments([], [ended], june)
    expect(recommendationsOf(unusedCommitment, { commitment_usage })).toEqual([])
  })

  it('does not call a commitment expired that runs on without covering anything', () => {
    const billed = commitment({ commitment_id: 'ri-1', effective_used: '50', last_day: '2026-06-10' })
    const resource_usage = [
      use({
        resource_id: 'i-1',
        commitment_id: 'ri-1',
        effective: '50',
        last_day: '2026-06-10',
        instance_type: 'm5.large',
      }),
      use({ resource_id: 'i-1', effective: '60', instance_type: 'm5.large', meter: 'BoxUsage:m5.large' }),
    ]
    const recommendations = (commitment_usage: ReturnType<typeof withListedCommitments>) =>
      recommendationsOf(commitmentLapsed, { commitment_usage, resource_usage }).length
    expect(recommendations([billed])).toBe(1)
    expect(recommendations(withListedCommitments([billed], [listed()], june))).toBe(0)
  })
})
