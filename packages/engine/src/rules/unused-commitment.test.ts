import { expect, it } from 'vitest'
import { commitment, findingsOf, judgeAlone } from '../testing/facts.ts'
import { unusedCommitment } from './unused-commitment.ts'

it('finds the unused part of a commitment booked in two accounts', () => {
  const [finding] = findingsOf(unusedCommitment, {
    commitment_use: [
      commitment({ effective_used: '60', effective_unused: '0', sub_account_id: 'a' }),
      commitment({ effective_used: '0', effective_unused: '40', sub_account_id: 'b' }),
    ],
  })
  expect(finding).toMatchObject({
    resource_id: 'ri-1',
    monthly_cost: '100',
    monthly_saving_low: '0',
    monthly_saving: '40',
    monthly_saving_high: '40',
  })
})

it('calls five percent waste and less fluctuation', () => {
  const found = (effective_used: string, effective_unused: string) =>
    findingsOf(unusedCommitment, { commitment_use: [commitment({ effective_used, effective_unused })] }).length
  expect([found('95', '5'), found('95.1', '4.9')]).toEqual([1, 0])
})

it('leaves a commitment alone that has ended', () => {
  expect(
    findingsOf(unusedCommitment, {
      commitment_use: [commitment({ effective_unused: '40', last_day: '2026-06-10' })],
    }),
  ).toEqual([])
})

it('says when a bill has no commitments', () => {
  expect(judgeAlone(unusedCommitment, {}).outcomes[0]?.why_not).toEqual(['The bill has no commitments in this window.'])
})
