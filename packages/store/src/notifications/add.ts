import type { Scope } from '@kept/domain/scope.ts'
import { addAlertEvents, type NewAlert } from '../alerts/add-events.ts'
import type { ScopedTransaction } from '../database/connect.ts'

export interface NewNotification {
  kind:
    | 'import_done'
    | 'import_failed'
    | 'recommendations'
    | 'rejected_rows'
    | 'anomaly'
    | 'budget'
    | 'loop'
    | 'savings_regression'
  title: string
  body: string
  /** The path it links to: "/savings". */
  href: string
  /** Notifications of one incident form one thread on every channel; undefined for a thread of its own. */
  thread?: string
  /** What alert rules filter by. Default: the notification's own text. */
  alerts?: readonly NewAlert[]
}

/** Notifies the organization's users, in the transaction of the reported change: exactly once. */
export async function addNotification(
  tx: ScopedTransaction,
  scope: Scope,
  { alerts = [], ...notification }: NewNotification,
): Promise<void> {
  await tx
    .insertInto('notification')
    .values({ organization_id: scope.organizationId, ...notification })
    .execute()
  const { title, body, href, thread = '' } = notification
  await addAlertEvents(
    tx,
    scope,
    alerts.map((alert) => ({ title, body, href, thread, ...alert })),
  )
}
