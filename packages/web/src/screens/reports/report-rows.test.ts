import type { ReportTable } from '@kept/contract/routes/reports.ts'
import { expect, test } from 'vitest'
import { reportList } from './report-rows.ts'

const table: ReportTable = {
  columns: [
    { key: 'service', label: 'Service', kind: 'text' },
    { key: 'cost', label: 'Cost', kind: 'money' },
  ],
  rows: [
    { cost: '1.230000001', service: 'S3' },
    { service: null, cost: null },
    { cost: '10', service: 'EC2' },
  ],
  has_more: false,
}

test('reportList keeps column order and every digit, and leaves missing cells empty', () => {
  expect(reportList(table, undefined)).toMatchObject({
    head: ['Service', 'Cost'],
    cells: [
      ['S3', '1.230000001'],
      [null, null],
      ['EC2', '10'],
    ],
  })
})

test('reportList sorts figures by size with unknown values last', () => {
  expect(reportList(table, { id: 'cost', desc: true }).cells.map(([service]) => service)).toEqual(['EC2', 'S3', null])
})
