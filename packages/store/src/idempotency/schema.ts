import type { ColumnType, Generated } from 'kysely'

type Time = ColumnType<Date, Date | string, Date | string>

export interface IdempotencySchema {
  idempotency_key: {
    id: Generated<string>
    organization_id: string
    /** The user, API key or demo visitor that owns the key. */
    caller: string
    key: string
    request_hash: string
    /** The process that executes it, and until when that process is considered alive. */
    process_id: string
    leased_until: Time
    /** The request has written something; set in the same transaction. */
    carried_out: Generated<boolean>
    /** Encrypted. */
    answer: string | null
    created_at: Time
  }
}
