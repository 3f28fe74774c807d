/** A named report: a table that a cost query cannot return, because it needs its own column, condition or ratio. */
type ColumnKind = 'text' | 'money' | 'number' | 'percent' | 'date'

export interface ReportColumn {
  key: string
  label: string
  kind: ColumnKind
}

interface ReportParameter {
  name: string
  label: string
  required: boolean
}

/** A row of the engine or of `derive`: text, or null where the bill has no value. */
export type ReportRow = Record<string, string | null>

export interface Report {
  id: string
  title: string
  description: string
  /** Numbers of the FOCUS use cases it covers. */
  useCases: number[]
  parameters: ReportParameter[]
  columns: ReportColumn[]
  /**
   * Over `cost_line`, with `${within}` for organization, loads and window, and `{name:String}` for each parameter; a
   * parameter that was not given is ''. Money is always grouped by its currency.
   */
  sql(within: string): string
  /** `from` and `to` are billing periods, not days of charges. */
  onBillingPeriods?: true
  /** Rates, calculated exactly from the columns of the engine. */
  derive?(row: ReportRow): ReportRow
}

export function defineReport(report: Report): Report {
  return report
}

export const text = (key: string, label: string): ReportColumn => ({ key, label, kind: 'text' })
export const money = (key: string, label: string): ReportColumn => ({ key, label, kind: 'money' })
export const number = (key: string, label: string): ReportColumn => ({ key, label, kind: 'number' })
export const percent = (key: string, label: string): ReportColumn => ({ key, label, kind: 'percent' })
export const date = (key: string, label: string): ReportColumn => ({ key, label, kind: 'date' })

export const currency = text('currency', 'Currency')
export const provider = text('provider', 'Provider')
