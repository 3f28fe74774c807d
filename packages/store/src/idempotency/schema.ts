import type { ColumnType, Generated } from 'kysely'

type Time = ColumnType<Date, Date | string, Date | string>

export interface IdempotencySchema {
  idempotency_key: {
    id: Generated<string>
    organization_id: string
    /** A person, a key or a visitor of the demo: whose keys these are. */
    caller: string
    key: string
    request_hash: string
    /** The Kept that carries it out, and until when that one is believed to live. */
    process_id: string
    leased_until: Time
    /** Something was written for it, in the transaction that wrote it. */
    carried_out: Generated<boolean>
    /** Sealed. */
    answer: string | null
    created_at: Time
  }
}
