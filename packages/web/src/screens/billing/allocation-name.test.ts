import { expect, it } from 'vitest'
import { allocationName } from './allocation-name.ts'
import { allocationList } from './export-allocation.ts'

const row = { key: 'a', name: '', is_other: false, currency: 'USD', spend: null, verified: '4', fee: '1.00' }

it('names every group, also what is not allocated', () => {
  expect(allocationName(row)).toBe('a')
  expect(allocationName({ ...row, name: 'Search' })).toBe('Search')
  expect(allocationName({ ...row, key: '' })).toBe('Not allocated')
  expect(allocationName({ ...row, key: '', is_other: true })).toBe('Others')
})

it('exports each group with its month', () => {
  const allocation = { month: '2026-10', is_signed: true, group_by: 'rule' as const, tag_key: null, totals: [] }
  const { head, cells } = allocationList({ ...allocation, rows: [row] })
  expect(head).toEqual(['Month', 'Group', 'Key', 'Currency', 'Spend', 'Verified savings', 'Fee'])
  expect(cells).toEqual([['2026-10', 'a', 'a', 'USD', null, '4', '1.00']])
})
