/** The columns of an exported cost allocation. */
import type { CostAllocation } from '@kept/contract/routes/billing/cost-allocation.ts'
import { type List, type ListColumn, listOf } from '../../csv/list-file.ts'
import { allocationName } from './allocation-name.ts'

type Row = CostAllocation['rows'][number]

export function allocationList({ month, rows }: CostAllocation): List {
  const columns: readonly ListColumn<Row>[] = [
    ['Month', () => month],
    ['Group', allocationName],
    ['Key', 'key'],
    ['Currency', 'currency'],
    ['Spend', 'spend'],
    ['Verified savings', 'verified'],
    ['Fee', 'fee'],
  ]
  return listOf(rows, columns)
}
