import { expect, test } from 'vitest'
import { formatLabel } from './label.ts'

test('formats a value of the API as a label', () => {
  expect(formatLabel('active')).toBe('Active')
  expect(formatLabel('cloud_account.added')).toBe('Cloud account added')
  expect(formatLabel('')).toBe('')
})
