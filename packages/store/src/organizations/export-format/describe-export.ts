/**
 * The format of an organization's export: every file and column with its type and meaning, from the catalogs of both
 * engines. One without a meaning is exported all the same: another program may have a table in an external Postgres, and
 * an older process meets the tables of a newer one. For tables of Kept, a test demands the meaning.
 */
import type { Database } from '../../database/connect.ts'
import type { Warehouse } from '../../warehouse/client.ts'
import {
  isRetained,
  listAllTables,
  listColumnFacts,
  listExportedTables,
  listWarehouseColumns,
} from '../organization-tables.ts'
import { commonColumnMeanings } from './common-columns.ts'
import { databaseTableMeanings } from './database-tables.ts'
import { databaseTablesLeftOut, reasonLeftOut, warehouseTablesLeftOut } from './left-out.ts'
import { moneyColumnMeanings } from './money-columns.ts'
import { operationColumnMeanings } from './operation-columns.ts'
import { ambiguousNames, ownColumnMeanings } from './own-columns.ts'
import { warehouseColumnMeanings, warehouseTableMeanings } from './warehouse-meanings.ts'

export interface ExportedColumn {
  name: string
  /** As the engine names it. */
  type: string
  nullable: boolean
  /** What a text can be; empty when it can be anything. */
  values: readonly string[]
  meaning: string
  /** Why it is not in the file; undefined when it is. */
  leftOut: string | undefined
}

export interface ExportedTable {
  store: 'database' | 'warehouse'
  table: string
  meaning: string
  /** Rows of it remain after the organization is deleted. */
  isRetained: boolean
  columns: readonly ExportedColumn[]
}

export interface ExportFormat {
  tables: readonly ExportedTable[]
  leftOut: readonly { store: ExportedTable['store']; table: string; reason: string }[]
}

/** The meaning of what has none here; the page ends the sentence. */
export const notDescribed = 'not described'

/** By "table.column", which counts first, or by "column". */
const columnMeanings = {
  database: new Map([
    ...[...commonColumnMeanings, ...moneyColumnMeanings, ...operationColumnMeanings],
    ...ownColumnMeanings,
  ]),
  warehouse: warehouseColumnMeanings,
} as const

export async function describeExport(database: Database, warehouse: Warehouse): Promise<ExportFormat> {
  const stored = await describeDatabase(database)
  const measured = await describeWarehouse(warehouse)
  const names = await listAllTables(database, warehouse)
  const leftOut = [
    ...leftOutOf('database', names.database, stored, databaseTablesLeftOut),
    ...leftOutOf('warehouse', names.warehouse, measured, warehouseTablesLeftOut),
  ]
  return { tables: [...stored, ...measured], leftOut }
}

/** The columns of `listMemberNames`. */
const memberColumns = ['id', 'email', 'full_name'] as const

async function describeDatabase(database: Database): Promise<ExportedTable[]> {
  const facts = await listColumnFacts(database)
  const members: ExportedTable = {
    ...{ store: 'database', table: 'users', meaning: databaseTableMeanings.get('users') ?? notDescribed },
    isRetained: false,
    columns: memberColumns.map((name) => ({
      ...{ name, type: name === 'id' ? 'uuid' : 'text', nullable: false, values: [], leftOut: undefined },
      meaning: meaningOf('database', 'users', name),
    })),
  }
  const tables = await listExportedTables(database)
  const described = tables.map(({ name: table, columns }): ExportedTable => {
    const meaning = databaseTableMeanings.get(table) ?? notDescribed
    const describedColumns = columns.map(({ name, type }) => {
      const { nullable, values } = facts.get(`${table}.${name}`) ?? { nullable: true, values: [] }
      return {
        name,
        type,
        nullable,
        values,
        meaning: meaningOf('database', table, name),
        leftOut: reasonLeftOut(table, name),
      }
    })
    return {
      store: 'database',
      table,
      meaning,
      isRetained: table === 'organization' || isRetained(table),
      columns: describedColumns,
    }
  })
  return [members, ...described].toSorted((a, b) => (a.table < b.table ? -1 : 1))
}

async function describeWarehouse(warehouse: Warehouse): Promise<ExportedTable[]> {
  const columns = await listWarehouseColumns(warehouse)
  return [...Map.groupBy(columns, ({ table }) => table)].map(([table, ofTable]) => ({
    store: 'warehouse',
    table,
    meaning: warehouseTableMeanings.get(table) ?? notDescribed,
    isRetained: false,
    columns: ofTable.map(({ name, type }) => ({
      ...{ name, type: type.replaceAll(/LowCardinality\(([^()]*)\)/g, '$1'), nullable: type.includes('Nullable') },
      ...{ values: [], leftOut: undefined },
      // FOCUS writes its columns in this case, and nothing else has it.
      meaning: /^[A-Z]/.test(name) ? 'column of FOCUS' : meaningOf('warehouse', table, name),
    })),
  }))
}

function meaningOf(store: ExportedTable['store'], table: string, column: string): string {
  const meanings = columnMeanings[store]
  const inherited = ambiguousNames.includes(column) ? undefined : meanings.get(column)
  return meanings.get(`${table}.${column}`) ?? inherited ?? notDescribed
}

function leftOutOf(
  store: ExportedTable['store'],
  names: readonly string[],
  exported: readonly ExportedTable[],
  reasons: ReadonlyMap<string, string>,
): ExportFormat['leftOut'] {
  const isExported = (name: string) => exported.some(({ table }) => table === name)
  // Another program may have tables of its own in an external database.
  return names.flatMap((table) => {
    const reason = reasons.get(table)
    return reason === undefined || isExported(table) ? [] : [{ store, table, reason }]
  })
}
