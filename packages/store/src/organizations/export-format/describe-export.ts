/**
 * The format of an organization's export: every file and column with its type and meaning, from the catalogs of both
 * engines. A table or column without a meaning is an error, so that none is added without one.
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

const databaseColumns = new Map([...commonColumnMeanings, ...moneyColumnMeanings, ...operationColumnMeanings])

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
    ...{ store: 'database', table: 'users', meaning: need(databaseTableMeanings.get('users'), 'users') },
    isRetained: false,
    columns: memberColumns.map((name) => ({
      ...{ name, type: name === 'id' ? 'uuid' : 'text', nullable: false, values: [], leftOut: undefined },
      meaning: meaningOf('users', name),
    })),
  }
  const tables = await listExportedTables(database)
  const described = tables.map(({ name: table, columns }): ExportedTable => {
    const meaning = need(databaseTableMeanings.get(table), `database/${table}`)
    const describedColumns = columns.map(({ name, type }) => {
      const { nullable, values } = facts.get(`${table}.${name}`) ?? { nullable: true, values: [] }
      return { name, type, nullable, values, meaning: meaningOf(table, name), leftOut: reasonLeftOut(table, name) }
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
    meaning: need(warehouseTableMeanings.get(table), `warehouse/${table}`),
    isRetained: false,
    columns: ofTable.map(({ name, type }) => ({
      ...{ name, type: type.replaceAll(/LowCardinality\(([^()]*)\)/g, '$1'), nullable: type.includes('Nullable') },
      ...{ values: [], leftOut: undefined },
      // FOCUS writes its columns in this case, and nothing else has it.
      meaning: /^[A-Z]/.test(name) ? 'column of FOCUS' : need(warehouseColumnMeanings.get(name), `${table}.${name}`),
    })),
  }))
}

function meaningOf(table: string, column: string): string {
  const own = `${table}.${column}`
  return need(databaseColumns.get(own) ?? databaseColumns.get(column), own)
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

function need(meaning: string | undefined, name: string): string {
  if (meaning === undefined) throw new Error(`${name} has no meaning in store/organizations/export-format`)
  return meaning
}
