/** What a table of the billing export has of each invoice month: counted by BigQuery, from a few small columns. */
import { SyncFailure } from '@kept/domain/sync/failure.ts'
import { addMonths } from '@kept/foundation/calendar/month.ts'
import { type Decimal, decimal } from '@kept/foundation/decimal.ts'
import * as z from 'zod'
import type { GcpSession } from '../session.ts'
import type { BigQuery } from './job.ts'
import { queryRows } from './query.ts'
import type { ExportTable } from './tables.ts'

export interface MonthSummary {
  /** "2026-01" */
  month: string
  /** As rows name it: a table may have the rows of several. */
  account: string
  rows: number
  /** Of the newest row. */
  exportedMs: number
  /**
   * Costs and refunds of usage before `settledMs`, without their signs, in the one currency of the account: it never
   * becomes less when rows are added.
   */
  usedCost: Decimal
  /** The same of rows that were exported before it, which are rows of usage before it too. */
  exportedCost: Decimal
  /** The bounds of what a query of the month has to read, in microseconds. */
  loadedFrom: string
  loadedTo: string
}

export interface QuerySettings {
  /** The project that queries belong to. */
  jobProject: string
  spend: BigQuery['spend']
}

interface SummaryRequest {
  /** Earlier months are not needed; undefined when all are. */
  since: string | undefined
  /** What was exported before this time is in both exports, if they are complete. */
  settledMs: number
}

/** The month that a row is invoiced in, as the mapping of the export reads it. */
const invoiceMonth = "IFNULL(invoice.month, FORMAT_TIMESTAMP('%Y%m', usage_start_time))"

const integer = z.string().regex(/^-?\d+$/)
const amount = z
  .string()
  .regex(/^\d+(?:\.\d+)?$/)
  .transform(decimal)
const rowSchema = z.tuple([
  z.string().regex(/^\d{4}(?:0[1-9]|1[0-2])$/),
  z.string(),
  integer,
  integer,
  amount,
  amount,
  integer,
  integer,
])

/** Rows of a month are not loaded before it begins, and a month of tolerance costs little. */
export function summaryQuery(
  table: ExportTable,
  { since, settledMs }: SummaryRequest,
  { jobProject, spend }: QuerySettings,
): BigQuery {
  const { loadedAt, location } = table
  return {
    project: jobProject,
    location,
    spend,
    parameters: {
      settled: new Date(settledMs).toISOString(),
      month: (since ?? '0000-00').replace('-', ''),
      loaded: `${since === undefined ? '2000-01' : addMonths(since, -1)}-01T00:00:00Z`,
    },
    sql: `SELECT ${invoiceMonth} AS month, billing_account_id AS account, COUNT(*) AS row_count,
  UNIX_MICROS(MAX(export_time)) AS exported,
  ${costBefore('usage_start_time')} AS used_cost, ${costBefore('export_time')} AS exported_cost,
  UNIX_MICROS(MIN(${loadedAt})) AS loaded_from, UNIX_MICROS(MAX(${loadedAt})) AS loaded_to
FROM ${quotedName(table)}
WHERE ${loadedAt} >= TIMESTAMP(@loaded) AND ${invoiceMonth} >= @month
GROUP BY month, account`,
  }
}

/** Costs are floating-point numbers there; as NUMERIC, they have nine exact places, and add up in any order. */
function costBefore(column: string): string {
  return `IFNULL(SUM(IF(${column} < TIMESTAMP(@settled), ABS(SAFE_CAST(cost AS NUMERIC)), 0)), 0)`
}

export async function readSummaries(
  session: GcpSession,
  table: ExportTable,
  request: SummaryRequest,
  settings: QuerySettings,
): Promise<MonthSummary[]> {
  const rows = await queryRows(session, summaryQuery(table, request, settings))
  return rows.map((row) => {
    const parsed = rowSchema.safeParse(row)
    if (!parsed.success)
      throw new SyncFailure('unexpected', `The months of ${table.dataset}.${table.table} cannot be read.`, {
        action: 'bigquery.jobs.create',
      })
    const [month, account, count, exported, usedCost, exportedCost, loadedFrom, loadedTo] = parsed.data
    return {
      month: `${month.slice(0, 4)}-${month.slice(4)}`,
      account,
      rows: Number(count),
      exportedMs: Number(exported) / 1000,
      ...{ usedCost, exportedCost, loadedFrom, loadedTo },
    }
  })
}

/** The rows of one month as lines of JSON: BigQuery writes them, so that no number is read on the way. */
export function monthQuery(
  table: ExportTable,
  { month, loadedFrom, loadedTo }: Pick<MonthSummary, 'month' | 'loadedFrom' | 'loadedTo'>,
  { jobProject, spend }: QuerySettings,
): BigQuery {
  const { loadedAt, location } = table
  return {
    project: jobProject,
    location,
    spend,
    parameters: { month: month.replace('-', ''), loaded_from: loadedFrom, loaded_to: loadedTo },
    sql: `SELECT TO_JSON_STRING(bill) AS line
FROM ${quotedName(table)} AS bill
WHERE ${loadedAt} BETWEEN TIMESTAMP_MICROS(CAST(@loaded_from AS INT64)) AND TIMESTAMP_MICROS(CAST(@loaded_to AS INT64))
  AND ${invoiceMonth} = @month`,
  }
}

/** Names hold letters, digits, "_", "-", "." and ":" only. */
function quotedName({ project, dataset, table }: ExportTable): string {
  return `\`${project}.${dataset}.${table}\``
}
