/** Runs a named report over a window, page by page or as a stream; default: all covered days. */
import { badInput, KeptError } from '@kept/domain/errors.ts'
import type { Scope } from '@kept/domain/scope.ts'
import type { Warehouse } from '../../warehouse/client.ts'
import { knownDays } from '../known-days.ts'
import { ofLoads } from '../roll-up-sql.ts'
import { closeSpan, toCalendarMonths } from '../span.ts'
import { reports } from './all.ts'
import type { Report, ReportColumn, ReportRow } from './define-report.ts'

interface ReportRequest {
  id: string
  start_date?: string | undefined
  end_date?: string | undefined
  parameters: Record<string, string>
}

interface ReportPage {
  /** From 1. */
  page: number
  page_size: number
}

interface ReportTable {
  columns: ReportColumn[]
  rows: ReportRow[]
  /** True when the next page has rows. */
  has_more: boolean
}

/** One page of a report. Throws KeptError `not_found` for an unknown report, `bad_input` for its parameters. */
export async function runReport(
  warehouse: Warehouse,
  scope: Scope,
  loadIds: readonly string[],
  { page = 1, page_size = 5_000, ...request }: ReportRequest & Partial<ReportPage>,
  signal?: AbortSignal,
): Promise<ReportTable> {
  const { report, query } = await prepare(warehouse, scope, loadIds, request)
  const { columns } = report
  if (!query) return { columns, rows: [], has_more: false }
  const rawRows = await warehouse.query<Record<string, unknown>>(
    scope,
    `${query.sql} LIMIT ${page_size + 1} OFFSET ${(page - 1) * page_size}`,
    query.parameters,
    { signal },
  )
  const rows = rawRows.slice(0, page_size).map((row) => toReportRow(report, row))
  return { columns, rows, has_more: rawRows.length > page_size }
}

/** Every row of a report in its order, for files of any length. Throws as `runReport` does, before the first row. */
export async function streamReport(
  warehouse: Warehouse,
  scope: Scope,
  loadIds: readonly string[],
  request: ReportRequest,
  signal?: AbortSignal,
): Promise<{ columns: ReportColumn[]; rows: AsyncIterable<ReportRow> }> {
  const { report, query } = await prepare(warehouse, scope, loadIds, request)
  async function* rows() {
    if (!query) return
    const rawRows = warehouse.stream<Record<string, unknown>>(scope, query.sql, query.parameters, { signal })
    for await (const row of rawRows) yield toReportRow(report, row)
  }
  return { columns: report.columns, rows: rows() }
}

interface PreparedReport {
  report: Report
  /** Undefined when the bills have no such days. */
  query: { sql: string; parameters: Record<string, unknown> } | undefined
}

async function prepare(
  warehouse: Warehouse,
  scope: Scope,
  loadIds: readonly string[],
  request: ReportRequest,
): Promise<PreparedReport> {
  const report = reports.find(({ id }) => id === request.id)
  if (!report) throw new KeptError('not_found', `Report "${request.id}" not found; GET /v1/reports lists the reports.`)
  const parameters = checkParameters(report, request.parameters)
  const { onBillingPeriods } = report
  const availableSpan = await knownDays(warehouse, scope, loadIds, onBillingPeriods ? 'billing_period' : 'charge')
  const closed = closeSpan(request, availableSpan)
  const span = closed && onBillingPeriods ? toCalendarMonths(closed) : closed
  if (!availableSpan || !span || span.from === span.to) return { report, query: undefined }
  const dateColumn = onBillingPeriods ? 'billing_period' : 'charge_date'
  return {
    report,
    query: {
      sql: report.sql(`${ofLoads} AND ${dateColumn} >= {from:Date} AND ${dateColumn} < {to:Date}`),
      parameters: { ...parameters, ...span, load_ids: loadIds },
    },
  }
}

function checkParameters(report: Report, parameters: Record<string, string>): Record<string, string> {
  for (const name of Object.keys(parameters)) {
    if (report.parameters.some((parameter) => parameter.name === name)) continue
    const parameterNames = report.parameters.map((parameter) => parameter.name).join(', ') || 'none'
    throw badInput(`The report "${report.id}" takes no parameter "${name}"; it takes: ${parameterNames}.`)
  }
  return Object.fromEntries(
    report.parameters.map(({ name, label, required }) => {
      const value = parameters[name] ?? ''
      if (required && value === '') throw badInput(`The report "${report.id}" needs "${name}": ${label.toLowerCase()}.`)
      return [name, value]
    }),
  )
}

function toReportRow(report: Report, row: Record<string, unknown>): ReportRow {
  const values = Object.fromEntries(
    Object.entries(row).map(([key, value]) => [key, value === null || value === undefined ? null : String(value)]),
  )
  const allValues = { ...values, ...report.derive?.(values) }
  return Object.fromEntries(report.columns.map(({ key }) => [key, allValues[key] ?? null]))
}
