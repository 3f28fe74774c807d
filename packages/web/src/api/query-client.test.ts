import { ApiError } from '@kept/client/errors.ts'
import { toasts } from '@kept/ui/toast/toasts.ts'
import { afterEach, expect, test } from 'vitest'
import { showError } from './query-client.ts'

const visibleToasts = () => toasts.list().map(({ title, tone }) => [tone, title])

afterEach(() => {
  for (const { id } of toasts.list()) toasts.close(id)
})

test('an error shows the message of the server', () => {
  showError(new ApiError(400, 'bad_input', 'from: must be a date'))
  expect(visibleToasts()).toEqual([['error', 'from: must be a date']])
})

test('too many requests has a sentence of its own besides', () => {
  showError(new ApiError(429, 'too_many_requests', 'HTTP 429'))
  expect(visibleToasts()).toEqual([
    ['error', 'HTTP 429'],
    ['error', 'Too many requests. Please slow down.'],
  ])
})
