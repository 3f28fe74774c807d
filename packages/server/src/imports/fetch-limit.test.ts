import { KeptError } from '@kept/domain/errors.ts'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { limitFetch } from './fetch-limit.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const minutes = (count: number) => vi.advanceTimersByTime(count * 60_000)

it('lets rows arrive for as long as they do, and ends with a sentence that no schedule tries again', () => {
  const { signal, received } = limitFetch('bigquery://shop-billing.billing', { isMeasured: false })
  for (let hour = 0; hour < 24; hour += 0.25) {
    minutes(15)
    received()
  }
  expect(signal.aborted).toBe(false)
  minutes(31)
  expect(signal.reason).toBeInstanceOf(KeptError)
  expect(signal.reason).toMatchObject({
    code: 'too_large',
    message:
      'bigquery://shop-billing.billing sent no rows for 30 minutes. Check it in Google Cloud, then choose "Sync now".',
  })
  received()
  expect(vi.getTimerCount()).toBe(0)
})

it('gives files of which the size is listed two hours', () => {
  const { signal, received } = limitFetch('s3://shop/bills', { isMeasured: true })
  minutes(119)
  received()
  expect(signal.aborted).toBe(false)
  minutes(2)
  expect(signal.reason).toMatchObject({ code: 'too_large' })
  const ended = limitFetch('s3://shop/bills', { isMeasured: true })
  ended.end()
  minutes(180)
  expect(ended.signal.aborted).toBe(false)
})
