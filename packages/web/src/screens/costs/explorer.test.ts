import { dimensionNames, type Filter, type GroupKey, grains, limits, measureNames } from '@kept/domain/cube.ts'
import { keyFamilyNames } from '@kept/domain/cube-keys.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseSearch, writeSearch } from '../../url/search.ts'
import {
  allRowsQuery,
  compares,
  type Explorer,
  PAGE_SIZE,
  queryOf,
  readExplorer,
  views,
  writeExplorer,
} from './explorer.ts'

describe('the explorer in its address', () => {
  test('nothing said: effective cost by service, the ten largest', () => {
    expect(readExplorer({})).toMatchObject({
      measures: ['effective'],
      by: ['service'],
      top: 10,
      filters: [],
      window: null,
    })
    expect(writeSearch(writeExplorer(readExplorer({})))).toBe('')
  })

  test('a link a person can read', () => {
    const state = readExplorer({ by: 'service,tag:team', grain: 'month', f: 'provider|is|AWS|Microsoft', top: 'all' })
    expect(state).toMatchObject({
      by: ['service', 'tag:team'],
      grain: 'month',
      top: null,
      filters: [{ by: 'provider', op: 'is', values: ['AWS', 'Microsoft'] }],
    })
    expect(writeSearch(writeExplorer(state))).toBe(
      '?by=service,tag:team&grain=month&top=all&f=provider|is|AWS|Microsoft',
    )
  })

  test('nonsense in a link is passed over', () => {
    expect(
      readExplorer({ measure: 'gold', by: 'nothing', top: '-3', f: 'x|y', grain: 'aeon', sort: '' }),
    ).toMatchObject({
      measures: ['effective'],
      by: [],
      top: 10,
      filters: [],
      grain: null,
      sort: null,
    })
  })

  test('the chart asks by time, the table against the period before', () => {
    const state = readExplorer({ compare: 'previous_period', by: 'none' })
    expect(queryOf(state, 'USD', { grain: 'day', periods: 31 })).toEqual({
      measures: ['effective'],
      group_by: [],
      filters: [],
      grain: 'day',
      currency: 'USD',
    })
    expect(queryOf(state, null)).toMatchObject({ compare: 'previous_period' })
    const all = readExplorer({ top: 'all' })
    const days = { grain: 'day', periods: 31 } as const
    expect([queryOf(all, null).top, queryOf(all, null, days).top]).toEqual([undefined, 50])
    expect(queryOf({ ...all, view: 'periods' }, null, days).top).toBe(limits.top)
  })

  test('all groups come page by page, and every period of the chart fits into one answer', () => {
    const all = readExplorer({ top: 'all', page: '3' })
    expect(queryOf(all, 'USD')).toMatchObject({ page: 3, page_size: PAGE_SIZE })
    const hours = queryOf({ ...all, view: 'periods' }, 'USD', { grain: 'hour', periods: 744 })
    expect(((hours.top ?? 0) + 1) * 744).toBeLessThanOrEqual(limits.rows)
    const file = allRowsQuery(readExplorer({ top: '5', compare: 'previous_year' }), 'USD')
    expect(file).toMatchObject({ compare: 'previous_year', group_by: ['service'] })
    expect([file.top, file.page, file.page_size]).toEqual([undefined, undefined, undefined])
  })

  test('law: every view survives its address', () => {
    const key = fc.oneof(
      fc.constantFrom(...dimensionNames),
      fc
        .tuple(fc.constantFrom(...keyFamilyNames), fc.string({ minLength: 1, maxLength: 20 }))
        .map(([family, text]) => `${family}:${text}` as const),
    ) as fc.Arbitrary<GroupKey>
    const filter: fc.Arbitrary<Filter> = fc.record({
      by: key,
      op: fc.constantFrom('is' as const, 'is_not' as const, 'contains' as const),
      values: fc.array(fc.string({ maxLength: 30 }), { minLength: 1, maxLength: 4 }),
    })
    const state: fc.Arbitrary<Explorer> = fc.record({
      measures: fc.uniqueArray(fc.constantFrom(...measureNames), {
        minLength: 1,
        maxLength: limits.measures,
      }) as fc.Arbitrary<Explorer['measures']>,
      by: fc.uniqueArray(key, { maxLength: limits.groupBy }),
      grain: fc.option(fc.constantFrom(...grains), { nil: null }),
      compare: fc.option(fc.constantFrom(...compares), { nil: null }),
      top: fc.option(fc.integer({ min: 1, max: limits.top }), { nil: null }),
      window: fc.constantFrom(null, { from: '2018-10-01', to: '2018-11-01' }),
      filters: fc.array(filter, { maxLength: 5 }),
      currency: fc.constantFrom(null, 'USD', 'NOK'),
      view: fc.constantFrom(...views),
      sort: fc.constantFrom(null, { id: 'effective', desc: true }, { id: 'key:service', desc: false }),
      page: fc.integer({ min: 1, max: 1000 }),
    })
    fc.assert(
      fc.property(state, (view) => {
        expect(readExplorer(parseSearch(writeSearch(writeExplorer(view))))).toEqual(view)
      }),
    )
  })
})
