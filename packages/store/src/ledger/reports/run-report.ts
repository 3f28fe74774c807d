/** Runs a named report over a window; default: all covered days. */
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
  start_date?: string
  end_date?: string
  parameters: Record<string, string>
}

interface ReportTable {
  columns: ReportColumn[]
  rows: ReportRow[]
  /** True when there are more rows than are returned. */
  cut: boolean
}

const maxRows = 5000

export async function runReport(
  warehouse: Warehouse,
  scope: Scope,
  loadIds: readonly string[],
  request: ReportRequest,
  signal?: AbortSignal,
): Promise<ReportTable> {
  const report = reports.find(({ id }) => id === request.id)
  if (!report) throw new KeptError('not_found', `Report "${request.id}" not found; GET /v1/reports lists the reports.`)
  const parameters = checkParameters(report, request.parameters)
  const { columns, onBillingPeriods } = report
  const availableSpan = await knownDays(warehouse, scope, loadIds, onBillingPeriods ? 'billing_period' : 'charge')
  const closed = closeSpan(request, availableSpan)
  const span = closed && onBillingPeriods ? toCalendarMonths(closed) : closed
  if (!availableSpan || !span || span.from === span.to) return { columns, rows: [], cut: false }
  const dateColumn = onBillingPeriods ? 'billing_period' : 'charge_date'
  const rawRows = await warehouse.query<Record<string, unknown>>(
    scope,
    `${report.sql(`${ofLoads} AND ${dateColumn} >= {from:Date} AND ${dateColumn} < {to:Date}`)} LIMIT ${maxRows + 1}`,
    { ...parameters, ...span, load_ids: loadIds },
    { signal },
  )
  const rows = rawRows.slice(0, maxRows).map((row) => toReportRow(report, row))
  return { columns, rows, cut: rawRows.length > maxRows }
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
