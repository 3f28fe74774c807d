import type { CostAnswer, CostRow } from '@kept/domain/cost-query.ts'
import { expect, test } from 'vitest'
import { costList } from './export-costs.ts'
import { groupRows, otherLabel } from './group-rows.ts'

const row = (service: string, effective: string | null, more: Partial<CostRow> = {}): CostRow => ({
  currency: 'USD',
  period: null,
  keys: { service },
  names: {},
  other: false,
  values: { effective },
  previous: null,
  ...more,
})

const answer = (rows: CostRow[], total = '20'): CostAnswer => ({
  rows,
  totals: [{ currency: 'USD', values: { effective: total }, previous: null }],
  groups: { returned: 2, total: 15 },
  start_date: '2018-10-01',
  end_date: '2018-11-01',
  previous_start_date: null,
  previous_end_date: null,
  page: { number: 1, size: 10_000, rows: rows.length, version: '' },
})

const options = { groupBy: ['service' as const], measure: 'effective' as const, currency: 'USD' }

test('groupRows adds share and trend, and keeps unknown values', () => {
  const rows = groupRows(
    answer([row('EC2', '15'), row('', '5'), row('SaaS', null), row('kroner', '9', { currency: 'NOK' })]),
    answer([
      row('EC2', '10', { period: '2018-10-01' }),
      row('EC2', '5', { period: '2018-10-03' }),
      row('EC2', null, { period: '2018-10-04' }),
    ]),
    options,
  )
  expect(rows.map(({ keys, share }) => [keys[0]?.name, share])).toEqual([
    ['EC2', 75],
    ['No service', 25],
    ['SaaS', null],
  ])
  expect([...rows[0]!.course]).toEqual([
    ['2018-10-01', '10'],
    ['2018-10-03', '5'],
  ])
})

test('groupRows separates a group named Other from the Other row', () => {
  const rows = groupRows(answer([row('Other', '1'), row('', '2', { other: true })]), undefined, options)
  expect(rows[0]?.id).not.toBe(rows[1]?.id)
  expect(otherLabel(answer([]))).toBe('Other (13 more)')
})

test('groupRows has no share for a rate', () => {
  const [rate] = groupRows(answer([row('EC2', null, { values: { savings_rate: '12.5' } })]), undefined, {
    ...options,
    measure: 'savings_rate',
  })
  expect(rate?.share).toBeNull()
})

test('costList has every digit, IDs with names, and previous values', () => {
  const { head, cells } = costList(
    answer([
      row('i-1', '0.0000000729', { names: { service: 'web, blue' }, previous: { effective: '1' } }),
      row('', '3', { other: true }),
    ]),
    ['service'],
    ['effective'],
  )
  expect(head).toEqual(['Service', 'Service name', 'Currency', 'Effective cost', 'Effective cost, before'])
  expect(cells).toEqual([
    ['i-1', 'web, blue', 'USD', '0.0000000729', '1'],
    ['Other', '', 'USD', '3', null],
  ])
})
