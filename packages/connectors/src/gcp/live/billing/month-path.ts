/**
 * A month of a table as the path of a file that names the rows to read: in which partitions they are, and how many they
 * are at least. The import of a month needs no query to look for them.
 */
import { type ExportName, parseTableName } from './export-name.ts'

interface MonthFile {
  dataset: string
  table: string
  /** "2026-01" */
  month: string
  /** The bounds of what a query of the month has to read, in microseconds. */
  loadedFrom: string
  loadedTo: string
  rows: number
}

/** "billing.gcp_billing_export_v1_012345_6789AB_CDEF01/2026-01/1767312000000000-1769990400000000-5321.jsonl.gz" */
export function monthPath({ dataset, table, month, loadedFrom, loadedTo, rows }: MonthFile): string {
  return `${dataset}.${table}/${month}/${loadedFrom}-${loadedTo}-${rows}.jsonl.gz`
}

const pathPattern = /^(\w+)\.([\w-]+)\/(\d{4}-\d{2})\/(\d+)-(\d+)-(\d+)\.jsonl\.gz$/

/** Undefined for any other path, and for a table of another export. */
export function parseMonthPath(path: string, name: ExportName): MonthFile | undefined {
  const [, dataset, table, month, loadedFrom, loadedTo, rows] = pathPattern.exec(path) ?? []
  if (dataset === undefined || table === undefined || month === undefined) return undefined
  if (loadedFrom === undefined || loadedTo === undefined || rows === undefined) return undefined
  const isOwn =
    (name.dataset ?? dataset) === dataset &&
    (name.table === undefined ? parseTableName(table) !== undefined : name.table === table)
  return isOwn ? { dataset, table, month, loadedFrom, loadedTo, rows: Number(rows) } : undefined
}
