import type { RecommendationWithAlternatives } from '@kept/domain/recommendation.ts'
import { expect, test } from 'vitest'
import { chosen, isNarrowed, readSavings, writeSavings } from './recommendations.ts'

const recommendation = (more: Partial<RecommendationWithAlternatives>): RecommendationWithAlternatives => ({
  id: '00000000-0000-4000-8000-000000000001',
  rule: 'old-snapshots',
  title: 'Old snapshot',
  summary: '',
  provider: 'AWS',
  billing_account_id: '',
  sub_account_id: '',
  sub_account_name: 'research',
  region: 'us-east-1',
  service: 'EC2',
  resource_id: 'snap-1',
  resource_name: '',
  resource_type: '',
  currency: 'USD',
  monthly_savings: '5',
  monthly_savings_low: '4',
  monthly_savings_high: '6',
  monthly_cost: '10',
  confidence: 0.8,
  effort: 'low',
  risk: 'medium',
  alternatives: [],
  evidence: [],
  steps: [],
  counted_in: '',
  status: 'open',
  dismissed_reason: '',
  dismissed_until: null,
  owner: '',
  due_on: null,
  completed_at: null,
  completed_by: '',
  verified_at: null,
  first_seen_at: '2018-10-01T00:00:00Z',
  last_seen_at: '2018-10-01T00:00:00Z',
  ...more,
})

test('chosen matches every search term and filter', () => {
  const list = [recommendation({}), recommendation({ service: 'S3', provider: 'Microsoft', risk: 'low' })]
  const visibleServices = (search: Record<string, string>) =>
    chosen(list, readSavings(search)).map(({ service }) => service)
  expect(visibleServices({})).toEqual(['EC2', 'S3'])
  expect(visibleServices({ q: 'RESEARCH ec2' })).toEqual(['EC2'])
  expect(visibleServices({ q: 'research nothing' })).toEqual([])
  expect(visibleServices({ provider: 'Microsoft' })).toEqual(['S3'])
  expect(visibleServices({ risk: 'low', effort: 'low' })).toEqual(['S3'])
  // An alternative is found under the recommendation that counts.
  const option = recommendation({ rule: 'rightsize', title: 'Oversized' })
  expect(
    chosen([recommendation({ alternatives: [option] })], readSavings({ rule: 'rightsize', q: 'oversized' })),
  ).toHaveLength(1)
})

test('reads back the view it writes', () => {
  const search = {
    status: 'dismissed',
    q: 'snap',
    rule: '',
    provider: 'AWS',
    effort: 'low',
    risk: '',
    sort: 'cost',
    recommendation: 'x',
  }
  expect(writeSavings(readSavings(search))).toEqual(search)
  expect(Object.values(writeSavings(readSavings({ effort: 'enormous', sort: '' }))).join('')).toBe('')
  expect(isNarrowed(readSavings({}))).toBe(false)
})
