/** Swings of hours: eight turns in two hours, each size kept for at most twelve minutes. */
import { expect, it } from 'vitest'
import { eventOf, metricPoints, observedView, viewMinute } from '../testing/observed-view.ts'
import { slowSwings } from './slow-swings.ts'

/** One report a minute; each size is kept for `dwell` minutes, and the last change is in the minute of the view. */
const swinging = (turns: number, dwell: number, last = viewMinute) =>
  metricPoints(
    'desired_capacity',
    Array.from({ length: (turns + 1) * dwell + 1 }, (_, minute) => (Math.floor(minute / dwell) % 2 === 0 ? 4 : 2)),
    { last },
  )
const evaluate = (observed: Parameters<typeof observedView>[0]) => slowSwings(observedView(observed), 10, 15)

it.each([
  [3, []],
  [4, [{ gate: false }]],
  [7, [{ gate: false }]],
  [8, [{ gate: true, shape: true, volume: 9, excludedBy: null }]],
])('counts %d turns', (turns, expected) => {
  expect(evaluate({ points: swinging(turns, 7) })).toMatchObject(expected)
})

it('looks at the size that is wanted where what runs is reported beside it', () => {
  const running = swinging(8, 7).map((point) => ({ ...point, metric: 'in_service_instances' }))
  const desired = swinging(8, 7).map((point) => ({ ...point, value: 4 }))
  expect(evaluate({ points: running })).toHaveLength(1)
  expect(evaluate({ points: [...running, ...desired] })).toEqual([])
})

it('looks at what follows a size too, where all of it was replaced three times over', () => {
  const running = swinging(8, 7).map((point) => ({ ...point, metric: 'in_service_instances' }))
  const requested = (sizeAt: (minute: number) => number) =>
    swinging(8, 7).map((point, minute) => ({ ...point, value: sizeAt(minute) }))
  const taken = running.reduce((total, { value }, at) => total + Math.max(0, (running[at - 1]?.value ?? 0) - value), 0)
  const [evaluation] = evaluate({ points: [...running, ...requested(() => Math.floor(taken / 3))] })
  expect(evaluation).toMatchObject({ gate: true, shape: true })
  expect(evaluation?.features.at(-1)?.name).toBe('replaced')
  expect(evaluate({ points: [...running, ...requested(() => Math.floor(taken / 3) + 1)] })).toEqual([])
  // Where the size that is wanted changes, what runs only follows it.
  expect(evaluate({ points: [...running, ...requested((minute) => (minute < 20 ? 2 : 1))] })).toEqual([])
})

it('looks at sizes that are kept for at most twelve minutes', () => {
  expect(evaluate({ points: swinging(8, 12) })).toHaveLength(1)
  expect(evaluate({ points: swinging(8, 13) })).toEqual([])
})

it('is over when no change came for twice as long as usual, and a minute', () => {
  expect(evaluate({ points: swinging(8, 7, viewMinute - 15) })).toHaveLength(1)
  expect(evaluate({ points: swinging(8, 7, viewMinute - 16) })).toEqual([])
})

it('is no loop where a schedule does it, or the clock shows one', () => {
  const [scheduled] = evaluate({ points: swinging(8, 7), events: [eventOf({ kind: 'schedule' })] })
  expect(scheduled?.excludedBy).toBe('scheduled')
  const [byClock] = evaluate({ minute: 1020, points: swinging(8, 10, 1020) })
  expect(byClock?.excludedBy).toContain('follow the clock')
})

it('looks at capacities only', () => {
  const points = swinging(8, 7).map((point) => ({ ...point, metric: 'queue_depth' }))
  expect(evaluate({ points })).toEqual([])
})

it('spans the time from the first change to the last, and costs what stands above the least', () => {
  const [evaluation] = evaluate({ points: swinging(8, 7) })
  expect(evaluation?.metrics.perMinute).toBe(9 / 56)
  expect(evaluation?.cycle.map(({ count }) => count).toSorted()).toEqual([4, 5])
  expect(evaluation?.uses[0]?.size).toBe(1)
})
