import { expect, test } from 'vitest'
import { mayKeep } from './drafts.ts'

test('text is kept; passwords, codes, cards, files and searches never are', () => {
  const kinds = ['text', 'textarea', 'number', 'select-one', 'date', 'password', 'file', 'hidden', 'search', 'checkbox']
  expect(kinds.filter((kind) => mayKeep(kind, ''))).toEqual(['text', 'textarea', 'number', 'select-one', 'date'])
  const asks = ['off', 'email', 'one-time-code', 'current-password', 'new-password', 'cc-number']
  expect(asks.filter((autocomplete) => mayKeep('text', autocomplete))).toEqual(['off', 'email'])
})
