/** Sends the emails about invoices that wait, one mail to each recipient. */
import { messageOf } from '@kept/foundation/thrown.ts'
import { listWaitingEmails, saveNotSent, saveSent } from '@kept/store/billing/email-outbox.ts'
import { listOrganizationsWithEmails } from '@kept/store/billing/rail-across-customers.ts'
import type { Services } from '../../platform/context.ts'

const emailsAtOnce = 100

export async function sendWaitingEmails(
  { state, mail, log, now }: Pick<Services, 'state' | 'mail' | 'log' | 'now'>,
  signal?: AbortSignal,
): Promise<void> {
  const { database } = state
  for (const organizationId of await listOrganizationsWithEmails(database)) {
    const scope = { organizationId }
    for (const email of await database.scoped(scope, (tx) => listWaitingEmails(tx, emailsAtOnce))) {
      signal?.throwIfAborted()
      const { id, recipients, subject, body } = email
      try {
        for (const to of recipients) await mail.send({ to, subject, text: body })
        await database.scoped(scope, (tx) => saveSent(tx, id, now()))
        log.info(
          { event: 'billing.email_sent', organization_id: organizationId, email_id: id, kind: email.kind },
          'sent an email about an invoice',
        )
      } catch (error) {
        const reason = messageOf(error)
        log.warn(
          { event: 'billing.email_failed', organization_id: organizationId, email_id: id, reason },
          'could not send an email about an invoice',
        )
        await database.scoped(scope, (tx) => saveNotSent(tx, id, reason.slice(0, 500)))
      }
    }
  }
}
