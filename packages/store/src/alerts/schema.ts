/** The tables of `database/baseline/alerts.ts` as Kysely types. */
import type { AlertEvent, AlertRule, AlertSchedule, ChannelSettings, EmailPreferences } from '@kept/domain/alert.ts'
import type { AlertKind, AlertSeverity, DeliveryStatus } from '@kept/domain/alert-labels.ts'
import type { ColumnType, Generated } from 'kysely'

type Json<T> = ColumnType<T, string, string>
type Time = ColumnType<Date, Date | string, Date | string>
type TimeOrNot = ColumnType<Date | null, Date | null | undefined, Date | null>

export interface AlertsSchema {
  alert_event: {
    id: Generated<string>
    organization_id: string
    kind: AlertKind
    thread: string
    severity: AlertSeverity
    amount: string | null
    currency: string | null
    labels: Json<AlertEvent['labels']>
    title: string
    body: string
    href: string
    is_recovery: Generated<boolean>
    at: Generated<Date>
    routed_at: TimeOrNot
  }
  alert_channel: {
    id: string
    organization_id: string
    name: string
    settings: Json<ChannelSettings>
    schedule: Json<AlertSchedule>
    secret: string
    host: string
    enabled: boolean
    created_at: Time
    removed_at: TimeOrNot
    person_id: ColumnType<string | null, string | undefined, never>
    email_preferences: ColumnType<EmailPreferences | null, string | undefined, string>
  }
  alert_rule: {
    id: Generated<string>
    organization_id: string
    name: string
    enabled: boolean
    kinds: Json<AlertKind[]>
    min_severity: AlertSeverity
    min_amount: string | null
    min_currency: string | null
    filters: Json<AlertRule['filters']>
    owners: Json<string[]>
    created_at: Time
    demo_visit: Generated<string | null>
  }
  alert_rule_channel: { organization_id: string; rule_id: string; channel_id: string }
  alert_delivery: {
    id: Generated<string>
    organization_id: string
    channel_id: string
    kind: 'alert' | 'digest' | 'test'
    thread: string
    title: string
    rules: Json<string[]>
    owners: Json<string[]>
    status: DeliveryStatus
    attempts: Generated<number>
    attempts_before: Generated<number>
    next_attempt_at: TimeOrNot
    queued_at: TimeOrNot
    claimed_until: TimeOrNot
    last_result: Generated<string>
    created_at: Time
    finished_at: TimeOrNot
  }
  alert_delivery_event: { organization_id: string; delivery_id: string; event_id: string }
  alert_attempt: {
    organization_id: string
    delivery_id: string
    n: number
    at: Time
    duration_ms: number
    ok: boolean
    status: number | null
    sentence: string
    next_attempt_at: TimeOrNot
  }
  alert_thread: { organization_id: string; channel_id: string; thread: string; external: string; opened_at: Time }
}
