/** Tables of migrations 0032 and 0033 as Kysely sees them. */
import type { ColumnType, Generated } from 'kysely'

type Time = ColumnType<Date, Date | string, Date | string>
type MaybeTime = ColumnType<Date | null, Date | string | null, Date | string | null>

export interface SiteSchema {
  newsletter_subscriber: {
    id: Generated<string>
    email: string
    status: 'asked' | 'confirmed' | 'left'
    confirm_hash: string | null
    asked_at: Time
    confirmed_at: MaybeTime
    left_at: MaybeTime
  }
  status_day: {
    day: string
    part: string
    samples: number
    failed: number
  }
}
