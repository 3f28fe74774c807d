import { expect, it } from 'vitest'
import { exportColumns } from './export-columns.ts'

it('has columns 40 units apart that fit the page', () => {
  const width = exportColumns.reduce((sum, { steps }) => sum + steps * 40, 0)
  expect(width).toBeLessThanOrEqual(842 - 2 * 41)
})
