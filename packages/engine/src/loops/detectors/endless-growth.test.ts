/** Memory without a limit: doubled within six hours, in a line, as fast in the second half as in the first. */
import { expect, it } from 'vitest'
import { metricPoints, observedView, viewMinute } from '../testing/observed-view.ts'
import { endlessGrowth } from './endless-growth.ts'

/** A level for each of the half hours before the one of the view. */
const grown = (levelAt: (halfHour: number) => number, count = 12, more: ReturnType<typeof metricPoints> = []) => {
  const values = Array.from({ length: count }, (_, index) => levelAt(index))
  const points = metricPoints('process_memory_mb', values, { step: 30, last: viewMinute - 30 })
  const view = observedView({ points: [...points, ...more] })
  const [series] = view.series.ofResource('svc')
  return series && endlessGrowth(series, view)
}
const missing = (evaluation: ReturnType<typeof grown>) =>
  evaluation?.features.filter(({ is_met }) => !is_met).map(({ name }) => name)

it('is suspected, and never more, where it doubles in a line', () => {
  const evaluation = grown((halfHour) => 200 + halfHour * 20)
  expect(evaluation).toMatchObject({ gate: true, partial: true, shape: false, volume: 220 })
  expect(missing(evaluation)).toEqual(['minutes_left'])
  expect(evaluation?.features.at(-1)?.description).toContain('would tell when it ends')
})

it.each([
  ['less than doubles', (halfHour: number) => 200 + halfHour * 18, 12],
  ['is known for less than six hours', (halfHour: number) => 200 + halfHour * 30, 11],
])('says nothing of what %s', (_, levelAt, count) => {
  expect(grown(levelAt, count)).toBeUndefined()
})

it('says nothing where a limit is reported', () => {
  expect(grown((halfHour) => 200 + halfHour * 30, 12, metricPoints('memory_limit_mb', [4096]))).toBeUndefined()
})

it('tells a cache that fills more and more slowly, and a step', () => {
  expect(missing(grown((halfHour) => 1000 * (1 - Math.exp(-(halfHour + 2) / 4))))).toContain('keeps_growing')
  expect(missing(grown((halfHour) => (halfHour < 6 ? 200 : 500)))).toContain('linear')
})
