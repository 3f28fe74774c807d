import { expect, test } from 'vitest'
import { formatAgo } from './moment.ts'

test('formatAgo formats the time since an instant', () => {
  const now = Date.parse('2026-01-10T12:00:00Z')
  expect(formatAgo('2026-01-10T11:59:40Z', now)).toBe('just now')
  expect(formatAgo('2026-01-10T11:55:00Z', now)).toBe('5 minutes ago')
  expect(formatAgo('2026-01-09T10:00:00Z', now)).toBe('yesterday')
})
