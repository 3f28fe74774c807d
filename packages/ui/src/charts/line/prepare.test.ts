import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { palette } from '../palette.ts'
import { lineErrors, prepareLines } from './prepare.ts'

const lines = [{ dataKey: 'spend', name: 'Spend' }, { dataKey: 'saved' }]

describe('prepareLines', () => {
  test('reads rows keyed by x and treats a missing figure as a gap', () => {
    const prepared = prepareLines({
      data: [
        { day: 'Mon', spend: '12.5', saved: null },
        { day: 'Tue', spend: 3 },
      ],
      xKey: 'day',
      lines,
    })
    expect(prepared).toMatchObject({
      state: 'data',
      rows: [
        { x: 'Mon', values: { spend: 12.5, saved: null } },
        { x: 'Tue', values: { spend: 3, saved: null } },
      ],
      lines: [
        { dataKey: 'spend', name: 'Spend', color: palette[0], strokeWidth: 2 },
        { dataKey: 'saved', name: 'saved', color: palette[1] },
      ],
    })
  })

  test.each([
    ['not an array', { data: 'text', xKey: 'day', lines }, lineErrors.array],
    ['neither form', { data: { points: [] } }, lineErrors.format],
    ['nothing', { data: undefined }, lineErrors.format],
    ['rows without lines', { data: [{ day: 'Mon' }], xKey: 'day' }, lineErrors.format],
    ['no x key', { data: [{ spend: 1 }], xKey: 'day', lines }, lineErrors.keys],
    ['no line key', { data: [{ day: 'Mon', else: 1 }], xKey: 'day', lines }, lineErrors.keys],
    ['a null row', { data: [{ day: 'Mon', spend: 1 }, null], xKey: 'day', lines }, lineErrors.keys],
  ])('rejects %s with a message of the specification', (_what, input, message) => {
    expect(prepareLines(input)).toMatchObject({ state: 'error', message })
  })

  test('returns empty, not an error, for data without figures', () => {
    expect(prepareLines({ data: [], xKey: 'day', lines })).toEqual({ state: 'empty' })
    expect(prepareLines({ data: { labels: [], datasets: [] } })).toEqual({ state: 'empty' })
    expect(prepareLines({ data: [{ day: 'Mon', spend: null }], xKey: 'day', lines })).toEqual({ state: 'empty' })
  })

  test('prepares a band with a gap where an edge is unknown', () => {
    const prepared = prepareLines({
      data: [
        { day: 'Mon', spend: 1, low: '0.5', high: 2 },
        { day: 'Tue', spend: 2, low: null, high: 3 },
      ],
      ...{ xKey: 'day', lines },
      band: { lower: 'low', upper: 'high', name: 'Likely', around: 'spend' },
    })
    expect(prepared).toMatchObject({ band: { name: 'Likely', color: palette[0], edges: [[0.5, 2], null] } })
  })

  test('returns the same lines for both data formats', () => {
    const cell = fc.option(fc.double({ noNaN: true, noDefaultInfinity: true }), { nil: null })
    fc.assert(
      fc.property(fc.array(fc.tuple(cell, cell), { minLength: 1, maxLength: 30 }), (pairs) => {
        const labels = pairs.map((_, i) => `d${i}`)
        const rows = pairs.map(([spend, saved], i) => ({ day: `d${i}`, spend, saved }))
        const datasets = [
          { label: 'spend', data: pairs.map(([spend]) => spend) },
          { label: 'saved', data: pairs.map(([, saved]) => saved) },
        ]
        const fromRows = prepareLines({ data: rows, xKey: 'day', lines: [{ dataKey: 'spend' }, { dataKey: 'saved' }] })
        const fromLabels = prepareLines({ data: { labels, datasets } })
        expect({ ...fromRows, xKey: '' }).toEqual({ ...fromLabels, xKey: '' })
      }),
    )
  })
})
