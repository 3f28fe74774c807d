/** Opens an issue for a recommendation or an anomaly, once for each channel. */
import { randomUUID } from 'node:crypto'
import { KeptError } from '@kept/domain/errors.ts'
import type { Ticket } from '@kept/domain/ticket.ts'
import { recordAudit } from '@kept/store/audit/record.ts'
import { claimTicket, recordIssue, releaseTicket, type Subject } from '@kept/store/tickets/tickets.ts'
import { openIssue } from '../alerts/public/open-issue.ts'
import { actingOf } from '../platform/acting.ts'
import type { SignedInContext } from '../platform/context.ts'
import { refuseInDemo } from '../platform/demo-limits.ts'

/**
 * The tracker is asked outside of a transaction, so the ticket is claimed before and recorded after. Throws what the
 * tracker answered as `conflict`, or as `busy` where another try may succeed.
 */
export async function createTicket(
  context: SignedInContext,
  subject: Subject,
  { channel_id: channelId, title, body }: { channel_id: string; title: string; body: string },
): Promise<Ticket> {
  refuseInDemo(context)
  const { services, scope, me } = context
  const { database } = services.state
  const claim = await claimTicket(database, scope, {
    ...{ id: randomUUID(), subject, channelId, title, now: services.now() },
    createdBy: me.user.full_name || me.user.email,
  })
  if (claim.state === 'exists') return claim.ticket
  const opened = await openIssue(services, scope, channelId, { id: claim.id, title, body, attempt: claim.attempt })
  if (opened.outcome !== 'taken') {
    const mayExist = opened.outcome === 'again'
    await releaseTicket(database, scope, claim, { mayExist })
    throw new KeptError(mayExist ? 'busy' : 'conflict', opened.sentence)
  }
  const { auditContext } = actingOf(context)
  return database.scoped(scope, async (tx) => {
    const ticket = await recordIssue(tx, claim.id, opened)
    await recordAudit(tx, {
      ...auditContext,
      action: 'ticket.created',
      target: ticket.id,
      summary: `The ticket "${ticket.key}" was created for ${subject.kind === 'anomaly' ? 'an anomaly' : 'a recommendation'}.`,
      details: { url: ticket.url, subject: subject.id, channel: channelId },
    })
    return ticket
  })
}
