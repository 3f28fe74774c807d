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
  /** Where it leads inside the application: "/savings". */
  href: string
  /** What belongs to one incident is one message on every channel; left out, it stands alone. */
  thread?: string
  /** What of it the alert rules look at; in the words of the news itself where it has none of its own. */
  alerts?: readonly NewAlert[]
}

/** Tells the organization's people something, in the transaction of the thing it tells about: exactly once. */
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
