/** For tests: what a small BigQuery has, and how it refuses. */
import type { SmallAnswer } from '@kept/domain/sync/testing/small-cloud.ts'

/** A row of a billing export, as TO_JSON_STRING writes it: numbers stay the text that they are. */
export interface SmallBill {
  month: string
  account: string
  cost: string
  line: string
  usedMs: number
  exportedMs: number
}

export interface SmallTable {
  fields: readonly string[]
  rows: SmallBill[]
  isView?: boolean
}

interface SmallJob {
  rows: (string | null)[][]
  bytes: number
  polls: number
  /** It ended without a result. */
  hasFailed?: boolean
}

export interface SmallBigQuery {
  location: string
  /** By project and dataset, "shop-billing.billing", and then by the name of the table. */
  datasets: Record<string, Record<string, SmallTable>>
  /** Which permissions are denied, on which dataset or project. */
  isDenied(permission: string, resource: string): boolean
  /** How many times a job that is asked for answers that it is not complete. */
  polls: number
  /** Rows to a page at most, whatever is asked for. */
  pageRows: number
  /** What a query reads, beside the size of its lines. */
  scannedBytes: number
  jobs: Map<string, SmallJob>
}

export function notFound(what: string): SmallAnswer {
  return failed(404, 'notFound', `Not found: ${what}`)
}

export function refused(reason: string, message: string): SmallAnswer {
  return failed(403, reason, message)
}

/** cloud.google.com/bigquery/docs/error-messages */
export function failed(code: number, reason: string, message: string): SmallAnswer {
  return { status: code, body: { error: { code, message, errors: [{ message, domain: 'global', reason }] } } }
}
