/** The tables of the audit log (`database/migrations/0002-audit-chain.ts`) as Kysely types. */
import type { AuditActorKind, AuditErasure, AuditOutcome } from '@kept/domain/audit.ts'
import type { ColumnType, Generated } from 'kysely'

type Time = ColumnType<Date, Date | string, never>
type Json<T> = ColumnType<T, string, never>
type Number = ColumnType<string, number | string, number | string>
type Fields = Record<string, unknown>

/** What users search events by: each value that occurs in the log, once. */
export type AuditValueKind = 'actor' | 'action' | 'resource' | 'name' | 'address'

export interface AuditSchema {
  /** `prev_hash` is the hash before the last event. */
  audit_head: { organization_id: string; seq: Number; hash: string; prev_hash: Generated<string> }
  audit_event: {
    id: Generated<string>
    organization_id: string
    seq: ColumnType<string, number | string, never>
    action: string
    outcome: AuditOutcome
    actor_kind: AuditActorKind
    actor_id: string | null
    actor_name: string
    resource_type: string
    resource_id: string | null
    resource_name: string | null
    summary: string
    ip: string | null
    user_agent: string | null
    request_id: string | null
    session_id: ColumnType<string | null, string | null | undefined, never>
    before: Json<Fields | null> | null
    after: Json<Fields | null> | null
    details: Json<Fields>
    created_at: Time
    prev_hash: string
    hash: string
    erased: ColumnType<AuditErasure | null, never, never>
  }
  /** The events of a day in UTC are among these. */
  audit_day: { organization_id: string; day: string; first_seq: Number; last_seq: Number }
  /** When each user and API key last did what; `audit_use_head` has the last event that is counted here. */
  audit_use: {
    organization_id: string
    actor_kind: 'person' | 'api_key'
    actor_id: string
    action: string
    last_at: ColumnType<Date, Date, Date>
  }
  audit_use_head: { organization_id: string; seq: Number }
  audit_value: { organization_id: string; kind: AuditValueKind; value: string }
  audit_checkpoint: {
    organization_id: string
    seq: ColumnType<string, number | string, never>
    hash: string
    created_at: Time
    /** The signed checkpoint, byte for byte. */
    body: string
  }
}
