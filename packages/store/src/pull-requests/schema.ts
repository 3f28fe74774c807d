/** The table of `database/migrations/0047-pull-requests.ts` as a Kysely type. */
import type { ColumnType } from 'kysely'

type Time = ColumnType<Date, Date | string, Date | string>

export interface PullRequestsSchema {
  pull_request: {
    id: string
    organization_id: string
    recommendation_id: string
    channel_id: string
    repository: string
    number: number | null
    url: string | null
    title: string
    created_by: string
    created_at: Time
    claimed_until: Time
  }
}
