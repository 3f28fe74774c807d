import { sum } from '@kept/foundation/decimal.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { otherColor, palette } from '../palette.ts'
import { type BarsRow, prepareBars } from './prepare.ts'

const row = (x: string, key: string, value: string | null, other = false): BarsRow => ({
  x,
  key,
  name: key,
  value,
  other,
})

describe('prepareBars', () => {
  test('sorts series by total, assigns colors, and leaves a gap for a day without rows', () => {
    const { series, gaps, columns, capped } = prepareBars(
      [row('d1', 'small', '1.10'), row('d1', 'large', '5.05'), row('d3', 'large', '2')],
      ['d1', 'd2', 'd3'],
    )
    expect(series.map(({ key, color, total }) => [key, color, total])).toEqual([
      ['large', palette[0], '7.05'],
      ['small', palette[1], '1.1'],
    ])
    expect(gaps).toEqual(['d2'])
    expect(columns[1]).toEqual({ x: 'd2', heights: {}, amounts: {}, total: null })
    expect(columns[0]?.total).toBe('6.15')
    expect(columns[2]?.heights).toEqual({ large: 2 })
    expect(capped).toBeNull()
  })

  test('treats an unknown figure as a gap, not as zero', () => {
    const { columns, gaps } = prepareBars([row('d1', 'a', null), row('d2', 'a', '0')], ['d1', 'd2'])
    expect(gaps).toEqual(['d1'])
    expect(columns[1]).toMatchObject({ total: '0', heights: { a: 0 } })
  })

  test('groups series above the cap in Other and counts the visible ones', () => {
    const rows = ['a', 'b', 'c', 'd'].map((key, i) => row('d1', key, String(10 - i)))
    const { series, capped } = prepareBars([...rows, row('d1', 'rest', '1', true)], ['d1'], { cap: 2, groups: 23 })
    expect(series.map(({ name, total, color }) => [name, total, color])).toEqual([
      ['a', '10', palette[0]],
      ['b', '9', palette[1]],
      ['Other', '16', otherColor],
    ])
    expect(capped).toEqual({ visible: 2, total: 23 })
  })

  test('includes credits below zero in the ticks', () => {
    const { ticks } = prepareBars([row('d1', 'use', '90'), row('d1', 'credit', '-40')], ['d1'])
    expect(ticks[0]).toBeLessThanOrEqual(-40)
    expect(ticks.at(-1)).toBeGreaterThanOrEqual(90)
  })

  test('series and columns have the same total for any rows', () => {
    const cents = fc.integer({ min: -100_000, max: 100_000 }).map((n) => (n / 100).toFixed(2))
    const rows = fc.array(
      fc.record({ x: fc.constantFrom('d1', 'd2', 'd3'), key: fc.constantFrom(...'abcdefghij'), value: cents }),
      { maxLength: 60 },
    )
    fc.assert(
      fc.property(rows, (generated) => {
        const { series, columns } = prepareBars(
          generated.map((entry) => ({ ...entry, name: entry.key })),
          ['d1', 'd2', 'd3'],
        )
        const inSeries = sum(series.map((entry) => entry.total))
        const inColumns = sum(columns.flatMap((entry) => Object.values(entry.amounts)))
        expect(Number(inSeries)).toBe(Number(inColumns))
        expect(series.length).toBeLessThanOrEqual(palette.length + 1)
      }),
    )
  })
})
