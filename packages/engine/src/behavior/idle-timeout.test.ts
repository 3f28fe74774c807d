import { workCalendarSchema } from '@kept/domain/work-calendar.ts'
import { describe, expect, it } from 'vitest'
import { idleSavings } from './idle-timeout.ts'
import type { EnvironmentGrid } from './measure.ts'
import { addUseByHour, noUse } from './peak-hours.ts'
import { spanOfDays } from './quarters.ts'
import { teamCalendar } from './team-calendar.ts'

const span = spanOfDays('2026-09-07', '2026-09-08')
const calendar = teamCalendar(workCalendarSchema.parse({}), span)
/** One character a quarter from midnight: "a" active, "i" running and idle, "." stopped. Each hour costs 4 nanos. */
function gridOf(quarters: string): EnvironmentGrid {
  const marked = (states: string) =>
    Uint8Array.from({ length: 96 }, (_, i) => (states.includes(quarters[i] ?? '.') ? 1 : 0))
  const active = marked('a')
  return { running: marked('ai'), active, used: active, cost: new BigInt64Array(24).fill(4n) }
}

describe('idleSavings', () => {
  it.each([
    ['half an hour', 'aiia', 0, 0n],
    ['three quarters', 'iiia', 1, 12n],
    ['an hour and a half', 'aaiiiiii', 4, 48n],
    ['two stretches', 'iiiaiiia', 2, 24n],
    ['a stretch cut by a stop', 'ii.iii..', 1, 24n],
    ['nothing idle', 'aaaa', 0, 0n],
  ])('counts all but the first half hour of %s', (_, quarters, count, cost) => {
    // Twelfths of a nano: a full hour of 4 nanos is 48, a quarter of it 12; of an hour that ran two quarters, 24.
    expect(idleSavings(gridOf(quarters), calendar, span)).toEqual({ quarters: count, cost })
  })
  it('looks at the given part of the span', () => {
    const part = { from: span.from + 4, to: span.from + 8 }
    expect(idleSavings(gridOf('iiiiiiiiiiii'), calendar, part)).toEqual({ quarters: 2, cost: 24n })
  })
})

describe('addUseByHour', () => {
  it('counts quarters that ran and were used by local hour of the day', () => {
    const totals = noUse()
    addUseByHour(totals, gridOf('aaiaaa'), calendar, span)
    addUseByHour(totals, gridOf('aaaaaaaaaaaa'), calendar, { from: span.from + 4, to: span.from + 9 })
    expect(totals).toEqual([3, 6, 1, ...new Array<number>(21).fill(0)])
  })
})
