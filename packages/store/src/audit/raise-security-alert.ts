/** Security alerts: audit events that open screens show at once, and that alert rules send to mail and channels. */
import type { AuditEvent } from '@kept/domain/audit.ts'
import type { Permission } from '@kept/domain/permission.ts'
import { securityAlertOf } from '@kept/domain/security-alerts.ts'
import { addAlertEvents } from '../alerts/add-events.ts'
import type { ScopedTransaction } from '../database/connect.ts'
import { publish } from '../live/publish.ts'

type RecordedEvent = Pick<AuditEvent, 'id' | 'action' | 'summary' | 'actor_id' | 'actor_name' | 'resource_id'>

/** As long as titles of other alerts. */
const MAX_TITLE = 200

/** `gained`: the permissions that someone has now and did not have before. */
export async function raiseSecurityAlert(
  tx: ScopedTransaction,
  event: RecordedEvent,
  gained: readonly Permission[],
): Promise<void> {
  const alert = securityAlertOf(event.action)
  if (!alert || (alert.needsGain && gained.length === 0)) return
  const scope = { organizationId: tx.scopedTo }
  const { action, summary } = event
  await publish(tx, scope, { channel: 'security', payload: { action, title: summary, summary } })
  const subject = alert.isOneIncident ? '' : (event.resource_id ?? event.actor_id ?? '')
  await addAlertEvents(tx, scope, [
    {
      kind: 'security',
      // Repetitions of the same are one incident.
      thread: `security:${action}:${subject}`,
      severity: alert.severity,
      amount: null,
      currency: null,
      labels: { rule: [action] },
      title: summary.replace(/\.$/, '').slice(0, MAX_TITLE).toWellFormed(),
      body: bodyOf(event, gained, alert.advice),
      href: `/security?tab=audit&event=${event.id}`,
    },
  ])
}

/** Without the address, which is erased from the audit log with its user and would stay here; the link shows it. */
function bodyOf({ actor_name }: RecordedEvent, gained: readonly Permission[], advice: string): string {
  return [gained.length > 0 ? `New permissions: ${gained.join(', ')}.` : '', `By ${actor_name}.`, advice]
    .filter(Boolean)
    .join(' ')
}
