import { expect, test } from 'vitest'
import { mayStore } from './drafts.ts'

test('text is kept; passwords, codes, cards, files and searches never are', () => {
  const kinds = ['text', 'textarea', 'number', 'select-one', 'date', 'password', 'file', 'hidden', 'search', 'checkbox']
  expect(kinds.filter((kind) => mayStore(kind, ''))).toEqual(['text', 'textarea', 'number', 'select-one', 'date'])
  const autocompletes = ['off', 'email', 'one-time-code', 'current-password', 'new-password', 'cc-number']
  expect(autocompletes.filter((autocomplete) => mayStore('text', autocomplete))).toEqual(['off', 'email'])
})
