import { ApiError, fromAnswer } from '@kept/client/errors.ts'
import { expect, test } from 'vitest'
import { describeLoginFailure, explainFor } from './refusal.ts'

test('too many sign-ins: the time of the answer on the person’s own clock, or later', () => {
  const body = JSON.stringify({ code: 'too_many_requests', message: 'x', resetTime: '2026-03-01T10:45:00.000Z' })
  expect(describeLoginFailure(fromAnswer(429, body), 'en-US', 'UTC')).toBe(
    'Too many login attempts. Please try again at 10:45 AM.',
  )
  const inside = JSON.stringify({ message: 'x', details: { resetTime: '2026-03-01T10:45:00.000Z' } })
  expect(describeLoginFailure(fromAnswer(429, inside), 'en-US', 'UTC')).toContain('10:45')
  expect(describeLoginFailure(new ApiError(429, 'x', 'y'))).toBe('Too many login attempts. Please try again at later.')
  expect(describeLoginFailure(new ApiError(401, 'x', 'Email or password is wrong.'))).toBe(
    'Email or password is wrong.',
  )
})

test('a refusal that is about one field stands beside it', () => {
  const explain = explainFor({ email: 'email', new_password: 'password' })
  expect(explain(new ApiError(400, 'bad_input', 'The request is not valid: email: Invalid email address.'))).toEqual({
    field: 'email',
    sentence: 'Invalid email address.',
  })
  expect(
    explain(new ApiError(400, 'bad_input', 'This password is too common.', { details: { field: 'new_password' } })),
  ).toEqual({ field: 'password', sentence: 'This password is too common.' })
  expect(explain(new ApiError(400, 'bad_input', 'Something else.'))).toEqual({ sentence: 'Something else.' })
  expect(explain(new ApiError(409, 'conflict', 'That is taken.'))).toEqual({ sentence: 'That is taken.' })
})
