import type { Filter, GroupKey } from '@kept/domain/cost-query.ts'
import { dimensionNames, grains, limits, measureNames } from '@kept/domain/cube.ts'
import { keyFamilyNames } from '@kept/domain/cube-keys.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseSearch, writeSearch } from '../../url/search.ts'
import {
  allRowsQuery,
  charts,
  compares,
  type Explorer,
  PAGE_SIZE,
  queryOf,
  readExplorer,
  views,
  writeExplorer,
} from './explorer.ts'

describe('Explorer state', () => {
  test('defaults to effective cost by service, top 10', () => {
    expect(readExplorer({})).toMatchObject({
      measures: ['effective'],
      groupBy: ['service'],
      top: 10,
      filters: [],
      window: null,
    })
    expect(writeSearch(writeExplorer(readExplorer({})))).toBe('')
  })

  test('writes readable links', () => {
    const state = readExplorer({ by: 'service,tag:team', grain: 'month', f: 'provider|is|AWS|Microsoft', top: 'all' })
    expect(state).toMatchObject({
      groupBy: ['service', 'tag:team'],
      grain: 'month',
      top: null,
      filters: [{ dimension: 'provider', op: 'is', values: ['AWS', 'Microsoft'] }],
    })
    expect(writeSearch(writeExplorer(state))).toBe(
      '?by=service,tag:team&grain=month&top=all&f=provider|is|AWS|Microsoft',
    )
  })

  test('ignores invalid parameters', () => {
    expect(
      readExplorer({ measure: 'gold', by: 'nothing', top: '-3', f: 'x|y', grain: 'aeon', sort: '' }),
    ).toMatchObject({
      measures: ['effective'],
      groupBy: [],
      top: 10,
      filters: [],
      grain: null,
      sort: null,
    })
  })

  test('queries periods for the chart and the comparison for the table', () => {
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

  test('pages all groups and fits every chart period into one response', () => {
    const all = readExplorer({ top: 'all', page: '3' })
    expect(queryOf(all, 'USD')).toMatchObject({ page: 3, page_size: PAGE_SIZE })
    const hours = queryOf({ ...all, view: 'periods' }, 'USD', { grain: 'hour', periods: 744 })
    expect(((hours.top ?? 0) + 1) * 744).toBeLessThanOrEqual(limits.rows)
    const file = allRowsQuery(readExplorer({ top: '5', compare: 'previous_year' }), 'USD')
    expect(file).toMatchObject({ compare: 'previous_year', group_by: ['service'] })
    expect([file.top, file.page, file.page_size]).toEqual([undefined, undefined, undefined])
  })

  test('reads back any state it writes', () => {
    const key = fc.oneof(
      fc.constantFrom(...dimensionNames),
      fc
        .tuple(fc.constantFrom(...keyFamilyNames), fc.string({ minLength: 1, maxLength: 20 }))
        .map(([family, text]) => `${family}:${text}` as const),
    ) as fc.Arbitrary<GroupKey>
    const filter: fc.Arbitrary<Filter> = fc.record({
      dimension: key,
      op: fc.constantFrom('is' as const, 'is_not' as const, 'contains' as const),
      values: fc.array(fc.string({ maxLength: 30 }), { minLength: 1, maxLength: 4 }),
    })
    const state: fc.Arbitrary<Explorer> = fc.record({
      measures: fc.uniqueArray(fc.constantFrom(...measureNames), {
        minLength: 1,
        maxLength: limits.measures,
      }) as fc.Arbitrary<Explorer['measures']>,
      groupBy: fc.uniqueArray(key, { maxLength: limits.groupBy }),
      grain: fc.option(fc.constantFrom(...grains), { nil: null }),
      compare: fc.option(fc.constantFrom(...compares), { nil: null }),
      top: fc.option(fc.integer({ min: 1, max: limits.top }), { nil: null }),
      window: fc.constantFrom(null, { from: '2018-10-01', to: '2018-11-01' }),
      filters: fc.array(filter, { maxLength: 5 }),
      currency: fc.constantFrom(null, 'USD', 'NOK'),
      view: fc.constantFrom(...views),
      chart: fc.constantFrom(...charts),
      isCumulative: fc.boolean(),
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
