import type { Recommendation } from '@kept/domain/finding.ts'
import { expect, test } from 'vitest'
import { chosen, isNarrowed, readSavings, writeSavings } from './findings.ts'

const finding = (more: Partial<Recommendation>): Recommendation => ({
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
  monthly_saving: '5',
  monthly_saving_low: '4',
  monthly_saving_high: '6',
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
  done_at: null,
  done_by: '',
  verified_at: null,
  first_seen_at: '2018-10-01T00:00:00Z',
  last_seen_at: '2018-10-01T00:00:00Z',
  ...more,
})

test('every word typed must be there, and every filter must hold', () => {
  const list = [finding({}), finding({ service: 'S3', provider: 'Microsoft', risk: 'low' })]
  const shown = (search: Record<string, string>) => chosen(list, readSavings(search)).map(({ service }) => service)
  expect(shown({})).toEqual(['EC2', 'S3'])
  expect(shown({ q: 'RESEARCH ec2' })).toEqual(['EC2'])
  expect(shown({ q: 'research nothing' })).toEqual([])
  expect(shown({ provider: 'Microsoft' })).toEqual(['S3'])
  expect(shown({ risk: 'low', effort: 'low' })).toEqual(['S3'])
  // An alternative is found under the recommendation that counts.
  const option = finding({ rule: 'rightsize', title: 'Oversized' })
  expect(
    chosen([finding({ alternatives: [option] })], readSavings({ rule: 'rightsize', q: 'oversized' })),
  ).toHaveLength(1)
})

test('the view lives in the address', () => {
  const search = {
    status: 'dismissed',
    q: 'snap',
    rule: '',
    provider: 'AWS',
    effort: 'low',
    risk: '',
    sort: 'cost',
    finding: 'x',
  }
  expect(writeSavings(readSavings(search))).toEqual(search)
  expect(Object.values(writeSavings(readSavings({ effort: 'enormous', sort: '' }))).join('')).toBe('')
  expect(isNarrowed(readSavings({}))).toBe(false)
})
