import { expect, test } from 'vitest'
import { noticeOf } from './notices.ts'

test('the reason is said in a sentence, and never in words the address brings', () => {
  expect(noticeOf({})).toBeNull()
  expect(noticeOf({ timeout: 'true' })?.message).toContain('session expired')
  expect(noticeOf({ timeout: 'yes' })).toBeNull()
  expect(noticeOf({ error: 'state' })).toMatchObject({ tone: 'leak' })
  expect(noticeOf({ error: 'call 0900 555 555' })?.message).toBe('Sign-in failed. Try again.')
})
