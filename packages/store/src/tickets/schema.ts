/** The table of `database/migrations/0036-tickets.ts` as a Kysely type. */
import type { IssueTracker } from '@kept/domain/alert-labels.ts'
import type { TicketSubject } from '@kept/domain/ticket.ts'
import type { ColumnType, Generated } from 'kysely'

type Time = ColumnType<Date, Date | string, Date | string>

export interface TicketsSchema {
  ticket: {
    id: string
    organization_id: string
    subject_kind: TicketSubject
    subject_id: string
    channel_id: string
    tracker: IssueTracker
    title: string
    issue_key: string | null
    url: string | null
    created_by: string
    created_at: Time
    claimed_until: Time
    attempts: Generated<number>
  }
}
