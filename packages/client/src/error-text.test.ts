import { expect, test } from 'vitest'
import { errorText, httpStatus, tooManyLogins } from './error-text.ts'

/** The catalog of errors in the specification (section 8). */
const catalog = [
  'Login failed',
  'CSRF token not available. Please refresh the page and try again.',
  'Too many requests. Please slow down.',
  'Unsupported export format',
  'Export failed',
  'Failed to export users',
  'Failed to download invoice',
  'Failed to export audit logs',
  'Supabase client not available',
  'useAuth must be used within an AuthProvider',
]

test('matches the catalog exactly', () => {
  expect(Object.values(errorText).toSorted()).toEqual(catalog.toSorted())
})

test('a rate-limited sign-in names the time, or "later"', () => {
  expect(tooManyLogins('10:45 AM')).toBe('Too many login attempts. Please try again at 10:45 AM.')
  expect(tooManyLogins()).toBe('Too many login attempts. Please try again at later.')
  expect(httpStatus(502)).toBe('HTTP 502')
})
