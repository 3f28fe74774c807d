import type { Scope } from '@kept/domain/scope.ts'
import { addAlertEvents, type NewAlert } from '../alerts/add-events.ts'
import type { ScopedTransaction } from '../database/connect.ts'
import { currentDemoVisit } from '../database/demo-visit.ts'
import { publish } from '../live/publish.ts'

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
    | 'invoice_drafted'
    | 'invoice_issued'
    | 'credit_note_issued'
    | 'invoice_due'
    | 'invoice_paid'
    | 'payment_failed'
    | 'billing_alert'
    | 'organization_deletion'
    | 'approval'
    | 'autopilot'
    | 'data_retention'
    | 'access_review'
  title: string
  body: string
  /** The path it links to: "/savings". */
  href: string
  /** Notifications of one incident form one thread on every channel; undefined for a thread of its own. */
  thread?: string
  /** What alert rules filter by. Default: the notification's own text. */
  alerts?: readonly NewAlert[]
}

/** These reach open screens as alerts, the others as updates. */
const alertKinds: ReadonlySet<NewNotification['kind']> = new Set([
  'anomaly',
  'budget',
  'loop',
  'import_failed',
  'savings_regression',
  'approval',
  'autopilot',
])

/** About invoices: shown only to those who may see billing, so that what is published to everyone has no text. */
export const billingNotificationKinds = [
  ...(['invoice_drafted', 'invoice_issued', 'credit_note_issued', 'invoice_due', 'invoice_paid'] as const),
  ...(['payment_failed', 'billing_alert'] as const),
] satisfies NewNotification['kind'][]

/** Notifies the organization's users, in the transaction of the reported change: exactly once. */
export async function addNotification(
  tx: ScopedTransaction,
  scope: Scope,
  { alerts = [], ...notification }: NewNotification,
): Promise<void> {
  // Others would read what a visitor of the demo did, and alert rules would send it.
  if (currentDemoVisit() !== undefined) return
  const { kind, title, body, href, thread = '' } = notification
  await tx
    .insertInto('notification')
    .values({ organization_id: scope.organizationId, ...notification })
    .execute()
  await publish(tx, scope, {
    channel: alertKinds.has(kind) ? 'alerts' : 'metrics',
    payload: billingNotificationKinds.some((name) => name === kind) ? { kind } : { kind, title, body, href },
  })
  await addAlertEvents(
    tx,
    scope,
    alerts.map((alert) => ({ title, body, href, thread, ...alert })),
  )
}
