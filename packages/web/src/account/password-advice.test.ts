import { expect, test } from 'vitest'
import { adviseOn } from './password-advice.ts'

test.each([
  ['', 'plain', 'At least 8'],
  ['short', 'weak', '3 more'],
  ['ada.lovelace1', 'weak', 'contains "lovelace"'],
  ['aaaaaaaaaaaa', 'weak', 'repeated'],
  ['Password123!', 'weak', 'A word with digits'],
  ['k3j-22x-9q', 'plain', 'Long enough. 15'],
  ['correct horse battery', 'good', 'hold'],
  ['👍👍👍👍', 'weak', '4 more'],
])('"%s" is %s', (password, tone, words) => {
  const advice = adviseOn(password, ['Ada Lovelace', 'ada@lovelace.example'])
  expect(advice.tone).toBe(tone)
  expect(advice.words).toContain(words)
})
