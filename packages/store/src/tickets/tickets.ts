/** Tickets: one issue per subject and channel, claimed before the tracker is asked. */
import { type IssueTracker, isIssueTracker } from '@kept/domain/alert-labels.ts'
import { badInput, KeptError } from '@kept/domain/errors.ts'
import type { Scope } from '@kept/domain/scope.ts'
import type { Ticket, TicketSubject } from '@kept/domain/ticket.ts'
import type { Selectable } from 'kysely'
import { findChannel } from '../alerts/channels.ts'
import type { Database, ScopedTransaction } from '../database/connect.ts'
import { isClaimOver, leaseEndsNow, leaseFor } from '../database/lease.ts'
import { findRecommendation } from '../recommendations/find.ts'
import type { TicketsSchema } from './schema.ts'

/** Longer than a tracker may take to answer. */
const claimMs = 2 * 60_000

export interface Subject {
  kind: TicketSubject
  id: string
}

/** The newest first. `not_found` for the subject of another organization. */
export function listTickets(database: Database, scope: Scope, subject: Subject): Promise<Ticket[]> {
  return database.scoped(scope, async (tx) => {
    await requireSubject(tx, subject)
    const rows = await ofSubject(tx, subject)
      .where('url', 'is not', null)
      .orderBy('ticket.created_at', 'desc')
      .execute()
    return rows.flatMap(toTicket)
  })
}

interface NewTicket {
  id: string
  subject: Subject
  channelId: string
  title: string
  createdBy: string
  now: Date
}

type Claim =
  | { state: 'exists'; ticket: Ticket }
  /** `attempt` above 1: an earlier request may have opened the issue without recording it. */
  | { state: 'claimed'; id: string; tracker: IssueTracker; attempt: number }

/** Reserves the ticket, so that of two requests at once only one asks the tracker; the other one is a `conflict`. */
export function claimTicket(database: Database, scope: Scope, ticket: NewTicket): Promise<Claim> {
  const { id, subject, channelId, title, createdBy, now } = ticket
  return database.scoped(scope, async (tx) => {
    await requireSubject(tx, subject)
    // Locked until the end: a second request waits here and then finds the claim of the first.
    const { settings, name, enabled } = await findChannel(tx, channelId)
    const { kind } = settings
    if (!isIssueTracker(kind)) throw badInput(`"${name}" opens no issues. Choose a channel of Jira, GitHub or GitLab.`)
    if (!enabled) throw new KeptError('conflict', `The channel "${name}" is turned off. Turn it on under Alerts.`)
    const claimed_until = leaseFor(claimMs)
    const existing = await ofSubject(tx, subject)
      .select(isClaimOver.as('is_claim_over'))
      .where('channel_id', '=', channelId)
      .executeTakeFirst()
    if (!existing) {
      await tx
        .insertInto('ticket')
        .values({
          ...{ id, organization_id: tx.scopedTo, subject_kind: subject.kind, subject_id: subject.id },
          ...{ channel_id: channelId, tracker: kind, title, created_by: createdBy, created_at: now, claimed_until },
        })
        .execute()
      return { state: 'claimed', id, tracker: kind, attempt: 1 }
    }
    const [ticketOfBefore] = toTicket(existing)
    if (ticketOfBefore) return { state: 'exists', ticket: ticketOfBefore }
    if (!existing.is_claim_over) throw new KeptError('conflict', 'The ticket is being created. Look again in a moment.')
    const attempt = existing.attempts + 1
    await tx
      .updateTable('ticket')
      .set({ title, created_by: createdBy, created_at: now, claimed_until, attempts: attempt })
      .where('id', '=', existing.id)
      .execute()
    return { state: 'claimed', id: existing.id, tracker: kind, attempt }
  })
}

/** Records the issue of a claimed ticket in the caller's transaction. */
export async function recordIssue(
  tx: ScopedTransaction,
  id: string,
  { key, url }: { key: string; url: string },
): Promise<Ticket> {
  await tx.updateTable('ticket').set({ issue_key: key, url }).where('id', '=', id).execute()
  const [ticket] = toTicket(await withChannel(tx).where('ticket.id', '=', id).executeTakeFirstOrThrow())
  if (!ticket) throw new Error(`Ticket ${id} has no issue after it was recorded.`)
  return ticket
}

/**
 * Gives a claim back after the tracker answered that there is no issue. With `mayExist` the row stays, and the next
 * request looks for the issue first. Nothing where a later request has claimed it meanwhile.
 */
export async function releaseTicket(
  database: Database,
  scope: Scope,
  { id, attempt }: { id: string; attempt: number },
  { mayExist }: { mayExist: boolean },
): Promise<void> {
  await database.scoped(scope, async (tx) => {
    if (mayExist)
      await tx
        .updateTable('ticket')
        .set({ claimed_until: leaseEndsNow })
        .where('id', '=', id)
        .where('attempts', '=', attempt)
        .execute()
    else
      await tx
        .deleteFrom('ticket')
        .where('id', '=', id)
        .where('attempts', '=', attempt)
        .where('url', 'is', null)
        .execute()
  })
}

async function requireSubject(tx: ScopedTransaction, { kind, id }: Subject): Promise<void> {
  if (kind === 'recommendation') {
    await findRecommendation(tx, id)
    return
  }
  const row = await tx.selectFrom('anomaly').select('id').where('id', '=', id).executeTakeFirst()
  if (!row) throw new KeptError('not_found', 'Anomaly not found.')
}

function withChannel(tx: ScopedTransaction) {
  return tx
    .selectFrom('ticket')
    .innerJoin('alert_channel', 'alert_channel.id', 'ticket.channel_id')
    .selectAll('ticket')
    .select('alert_channel.name as channel_name')
}

function ofSubject(tx: ScopedTransaction, { kind, id }: Subject) {
  return withChannel(tx).where('subject_kind', '=', kind).where('subject_id', '=', id)
}

/** None while the tracker is asked. */
function toTicket(row: Selectable<TicketsSchema['ticket']> & { channel_name: string }): Ticket[] {
  const { id, tracker, channel_id, channel_name, issue_key: key, url, title, created_by, created_at } = row
  if (key === null || url === null) return []
  const channel = { id: channel_id, name: channel_name }
  return [{ id, tracker, channel, key, url, title, created_by, created_at: created_at.toISOString() }]
}
