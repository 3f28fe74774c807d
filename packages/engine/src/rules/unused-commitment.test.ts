import { expect, it } from 'vitest'
import { commitment, evaluateAlone, recommendationsOf } from '../testing/facts.ts'
import { unusedCommitment } from './unused-commitment.ts'

it('finds the unused part of a commitment booked in two accounts', () => {
  const [recommendation] = recommendationsOf(unusedCommitment, {
    commitment_usage: [
      commitment({ effective_used: '60', effective_unused: '0', sub_account_id: 'a' }),
      commitment({ effective_used: '0', effective_unused: '40', sub_account_id: 'b' }),
    ],
  })
  expect(recommendation).toMatchObject({
    resource_id: 'ri-1',
    monthly_cost: '100',
    monthly_savings_low: '0',
    monthly_savings: '40',
    monthly_savings_high: '40',
  })
})

it('calls five percent waste and less fluctuation', () => {
  const recommendationCount = (effective_used: string, effective_unused: string) =>
    recommendationsOf(unusedCommitment, { commitment_usage: [commitment({ effective_used, effective_unused })] }).length
  expect([recommendationCount('95', '5'), recommendationCount('95.1', '4.9')]).toEqual([1, 0])
})

it('leaves a commitment alone that has ended', () => {
  expect(
    recommendationsOf(unusedCommitment, {
      commitment_usage: [commitment({ effective_unused: '40', last_day: '2026-06-10' })],
    }),
  ).toEqual([])
})

it('says when a bill has no commitments', () => {
  expect(evaluateAlone(unusedCommitment, {}).outcomes[0]?.skip_reasons).toEqual([
    'No commitments on the bill in this window.',
  ])
})
