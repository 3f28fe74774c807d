import { expect, test } from 'vitest'
import { chosen, isNarrowed, readSavings, writeSavings } from './recommendations.ts'
import { recommendationForTest as recommendation } from './testing/recommendation.ts'

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
    team: 'Platform',
    service: '',
    owner: '',
    group: 'owner',
    new: '1',
    effort: 'low',
    risk: '',
    sort: 'cost',
    recommendation: 'x',
  }
  expect(writeSavings(readSavings(search))).toEqual(search)
  expect(Object.values(writeSavings(readSavings({ effort: 'enormous', sort: '' }))).join('')).toBe('')
  expect(isNarrowed(readSavings({}))).toBe(false)
})
