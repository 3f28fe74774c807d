/** The tables of `migrations/0014-saved-reports.ts` as Kysely types. */
import type { ReportDefinition, ReportSchedule } from '@kept/domain/report.ts'
import type { ReportDocument } from '@kept/domain/report-document.ts'
import type { ExportFormat, ReportDeliveryStatus, ReportRunStatus } from '@kept/domain/report-labels.ts'
import type { ColumnType, Generated } from 'kysely'

/** Written as JSON text, read as the value. */
type Json<T> = ColumnType<T, string, string>
type NullableJson<T> = ColumnType<T | null, string | null | undefined, string | null>
type Time = ColumnType<Date, Date | string, Date | string>
type NullableTime = ColumnType<Date | null, Date | null | undefined, Date | null>

export interface ReportsSchema {
  saved_report: {
    id: Generated<string>
    organization_id: string
    name: string
    definition: Json<Omit<ReportDefinition, 'name' | 'shared'>>
    shared: boolean
    owner_id: string | null
    owner_name: string
    schedule: NullableJson<ReportSchedule>
    next_run_at: NullableTime
    created_at: Time
    updated_at: Time
    demo_visit: Generated<string | null>
  }
  report_run: {
    id: Generated<string>
    organization_id: string
    report_id: string
    occurrence_at: NullableTime
    status: ReportRunStatus
    started_by: string
    attempts: Generated<number>
    next_attempt_at: NullableTime
    document: NullableJson<ReportDocument>
    error: Generated<string>
    created_at: Time
    finished_at: NullableTime
  }
  report_delivery: {
    id: Generated<string>
    organization_id: string
    run_id: string
    kind: 'email' | 'channel'
    target: string
    formats: Json<ExportFormat[]>
    status: ReportDeliveryStatus
    attempts: Generated<number>
    next_attempt_at: NullableTime
    result: Generated<string>
    created_at: Time
    finished_at: NullableTime
  }
}
