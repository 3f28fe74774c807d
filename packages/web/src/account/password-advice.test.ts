import { expect, test } from 'vitest'
import { adviseOn } from './password-advice.ts'

test.each([
  ['', 'plain', 'At least 8'],
  ['short', 'weak', '3 more'],
  ['ada.lovelace1', 'weak', 'Avoid "lovelace"'],
  ['aaaaaaaaaaaa', 'weak', 'Repeated'],
  ['Password123!', 'weak', 'A word followed by digits'],
  ['k3j-22x-9q', 'plain', 'Good. 15'],
  ['correct horse battery', 'good', 'Strong'],
  ['👍👍👍👍', 'weak', '4 more'],
])('"%s" is %s', (password, tone, message) => {
  const advice = adviseOn(password, ['Ada Lovelace', 'ada@lovelace.example'])
  expect(advice.tone).toBe(tone)
  expect(advice.message).toContain(message)
})
