import type { CostAnswer, CostRow } from '@kept/domain/cube.ts'
import { expect, test } from 'vitest'
import { exportCsv } from './export-csv.ts'
import { groupRows, otherWords } from './group-rows.ts'

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
  groups: { shown: 2, all: 15 },
  from: '2018-10-01',
  to: '2018-11-01',
  previous_from: null,
  previous_to: null,
  page: { number: 1, size: 10_000, rows: rows.length, version: '' },
})

const asked = { by: ['service' as const], measure: 'effective' as const, currency: 'USD' }

test('a group with its share and its course; what is not known stays unknown', () => {
  const rows = groupRows(
    answer([row('EC2', '15'), row('', '5'), row('SaaS', null), row('kroner', '9', { currency: 'NOK' })]),
    answer([
      row('EC2', '10', { period: '2018-10-01' }),
      row('EC2', '5', { period: '2018-10-03' }),
      row('EC2', null, { period: '2018-10-04' }),
    ]),
    asked,
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

test('a group called Other is not the rest', () => {
  const rows = groupRows(answer([row('Other', '1'), row('', '2', { other: true })]), undefined, asked)
  expect(rows[0]?.id).not.toBe(rows[1]?.id)
  expect(otherWords(answer([]))).toBe('Other (13 more)')
})

test('a rate has no share', () => {
  const [rate] = groupRows(answer([row('EC2', null, { values: { savings_rate: '12.5' } })]), undefined, {
    ...asked,
    measure: 'savings_rate',
  })
  expect(rate?.share).toBeNull()
})

test('CSV keeps every digit, ids beside names, what was before beside what is', () => {
  const csv = exportCsv(
    answer([
      row('i-1', '0.0000000729', { names: { service: 'web, blue' }, previous: { effective: '1' } }),
      row('', '3', { other: true }),
    ]),
    ['service'],
    ['effective'],
  )
  expect(csv).toBe(
    'Service,Service name,Currency,Effective cost,"Effective cost, before"\r\ni-1,"web, blue",USD,0.0000000729,1\r\nOther,,USD,3,\r\n',
  )
})
