import { minute } from '@kept/domain/series.ts'
import { expect, it } from 'vitest'
import { evaluateStream } from './stream-incidents.ts'

const start = Date.UTC(2026, 5, 1)
/** A day that swings by a third, with a little of everything, five minutes apart. */
const rows = (count: number, change: (row: number, value: number) => number = (_, value) => value) =>
  Array.from({ length: count }, (_, row) => ({
    at: start + row * 5 * minute,
    value: change(row, 60 + 20 * Math.sin((row / 288) * 2 * Math.PI) + ((row * 7919) % 13) / 6),
  }))

it('reports one incident for a peak that lasts, with its time, height and rows', () => {
  const incidents = evaluateStream(rows(2400, (row, value) => (row >= 2000 && row < 2012 ? value + 90 : value)))
  expect(incidents).toHaveLength(1)
  const [peak] = incidents
  expect(peak).toMatchObject({ from: start + 2000 * 5 * minute, direction: 'above', status: 'over' })
  expect((peak?.actual ?? 0) - (peak?.expected ?? 0)).toBeGreaterThan(50)
  expect(peak?.points.find(({ is_anomalous: isAnomalous }) => isAnomalous)?.at).toBe(
    new Date(start + 2000 * 5 * minute).toISOString(),
  )
  expect(peak?.to).toBeLessThan(start + 2060 * 5 * minute)
})

it('reports a collapse, and that it is ongoing', () => {
  const incidents = evaluateStream(rows(2003, (row, value) => (row >= 2000 ? 0 : value)))
  expect(incidents).toMatchObject([{ direction: 'below', status: 'open' }])
})

it('evaluateStream reports nothing for a normal series or too few rows, and less after negative feedback', () => {
  expect(evaluateStream(rows(2400))).toEqual([])
  expect(evaluateStream(rows(20, (row, value) => (row === 15 ? 900 : value)))).toEqual([])
  const small = rows(2400, (row, value) => (row === 2000 ? value + 14 : value))
  expect(evaluateStream(small, 2.5).length).toBeLessThanOrEqual(evaluateStream(small).length)
})
