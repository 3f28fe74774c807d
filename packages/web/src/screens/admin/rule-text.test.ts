import { defaultTerms } from '@kept/domain/default-terms.ts'
import { expect, it } from 'vitest'
import { describeCommissionRule, draftOf, readDraft, ruleBefore } from './rule-text.ts'

it('a rule goes through its editor unchanged, its months too', () => {
  const terms = {
    ...defaultTerms,
    currency: 'USD',
    tiers: [
      { from: '0', rate_ppm: 250_000 },
      { from: '10000', rate_ppm: 125_000 },
    ],
    monthly_cap: '5000',
    horizon_months: { terminate: 12, loop_stop: 1 },
  }
  expect(readDraft(draftOf(terms), 'USD')).toEqual(terms)
  expect(describeCommissionRule(terms, 'USD')).toBe(
    '25%, 12.5% from $10,000 (graduated), up to $5,000.00 a month; terminations for 12 months, stopped loops for 1 month',
  )
})

it('what loops avoided is billed where it is said, and nothing is added where it is not', () => {
  const agreed = { ...defaultTerms, currency: 'USD', bills_avoidance: true as const }
  expect(readDraft(draftOf(agreed), 'USD')).toEqual(agreed)
  expect(describeCommissionRule(agreed, 'USD')).toBe('25% flat; avoided loop cost is billed')
  expect(readDraft(draftOf(defaultTerms), null)).toEqual(defaultTerms)
})

it('says which box is wrong', () => {
  const draft = draftOf(defaultTerms)
  expect(readDraft({ ...draft, horizons: { ...draft.horizons, rightsize: '1.5' } }, 'USD')).toBe(
    'Enter a whole number of months for new sizes, or leave it empty.',
  )
})

it('the rule before a change is the last that had begun by its month', () => {
  const versions = [
    { version: 3, valid_from: '2026-12' },
    { version: 1, valid_from: '2026-01' },
    { version: 2, valid_from: '2026-12' },
  ]
  expect(ruleBefore(versions, '2026-12')?.version).toBe(3)
  expect(ruleBefore(versions, '2026-11')?.version).toBe(1)
  expect(ruleBefore(versions, '2025-12')).toBeUndefined()
})
