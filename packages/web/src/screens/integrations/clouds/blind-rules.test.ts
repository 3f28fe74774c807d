import { expect, it } from 'vitest'
import { blindRules, builtInPrices } from './blind-rules.ts'

const rule = (id: string, applies_to: string[]) => ({
  id,
  title: id,
  description: '',
  thresholds: [],
  effort: 'low' as const,
  risk: 'low' as const,
  reversible: true,
  applies_to,
  needs: [],
  permissions: ['Microsoft.Compute/disks/read', 'ec2:DescribeVolumes'],
  unread: [
    { cloud: 'azure', fact: 'GPU', reason: 'Azure does not measure it.' },
    { cloud: 'aws', fact: 'GPU', reason: 'AWS does not measure it.' },
  ],
})
const outcome = (id: string, evaluated_count: number, skip_reasons: string[]) => ({
  rule: id,
  recommendations: 0,
  evaluated_count,
  skip_reasons,
})

it('lists the rules of a cloud that lack facts, the blindest first, with the permission that is denied', () => {
  const answer = {
    rules: [rule('some', ['azure']), rule('none', ['aws', 'azure']), rule('other', ['aws']), rule('fine', ['azure'])],
    outcomes: [
      outcome('some', 3, ['Needs metrics.']),
      outcome('none', 0, ['Needs an inventory.']),
      outcome('other', 0, ['Needs an inventory.']),
      outcome('fine', 0, ['No volumes on the bill in this window.']),
    ],
  }
  const explained = { unread: ['Azure does not measure it.'], missing: ['Microsoft.Compute/disks/read'] }
  expect(blindRules('azure', ['Microsoft.Compute/disks/read'], answer)).toEqual([
    { id: 'none', title: 'none', reasons: ['Needs an inventory.'], ...explained },
    { id: 'some', title: 'some', reasons: ['Needs metrics.'], ...explained },
  ])
})

it('says which prices are used where list prices may not be read', () => {
  const prices = { dataset: 'prices' as const, state: 'missing' as const, missing: ['pricing:GetProducts'] }
  expect(builtInPrices([prices])).toMatchObject({
    reason: expect.stringContaining('prices of one region that come with Kept'),
    missing: ['pricing:GetProducts'],
  })
  expect(builtInPrices([{ ...prices, state: 'complete', missing: [] }])).toBeUndefined()
  expect(builtInPrices([{ ...prices, dataset: 'rds' }])).toBeUndefined()
})
