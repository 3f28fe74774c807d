/** Reads files into a test world's warehouse as an import does, and returns the result. */
import { randomUUID } from 'node:crypto'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import { formats } from '@kept/connectors/all.ts'
import type { BillFormat } from '@kept/domain/bill-format.ts'
import type { RejectedRow } from '@kept/domain/ingest.ts'
import { datasets } from '@kept/store/reading/datasets.ts'
import type { FileProof } from '@kept/store/reading/file-proof.ts'
import { type BillInput, openBills } from '@kept/store/reading/open-bills.ts'
import { proveFile, proveRejectedRows, readBill } from '@kept/store/reading/read-bill.ts'
import { rejectRows } from '@kept/store/reading/reject-rows.ts'
import type { World } from '@kept/store/testing/world.ts'
import type { Warehouse } from '@kept/store/warehouse/client.ts'

export const fixtures = fileURLToPath(new URL('../../../../connectors/fixtures/', import.meta.url))

export interface ReadBills {
  importId: string
  notes: string[]
  bills: { name: string; format: BillFormat; reason: string; proof: FileProof; rejectedRows: FileProof }[]
  rejectedRows: RejectedRow[]
}

interface ReadOptions {
  warehouse?: Warehouse
  format?: string
  currency?: string
  knownFormats?: readonly BillFormat[]
  environment?: Record<string, string>
}

export async function readBills(
  world: World,
  inputs: (string | BillInput)[],
  { warehouse = world.warehouse, format, currency, knownFormats = formats, environment }: ReadOptions = {},
): Promise<ReadBills> {
  const { scope } = world
  const importId = randomUUID()
  const opened = await openBills(
    warehouse,
    inputs.map((input) =>
      typeof input === 'string' ? { kind: 'file' as const, path: input, name: basename(input) } : input,
    ),
    knownFormats,
    { scope, format, currency, environment },
  )
  const bills: ReadBills['bills'] = []
  const rowsBefore = new Map<string, number>()
  for (const { source, columns, format: recognized, reason } of opened.bills) {
    const { mapping, dataset } = recognized
    const request = { scope, importId, source, columns, mapping, dataset }
    await readBill(warehouse, request)
    const proof = await proveFile(warehouse, request)
    const { table } = datasets[dataset]
    const storedRows = await countRows(world, importId, table)
    const isComplete = storedRows - (rowsBefore.get(table) ?? 0) === proof.rows
    rowsBefore.set(table, storedRows)
    if (!isComplete) await rejectRows(warehouse, request)
    const rejectedRows = isComplete ? { rows: 0, sums: [] } : await proveRejectedRows(warehouse, request)
    bills.push({ name: source.name, format: recognized, reason, proof, rejectedRows })
  }
  const rejectedRows = await warehouse.query<RejectedRow>(
    scope,
    `SELECT file, line, column, value, reason, row FROM rejected_row
     WHERE organization_id = {organization_id:UUID} AND import_id = {importId:String} ORDER BY file, line`,
    { importId },
  )
  return { importId, notes: opened.notes, bills, rejectedRows }
}

async function countRows(world: World, importId: string, table: string): Promise<number> {
  const [counted] = await world.warehouse.query<{ rows: number }>(
    world.scope,
    `SELECT count() AS rows FROM ${table} WHERE organization_id = {organization_id:UUID} AND startsWith(load_id, {prefix:String})`,
    { prefix: `${importId}/` },
  )
  return counted?.rows ?? 0
}

/** Rows about the lines of one import: `SELECT <select> FROM cost_line WHERE its lines <and>`. */
export function queryImportedLines<Row>(world: World, importId: string, select: string, suffix = ''): Promise<Row[]> {
  return world.warehouse.query<Row>(
    world.scope,
    `SELECT ${select} FROM cost_line
     WHERE organization_id = {organization_id:UUID} AND startsWith(load_id, {prefix:String}) ${suffix}`,
    { prefix: `${importId}/` },
    { settings: { prefer_column_name_to_alias: 1 } },
  )
}

interface Total {
  currency: string
  rows: number
  billed: string | null
  effective: string | null
}

export function totalsOf(world: World, importId: string): Promise<Total[]> {
  return queryImportedLines(
    world,
    importId,
    'BillingCurrency AS currency, count() AS rows, toString(sum(BilledCost)) AS billed, toString(sum(EffectiveCost)) AS effective',
    'GROUP BY currency ORDER BY currency',
  )
}
