import type { CostAnswer, CostRow } from '@kept/domain/cost-query.ts'
import { expect, it } from 'vitest'
import { barRows, lineInput } from './chart-input.ts'
import { groupId } from './group-rows.ts'

const periods = ['2018-10-01', '2018-10-02']
const request = {
  ...{ groupBy: ['service' as const], chart: 'line' as const, isCumulative: false, grain: 'day' as const },
  ...{ measure: 'effective' as const, currency: 'USD', periods, colors: {} },
}

const row = (service: string, day: number, values: CostRow['values'], more: Partial<CostRow> = {}): CostRow => ({
  ...{ currency: 'USD', period: `2018-10-0${day}`, keys: { service }, names: {}, other: false, values, previous: null },
  ...more,
})

const answer = (rows: CostRow[]): CostAnswer => ({
  rows,
  totals: [],
  groups: { returned: 2, total: 3 },
  ...{ start_date: '2018-10-01', end_date: '2018-10-03', previous_start_date: null, previous_end_date: null },
  page: { number: 1, size: 10_000, rows: rows.length, version: '' },
})

const spend = answer([
  row('EC2', 1, { effective: '5' }),
  row('EC2', 2, { effective: '7' }),
  row('S3', 2, { effective: '1' }),
  row('', 1, { effective: '2' }, { other: true }),
  row('EC2', 1, { effective: '40' }, { currency: 'NOK' }),
])

it('barRows has the rows of one currency, as running totals when asked', () => {
  expect(barRows(spend, request).map(({ name, x, value }) => [name, x, value])).toEqual([
    ['EC2', '2018-10-01', '5'],
    ['EC2', '2018-10-02', '7'],
    ['S3', '2018-10-02', '1'],
    ['No service', '2018-10-01', '2'],
  ])
  const totals = barRows(spend, { ...request, isCumulative: true }).filter(({ name }) => name === 'EC2')
  expect(totals.map(({ value }) => value)).toEqual(['5', '12'])
})

it('lineInput draws the rest only where areas add up to the total', () => {
  const named = (chart: 'line' | 'area') => lineInput(spend, { ...request, chart }).lines.map(({ name }) => name)
  expect(named('line')).toEqual(['EC2', 'S3'])
  expect(named('area')).toHaveLength(3)
  expect(Object.values(lineInput(spend, request).legend?.figures ?? {})).toEqual([12, 1])
  expect(lineInput(spend, { ...request, isCumulative: true }).legend).toBeUndefined()
})

it('lineInput draws six groups of a rate, without a total', () => {
  const rates = Array.from({ length: 8 }, (_, index) => row(`S${index}`, 2, { savings_rate: String(index) }))
  const rate = { ...request, measure: 'savings_rate' as const }
  const { lines, data, legend } = lineInput(answer(rates), rate)
  expect(lines.map(({ name }) => name)).toEqual(['S0', 'S1', 'S2', 'S3', 'S4', 'S5'])
  const id = groupId(rates[3]!, rate.groupBy)
  expect(data.map((column) => column[id])).toEqual([null, '3'])
  expect(legend).toBeUndefined()
})
