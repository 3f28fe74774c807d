/** The tables of `database/baseline/site.ts` as Kysely types. */
import type { ColumnType, Generated } from 'kysely'

type Time = ColumnType<Date, Date | string, Date | string>
type MaybeTime = ColumnType<Date | null, Date | string | null, Date | string | null>

export interface SiteSchema {
  newsletter_subscriber: {
    id: Generated<string>
    email: string
    status: 'asked' | 'confirmed' | 'left'
    confirm_hash: string | null
    requested_at: Time
    confirmed_at: MaybeTime
    unsubscribed_at: MaybeTime
  }
  status_day: {
    day: string
    part: string
    samples: number
    failed: number
  }
}
