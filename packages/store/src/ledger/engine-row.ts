/** Maps rows of the engine to rows of a cost query. */

import type { CostRow } from '@kept/domain/cost-query.ts'
import type { Measure } from '@kept/domain/cube.ts'
import { type CompiledCube, resourceName } from './cube-sql.ts'
import { measureSql, type Term, type Terms } from './measure-sql.ts'

export type EngineRow = Record<`k${number}`, string> &
  Record<string, string | number | null> & {
    currency: string
    period?: string
    other: number
    /** 1 for the sum of all rows of a currency. */
    is_total: number
    groups: number
  }

export function shapeRows(
  { keys, terms }: Pick<CompiledCube, 'keys' | 'terms'>,
  measures: Measure[],
  compared: boolean,
) {
  const values = (row: EngineRow, side: '' | 'previous_') => {
    const sideTerms = Object.fromEntries(terms.map((term) => [term, text(row[`${side}${term}`])])) as Terms &
      Record<Term, string>
    return Object.fromEntries(measures.map((measure) => [measure, measureSql[measure].figure(sideTerms)]))
  }
  const figures = (row: EngineRow): Pick<CostRow, 'values' | 'previous'> => ({
    values: values(row, ''),
    previous: compared ? values(row, 'previous_') : null,
  })
  const row = (engineRow: EngineRow): CostRow => ({
    currency: engineRow.currency,
    period: engineRow.period ?? null,
    keys:
      engineRow.other === 1 ? {} : Object.fromEntries(keys.map((key, index) => [key, engineRow[`k${index}`] ?? ''])),
    names: namesOfRow(engineRow),
    other: engineRow.other === 1,
    ...figures(engineRow),
  })
  return { figures, row }
}

function namesOfRow(row: EngineRow): Record<string, string> {
  const name = row.other === 1 ? '' : row[resourceName]
  return name ? { resource: String(name) } : {}
}

function text(value: string | number | null | undefined): string | null {
  return value === null || value === undefined ? null : String(value)
}
