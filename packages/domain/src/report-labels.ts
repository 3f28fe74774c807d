/** Names of what a report can be made of, with their labels. Without schemas, so that a screen may import them. */

export const exportFormats = ['pdf', 'excel', 'csv', 'html'] as const
export type ExportFormat = (typeof exportFormats)[number]

export const exportFormatLabels: Record<ExportFormat, string> = {
  pdf: 'PDF',
  excel: 'Excel',
  csv: 'CSV',
  html: 'HTML',
}

export const reportPeriods = [
  'last_7_days',
  'last_30_days',
  'this_month',
  'last_month',
  'last_3_months',
  'last_12_months',
  'this_year',
] as const
export type ReportPeriodName = (typeof reportPeriods)[number]

export const reportPeriodLabels: Record<ReportPeriodName, string> = {
  last_7_days: 'Last 7 days',
  last_30_days: 'Last 30 days',
  this_month: 'This month',
  last_month: 'Last month',
  last_3_months: 'Last 3 months',
  last_12_months: 'Last 12 months',
  this_year: 'This year',
}

export const reportFrequencies = ['daily', 'weekly', 'monthly'] as const

export const reportLimits = { sections: 20, rows: 500, reports: 200, runs: 100 } as const

/** `skipped`: the time passed while Kept was not running, and a later one came. */
export const reportRunStatuses = ['waiting', 'running', 'finished', 'failed', 'skipped'] as const
export type ReportRunStatus = (typeof reportRunStatuses)[number]

export const reportDeliveryStatuses = ['waiting', 'sending', 'sent', 'failed'] as const
export type ReportDeliveryStatus = (typeof reportDeliveryStatuses)[number]
