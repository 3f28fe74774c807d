/** Columns with the same name twice: harmless while both have equal values, rejected when they differ. */
import { badInput } from '@kept/domain/errors.ts'
import { columnKey, type Mapping } from '@kept/domain/mapping.ts'
import type { Scope } from '@kept/domain/scope.ts'
import type { Warehouse } from '../warehouse/client.ts'
import type { CsvHead } from './csv-head.ts'
import { asText } from './parse-sql.ts'
import { querySource } from './query-source.ts'
import { readingError } from './reading-error.ts'
import { columnsOfMapping } from './rule-compiler.ts'
import type { BillSource } from './source.ts'
import type { SourceColumns } from './source-columns.ts'

interface DuplicateColumn {
  name: string
  /** Positions in the header, from 1. */
  positions: number[]
}

/** Names that appear more than once in a header; unnamed columns are ignored. */
export function duplicateColumns(header: readonly string[]): DuplicateColumn[] {
  const indexesByName = Map.groupBy(header.keys(), (index) => header[index]?.trim() ?? '')
  return [...indexesByName].flatMap(([name, indexes]) =>
    name !== '' && indexes.length > 1 ? [{ name, positions: indexes.map((index) => index + 1) }] : [],
  )
}

/** A note for each duplicate column with equal values; rejects the file when the bill reads one and they differ. */
export async function namesTwice(
  warehouse: Warehouse,
  {
    scope,
    source,
    columns,
    mapping,
    csv,
    signal,
  }: {
    scope: Scope
    source: BillSource
    columns: SourceColumns
    mapping: Mapping
    csv: CsvHead | undefined
    signal?: AbortSignal | undefined
  },
): Promise<string[]> {
  const duplicates = duplicateColumns(csv?.header ?? [])
  if (duplicates.length === 0) return []
  const read = new Set(columnsOfMapping(mapping).map(columnKey))
  for (const { name, positions } of duplicates) {
    if (!read.has(columnKey(name))) continue
    const [first, ...otherColumns] = positions.flatMap((position) => columns.all[position - 1] ?? [])
    if (!first || otherColumns.length === 0) continue
    const differs = otherColumns.map((other) => `${asText(first)} != ${asText(other)}`).join(' OR ')
    const rows = await querySource(warehouse, {
      scope,
      source,
      select: { exists: '1' },
      from: `${source.from(columns.structure)} WHERE ${differs} LIMIT 1`,
      signal,
    }).catch(async (error: unknown) => {
      throw await readingError(error, source)
    })
    if (rows.length > 0) {
      throw badInput(
        `${source.name} has the column ${name} ${times(positions)} (columns ${formatThreshold(positions)}) with different values; remove all but the correct one and upload it again.`,
      )
    }
  }
  return duplicates.map(
    ({ name, positions }) =>
      `it has the column ${name} ${times(positions)} (columns ${formatThreshold(positions)}); the first is read.`,
  )
}

const times = (positions: number[]) => (positions.length === 2 ? 'twice' : `${positions.length} times`)

function formatThreshold(positions: number[]): string {
  return `${positions.slice(0, -1).join(', ')} and ${positions.at(-1)}`
}
