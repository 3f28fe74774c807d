import { dayMs } from '@kept/foundation/calendar/instant.ts'
import { describe, expect, it } from 'vitest'
import { heldRhythms } from './held-rhythms.ts'
import { openRhythms } from './open-rhythms.ts'
import { type RhythmClass, rhythmWorld } from './rhythm-world.ts'

const all = [...openRhythms, ...heldRhythms]
const classOf = (label: string): RhythmClass => ({ ...all.find((each) => each.label === label)!, noise: [0, 0] })

/** Days that cost more than the same weekday one and two weeks before and after, as dates. */
function peaks(label: string): string[] {
  const { start, values } = rhythmWorld(classOf(label), 'peaks', [6, 6])
  return values.flatMap((value, row) => {
    const around = [-14, -7, 7, 14].flatMap((offset) => values[row + offset] ?? [])
    return around.every((other) => value > 1.1 * other)
      ? [new Date(start + row * dayMs).toISOString().slice(0, 10)]
      : []
  })
}

describe('rhythms of daily cost', () => {
  it.each(all.map((rhythmClass) => [rhythmClass.label, rhythmClass] as const))(
    '%s: deterministic, finite, as long as asked for',
    (_label, rhythmClass) => {
      const world = rhythmWorld(rhythmClass, '1', [3, 5])
      expect(rhythmWorld(rhythmClass, '1', [3, 5])).toEqual(world)
      expect(world.values.length).toBeGreaterThanOrEqual(91)
      expect(world.values.length).toBeLessThanOrEqual(153)
      expect(world.values.every((value) => Number.isFinite(value) && value >= 0)).toBe(true)
    },
  )

  it('keeps half of them for tests alone', () => {
    const share = all.filter(({ isTestOnly }) => isTestOnly).length / all.length
    expect(share).toBeGreaterThan(0.45)
    expect(share).toBeLessThan(0.55)
  })

  it('adds on the days a class is named after', () => {
    const days = (label: string) => peaks(label).map((date) => Number(date.slice(8)))
    expect(days('the 15th').length).toBeGreaterThan(3)
    expect(days('the 15th').every((day) => day === 15)).toBe(true)
    expect(days('pay day on the 15th').every((day) => day >= 13 && day <= 15)).toBe(true)
    expect(days('the 10th and 25th').every((day) => (day >= 10 && day <= 12) || (day >= 25 && day <= 27))).toBe(true)
    expect(days('first business day').every((day) => day <= 3)).toBe(true)
    expect(days('month end').every((day) => day >= 28)).toBe(true)
    expect(peaks('fiscal month to the last Saturday').every((date) => new Date(date).getUTCDay() === 6)).toBe(true)
  })
})
