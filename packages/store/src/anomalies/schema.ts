/** The tables of `database/baseline/anomalies.ts` and live events as Kysely types. */
import type {
  Anomaly,
  AnomalyDay,
  AnomalyDriver,
  AnomalyHour,
  AnomalyLink,
  AnomalySeverity,
  MetricAnomaly,
  ScopePart,
} from '@kept/domain/anomaly.ts'
import type { ColumnType, Generated } from 'kysely'

type Json<T> = ColumnType<T, string, string>
type Time = ColumnType<Date, Date | string, Date | string>
type TimeOrNot = ColumnType<Date | null, Date | null | undefined, Date | null>

export interface AnomaliesSchema {
  anomaly: {
    id: Generated<string>
    organization_id: string
    scope: Json<ScopePart[]>
    currency: string
    direction: Anomaly['direction']
    status: Anomaly['status']
    severity: AnomalySeverity
    first_day: string
    last_day: string
    expected: string
    actual: string
    projected_excess: string
    days: Json<AnomalyDay[]>
    drivers: Json<AnomalyDriver[]>
    explaining_dimension: string | null
    started_at: TimeOrNot
    hours: ColumnType<AnomalyHour[], string | undefined, string>
    links: ColumnType<AnomalyLink[], string | undefined, string>
    feedback: ColumnType<Anomaly['feedback'], Anomaly['feedback'] | undefined, Anomaly['feedback']>
    feedback_by: Generated<string>
    feedback_note: Generated<string>
    feedback_at: TimeOrNot
    detected_at: Time
    changed_at: Time
    notified_severity: ColumnType<AnomalySeverity | null, AnomalySeverity | undefined, AnomalySeverity>
    notified_over: Generated<boolean>
  }
  metric_anomaly: {
    id: Generated<string>
    organization_id: string
    resource_id: string
    resource_name: string
    metric: string
    unit: string
    direction: MetricAnomaly['direction']
    status: MetricAnomaly['status']
    severity: AnomalySeverity
    started_at: Time
    last_at: Time
    expected: number
    actual: number
    points: Json<MetricAnomaly['points']>
    feedback: ColumnType<MetricAnomaly['feedback'], undefined, MetricAnomaly['feedback']>
    feedback_by: Generated<string>
    detected_at: Time
    changed_at: Time
    notified_severity: ColumnType<AnomalySeverity | null, AnomalySeverity | undefined, AnomalySeverity>
    notified_over: Generated<boolean>
  }
  metric_anomaly_cursor: { organization_id: string; version: string }
  anomaly_sensitivity: { organization_id: string; scope: string; deviations: number; share: number }
  anomaly_settings: {
    organization_id: string
    min_daily_excess: string
    notify_from: AnomalySeverity
    evaluated_at: TimeOrNot
  }
  known_event: {
    id: Generated<string>
    organization_id: string
    kind: 'commitment_expiry' | 'planned_schedule' | 'announced_change'
    description: string
    currency: string
    provider: string | null
    start_date: string
    end_date: string | null
    factor: string
    daily_amount: string
    created_by: string
    created_at: Time
    demo_visit: Generated<string | null>
  }
  live_event: {
    seq: ColumnType<string, never, never>
    organization_id: string
    channel: 'metrics' | 'alerts' | 'security' | 'audit'
    type: 'metrics_update' | 'cost_alert' | 'security_alert' | 'audit_event'
    payload: Json<Record<string, unknown>>
    at: ColumnType<Date, Date | undefined, Date>
  }
}
