/** What a table of the billing export has of each invoice month: counted by BigQuery, from a few small columns. */
import { SyncFailure } from '@kept/domain/sync/failure.ts'
import { addMonths } from '@kept/foundation/calendar/month.ts'
import * as z from 'zod'
import type { GcpSession } from '../session.ts'
import { type BigQuery, queryRows } from './query.ts'
import type { ExportTable } from './tables.ts'

export interface MonthSummary {
  /** "2026-01" */
  month: string
  /** As rows name it: a table may have the rows of several. */
  account: string
  rows: number
  /** Of the newest row. */
  exportedMs: number
  /** Of the earliest usage. */
  firstUsageMs: number
  /** The bounds of what a query of the month has to read, in microseconds. */
  loadedFrom: string
  loadedTo: string
}

export interface QuerySettings {
  /** The project that queries belong to. */
  jobProject: string
  maxNanos(): number
}

/** The month that a row is invoiced in, as the mapping of the export reads it. */
const invoiceMonth = "IFNULL(invoice.month, FORMAT_TIMESTAMP('%Y%m', usage_start_time))"

const integer = z.string().regex(/^-?\d+$/)
const rowSchema = z.tuple([z.string().regex(/^\d{6}$/), z.string(), integer, integer, integer, integer, integer])

/**
 * Of `since` and later months; all when it is undefined. Rows of a month are not loaded before it begins, and a month of
 * tolerance costs little.
 */
export function summaryQuery(
  table: ExportTable,
  since: string | undefined,
  { jobProject, maxNanos }: QuerySettings,
): BigQuery {
  const { loadedAt, location } = table
  return {
    project: jobProject,
    location,
    maxNanos: maxNanos(),
    parameters: {
      month: (since ?? '0000-00').replace('-', ''),
      loaded: `${since === undefined ? '2000-01' : addMonths(since, -1)}-01T00:00:00Z`,
    },
    sql: `SELECT ${invoiceMonth} AS month, billing_account_id AS account, COUNT(*) AS row_count,
  UNIX_MICROS(MAX(export_time)) AS exported, UNIX_MICROS(MIN(usage_start_time)) AS first_usage,
  UNIX_MICROS(MIN(${loadedAt})) AS loaded_from, UNIX_MICROS(MAX(${loadedAt})) AS loaded_to
FROM ${quotedName(table)}
WHERE ${loadedAt} >= TIMESTAMP(@loaded) AND ${invoiceMonth} >= @month
GROUP BY month, account`,
  }
}

export async function readSummaries(
  session: GcpSession,
  table: ExportTable,
  since: string | undefined,
  settings: QuerySettings,
): Promise<MonthSummary[]> {
  const rows = await queryRows(session, summaryQuery(table, since, settings))
  return rows.map((row) => {
    const parsed = rowSchema.safeParse(row)
    if (!parsed.success)
      throw new SyncFailure('unexpected', `The months of ${table.dataset}.${table.table} cannot be read.`, {
        action: 'bigquery.jobs.create',
      })
    const [month, account, count, exported, firstUsage, loadedFrom, loadedTo] = parsed.data
    return {
      month: `${month.slice(0, 4)}-${month.slice(4)}`,
      account,
      rows: Number(count),
      exportedMs: Number(exported) / 1000,
      firstUsageMs: Number(firstUsage) / 1000,
      loadedFrom,
      loadedTo,
    }
  })
}

/** The rows of one month as lines of JSON: BigQuery writes them, so that no number is read on the way. */
export function monthQuery(
  table: ExportTable,
  { month, loadedFrom, loadedTo }: Pick<MonthSummary, 'month' | 'loadedFrom' | 'loadedTo'>,
  { jobProject, maxNanos }: QuerySettings,
): BigQuery {
  const { loadedAt, location } = table
  return {
    project: jobProject,
    location,
    maxNanos: maxNanos(),
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
