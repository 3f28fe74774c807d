import { expect, test } from 'vitest'
import { matchesAll, termsOf } from './doc-search.ts'

test('a heading is found by parts of its words, in any order', () => {
  const terms = termsOf('  Verif  STATEMENT ')
  expect(matchesAll('How savings are verified: The statement', terms)).toBe(true)
  expect(matchesAll('How savings are verified: The ledger', terms)).toBe(false)
  expect(matchesAll('Anything', termsOf(' '))).toBe(true)
})
