import { expect, test } from 'vitest'
import { errorText, httpStatus, tooManyLogins } from './error-text.ts'

/** As the specification's catalog of errors (section 8) has them. */
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

test('the catalog is said word for word, nothing more and nothing less', () => {
  expect(Object.values(errorText).toSorted()).toEqual(catalog.toSorted())
})

test('too many sign-ins name the time, or later', () => {
  expect(tooManyLogins('10:45 AM')).toBe('Too many login attempts. Please try again at 10:45 AM.')
  expect(tooManyLogins()).toBe('Too many login attempts. Please try again at later.')
  expect(httpStatus(502)).toBe('HTTP 502')
})
