import type { CostAnswer, CostRow, GroupKey } from '@kept/domain/cost-query.ts'
import { add } from '@kept/foundation/decimal.ts'
import { describe, expect, it } from 'vitest'
import { readExplorer } from './explorer.ts'
import { cellsQuery, edgeQuery, pivotOf, restTotal } from './pivot.ts'
import { pivotKeys } from './pivot-keys.ts'

const row = (keys: Record<string, string>, effective: string, other = false): CostRow => ({
  ...{ currency: 'USD', period: null, keys, names: {}, other, values: { effective }, previous: null },
})
const answer = (rows: CostRow[], groups: number): CostAnswer => ({
  rows,
  totals: [{ currency: 'USD', values: { effective: '100.03' }, previous: null }],
  groups: { returned: rows.filter(({ other }) => !other).length, total: groups },
  ...{ start_date: '2026-10-01', end_date: '2026-11-01', previous_start_date: null, previous_end_date: null },
  page: { number: 1, size: 500, rows: rows.length, version: '' },
})

const keys = ['service', 'region'] as const satisfies [GroupKey, GroupKey]
const answers = {
  down: answer([row({ service: 'EC2' }, '60.01'), row({ service: 'S3' }, '30.01'), row({}, '10.01', true)], 9),
  across: answer([row({ region: 'eu' }, '55'), row({ region: '' }, '35.02'), row({}, '10.01', true)], 5),
  cells: answer([row({ service: 'EC2', region: 'eu' }, '50'), row({ service: 'S3', region: '' }, '30.01')], 2),
}

describe('pivotOf', () => {
  const pivot = pivotOf(answers, keys, 'effective', 'USD')

  it('adds up in both directions, with what has no row or column of its own as Other', () => {
    expect(pivot.columns.map(({ name }) => name)).toEqual(['eu', 'No region'])
    const figures = pivot.rows.map(({ edge, cells, rest, total }) => [
      edge?.name ?? 'Other',
      ...pivot.columns.map(({ value }) => cells.get(value) ?? null),
      rest,
      total,
    ])
    expect(figures).toEqual([
      ['EC2', '50', null, '10.01', '60.01'],
      ['S3', null, '30.01', '0', '30.01'],
      ['Other', '5', '5.01', '0', '10.01'],
    ])
    for (const { value, total } of pivot.columns)
      expect(pivot.rows.reduce((sum, { cells }) => add(sum, cells.get(value) ?? '0'), '0')).toBe(total)
    expect(restTotal(pivot)).toBe('10.01')
    expect(pivot.total).toBe('100.03')
  })

  it('leaves no rest where rates do not add up', () => {
    const rates = pivotOf(answers, keys, 'unit_cost', 'USD')
    expect(rates.hasRest).toBe(false)
  })
})

it('asks for the largest values of each dimension, and for where they meet', () => {
  const state = readExplorer({ by: 'service,region', chart: 'pivot', f: 'provider|is|AWS', compare: 'previous_period' })
  expect(edgeQuery(state, 'USD', 'service', 50)).toMatchObject({ group_by: ['service'], top: 50 })
  const query = cellsQuery(state, 'USD', [
    { key: 'service', values: ['EC2'] },
    { key: 'region', values: ['eu', ''] },
  ])
  expect(query).toMatchObject({ group_by: ['service', 'region'], page: 1 })
  expect(query).not.toHaveProperty('compare')
  expect(query.filters).toEqual([
    { dimension: 'provider', op: 'is', values: ['AWS'] },
    { dimension: 'service', op: 'is', values: ['EC2'] },
    { dimension: 'region', op: 'is', values: ['eu', ''] },
  ])
})

it('chooses a second dimension where one is missing', () => {
  expect(pivotKeys([])).toEqual(['service', 'sub_account'])
  expect(pivotKeys(['sub_account'])).toEqual(['sub_account', 'service'])
  expect(pivotKeys(['region', 'service', 'team' as never])).toEqual(['region', 'service'])
})
