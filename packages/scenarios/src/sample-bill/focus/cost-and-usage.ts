/**
 * FOCUS Cost and Usage, as AWS exports it: every version has its own columns, named as in the specification.
 * Source: FinOps Foundation, FOCUS Specification 1.0 to 1.4.
 */
import { type FocusColumn, type FocusVersion, focusColumns } from '@kept/domain/focus-columns.ts'
import type { Granularity } from '../charges.ts'
import type { ColumnType, SampleTable } from '../table.ts'
import { monthsOf, type SampleWorld } from '../world.ts'
import { columnsOf, focusLines } from './focus-lines.ts'

interface FocusOptions {
  version: FocusVersion
  granularity: Granularity
}

export function focusTables(world: SampleWorld, { version, granularity }: FocusOptions): SampleTable[] {
  const columns = columnsOf(version)
  return monthsOf(world).map((month) => ({
    name: `focus-${version}-${month.slice(0, 7)}`,
    month,
    columns: columns.map((name) => ({ name, type: typeOf(name) })),
    rows: () => focusLines(world, month, granularity, version),
  }))
}

function typeOf(name: FocusColumn): ColumnType {
  switch (focusColumns[name].kind) {
    case 'amount':
    case 'number':
      return 'amount'
    case 'time':
      return 'time'
    case 'tags':
      return 'text_map'
    default:
      return 'text'
  }
}
