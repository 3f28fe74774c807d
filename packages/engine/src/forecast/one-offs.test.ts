import { day } from '@kept/domain/series.ts'
import { utcDay } from '@kept/foundation/calendar/instant.ts'
import { describe, expect, it } from 'vitest'
import { forecastSeries } from './forecast-series.ts'
import { withoutOneOffs } from './one-offs.ts'

const start = Date.parse('2026-01-01')
const isoDay = (row: number) => utcDay(start + row * day)
const baseline = (row: number) => (row % 7 >= 5 ? 70 : 100) + ((row * 7919) % 13) / 6
const seriesOf = (rows: number, value: (row: number) => number) =>
  Array.from({ length: rows }, (_, row) => ({ at: start + row * day, value: value(row) }))
const ahead = (rows: number, value: (row: number) => number, horizon = 28) => {
  const forecast = forecastSeries(seriesOf(rows, value), { horizon })
  return (forecast?.point ?? []).map((point, h) => ({ date: isoDay(rows + h), point, expected: baseline(rows + h) }))
}

describe('a day that was far off', () => {
  it('once is not forecast to recur every week, even when it was the last', () => {
    for (const oddRow of [80, 88, 89]) {
      const forecast = ahead(90, (row) => baseline(row) + (row === oddRow ? 400 : 0))
      for (const { date, point, expected: is } of forecast)
        expect(Math.abs(point - is), `${oddRow}, ${date}`).toBeLessThan(25)
    }
  })

  it('at the end of each month comes again at the end of the month, and on no other day', () => {
    const monthEnd = (row: number) => isoDay(row).slice(8) > isoDay(row + 1).slice(8)
    const forecast = ahead(110, (row) => baseline(row) + (monthEnd(row) ? 400 : 0))
    for (const { date, point, expected: is } of forecast)
      expect(Math.abs(point - is - (date === '2026-04-30' ? 400 : 0)), date).toBeLessThan(40)
  })

  it('every other week is a rhythm, and stays', () => {
    const forecast = ahead(120, (row) => baseline(row) + (row % 14 === 3 ? 400 : 0))
    for (const [h, { point, expected: is }] of forecast.entries())
      expect(point - is > 200, `row ${120 + h}`).toBe((120 + h) % 14 === 3)
  })

  it('and then the next ones as well is a new level, followed from its third day on', () => {
    const values = Array.from({ length: 90 }, (_, row) => baseline(row) + (row >= 80 ? 300 : 0))
    const { cleaned } = withoutOneOffs(values, 7)
    expect(cleaned.slice(0, 80)).toEqual(values.slice(0, 80))
    expect(cleaned.slice(82)).toEqual(values.slice(82))
    expect(cleaned[80]).toBeLessThan(110)
  })

  it('is recognized by the rows before it alone', () => {
    const values = Array.from({ length: 120 }, (_, row) => baseline(row) * (row % 37 === 0 ? 5 : 1))
    const result = withoutOneOffs(values, 7)
    expect(result.offsets.filter((offset) => offset !== 0)).toHaveLength(3)
    for (let end = 1; end <= 120; end += 1)
      expect(withoutOneOffs(values.slice(0, end), 7).cleaned).toEqual(result.cleaned.slice(0, end))
  })
})
