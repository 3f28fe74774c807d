import type { Anomaly } from '@kept/domain/anomaly.ts'
import { describe, expect, it } from 'vitest'
import { flagsAt, isWithin } from './anomaly-flags.ts'

const anomaly = (name: string, first_day: string, excess: string): Anomaly =>
  ({
    scope: [{ dimension: 'resource', value: name, name }],
    ...{ currency: 'USD', first_day, last_day: first_day, excess },
  }) as unknown as Anomaly
const days = Array.from({ length: 30 }, (_, index) => `2026-11-${String(index + 1).padStart(2, '0')}`)

describe('flagsAt', () => {
  it('writes the dollars of the largest, and leaves out the text of its neighbors', () => {
    const flags = [
      anomaly('clicks', '2026-11-17', '8099.69'),
      anomaly('backfill', '2026-11-14', '7936.62'),
      anomaly('old', '2026-10-01', '9'),
      anomaly('small', '2026-11-02', '12.4'),
    ]
    expect(flagsAt(flags, days)).toEqual([
      { index: 16, label: 'clicks: +$8,099.69, from 2026-11-17', text: expect.stringMatching(/^clicks \+\$8\.1K$/) },
      { index: 13, label: 'backfill: +$7,936.62, from 2026-11-14' },
      { index: 1, label: 'small: +$12.40, from 2026-11-02', text: expect.stringMatching(/^small \+\$12/) },
    ])
  })
})

describe('isWithin', () => {
  it('takes an anomaly with a day in the period', () => {
    const window = { from: '2026-11-01', to: '2026-12-01' }
    const of = (first_day: string, last_day: string) => isWithin({ first_day, last_day }, window)
    expect([of('2026-10-20', '2026-11-01'), of('2026-10-20', '2026-10-31'), of('2026-12-01', '2026-12-02')]).toEqual([
      true,
      false,
      false,
    ])
  })
})
