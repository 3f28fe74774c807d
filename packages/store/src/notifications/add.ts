import type { Permission } from '@kept/domain/permission.ts'
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
    | 'incident_action'
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

/** Shown only to those who may read what they are about, so that what is published to everyone has no text. */
const restrictedKinds: ReadonlyMap<NewNotification['kind'], Permission> = new Map([
  ['invoice_drafted', 'billing:read'],
  ['invoice_issued', 'billing:read'],
  ['credit_note_issued', 'billing:read'],
  ['invoice_due', 'billing:read'],
  ['invoice_paid', 'billing:read'],
  ['payment_failed', 'billing:read'],
  ['billing_alert', 'billing:read'],
  ['incident_action', 'security:read'],
])

/** The kinds of notifications that someone with these permissions may not read. */
export function kindsHiddenFrom(permissions: readonly Permission[]): NewNotification['kind'][] {
  return [...restrictedKinds].flatMap(([kind, needed]) => (permissions.includes(needed) ? [] : kind))
}

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
    payload: restrictedKinds.has(kind) ? { kind } : { kind, title, body, href },
  })
  await addAlertEvents(
    tx,
    scope,
    alerts.map((alert) => ({ title, body, href, thread, ...alert })),
  )
}
