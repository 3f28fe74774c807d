import { expect, test } from 'vitest'
import { reportCsv } from './table-csv.ts'

test('columns in their order, what is missing left empty', () => {
  expect(
    reportCsv({
      columns: [
        { key: 'service', label: 'Service', kind: 'text' },
        { key: 'cost', label: 'Cost', kind: 'money' },
      ],
      rows: [
        { cost: '1.230000001', service: 'S3' },
        { service: null, cost: null },
      ],
      cut: false,
    }),
  ).toBe('Service,Cost\r\nS3,1.230000001\r\n,\r\n')
})
