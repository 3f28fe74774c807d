import { describe, expect, it } from 'vitest'
import { retryAfterMs } from './live-retry-after.ts'

describe('retryAfterMs', () => {
  const nowMs = Date.parse('2026-11-22T10:00:00Z')

  it('reads seconds and dates', () => {
    expect(retryAfterMs({ 'retry-after': '7' }, nowMs)).toBe(7000)
    expect(retryAfterMs({ 'retry-after': 'Sun, 22 Nov 2026 10:00:30 GMT' }, nowMs)).toBe(30_000)
    expect(retryAfterMs({ 'retry-after': 'Sun, 22 Nov 2026 09:00:00 GMT' }, nowMs)).toBe(0)
    expect(retryAfterMs({ 'retry-after': 'soon' }, nowMs)).toBeUndefined()
    expect(retryAfterMs({}, nowMs)).toBeUndefined()
  })

  it('honors every header of Azure, and the longest of them', () => {
    expect(
      retryAfterMs(
        {
          'retry-after': '2',
          'x-ms-ratelimit-microsoft.costmanagement-entity-retry-after': '10',
          'x-ms-ratelimit-microsoft.costmanagement-tenant-retry-after': '45',
          'x-ms-ratelimit-microsoft.costmanagement-clienttype-retry-after': '20',
          'x-ms-ratelimit-microsoft.costmanagement-qpu-retry-after': '5',
        },
        nowMs,
      ),
    ).toBe(45_000)
    expect(retryAfterMs({ 'x-ms-user-quota-remaining': '0', 'x-ms-user-quota-resets-after': '00:00:05' }, nowMs)).toBe(
      5000,
    )
    expect(
      retryAfterMs({ 'x-ms-user-quota-remaining': '9', 'x-ms-user-quota-resets-after': '00:00:05' }, nowMs),
    ).toBeUndefined()
  })
})
