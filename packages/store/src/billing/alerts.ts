/** Billing alerts of an organization, and what each was sent for. */
import type { BillingAlertKind } from '@kept/domain/billing/alert-kinds.ts'
import { KeptError } from '@kept/domain/errors.ts'
import type { ScopedTransaction } from '../database/connect.ts'
import { addNotification, type NewNotification } from '../notifications/add.ts'

export interface BillingAlertRow {
  id: string
  name: string
  kind: BillingAlertKind
  /** Null for due dates. */
  currency: string | null
  /** Minor units; for due dates a number of days. */
  threshold: bigint
  enabled: boolean
  createdBy: string
  createdAt: Date
  /** Newest first. */
  crossings: { title: string; crossed_at: Date }[]
}

const maxAlerts = 100

/** By name. */
export async function listBillingAlerts(tx: ScopedTransaction): Promise<BillingAlertRow[]> {
  const alerts = await tx.selectFrom('billing_alert').selectAll().orderBy('name').orderBy('id').execute()
  const crossings = await tx
    .selectFrom('billing_alert_crossing')
    .select(['alert_id', 'title', 'crossed_at'])
    .orderBy('crossed_at', 'desc')
    .orderBy('subject')
    .execute()
  return alerts.map((row) => ({
    ...{ id: row.id, name: row.name, kind: row.kind, currency: row.currency, threshold: BigInt(row.threshold) },
    ...{ enabled: row.enabled, createdBy: row.created_by, createdAt: row.created_at },
    crossings: crossings
      .filter(({ alert_id }) => alert_id === row.id)
      .map(({ title, crossed_at }) => ({ title, crossed_at })),
  }))
}

type AlertValues = Pick<BillingAlertRow, 'name' | 'kind' | 'currency' | 'threshold' | 'enabled'>

/** Returns its id. Throws conflict at the limit. */
export async function addBillingAlert(
  tx: ScopedTransaction,
  values: AlertValues,
  { createdBy, now }: { createdBy: string; now: Date },
): Promise<string> {
  const { count } = await tx
    .selectFrom('billing_alert')
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow()
  if (Number(count) >= maxAlerts)
    throw new KeptError('conflict', `There may be ${maxAlerts} billing alerts; delete one.`)
  const { id } = await tx
    .insertInto('billing_alert')
    .values({ organization_id: tx.scopedTo, ...values, created_by: createdBy, created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** A new limit can be reached again, so what it was sent for is forgotten. */
export async function changeBillingAlert(
  tx: ScopedTransaction,
  { id, ...values }: AlertValues & { id: string },
  { isNewLimit }: { isNewLimit: boolean },
): Promise<void> {
  await tx.updateTable('billing_alert').set(values).where('id', '=', id).execute()
  if (isNewLimit) await tx.deleteFrom('billing_alert_crossing').where('alert_id', '=', id).execute()
}

/** False when there is none. */
export async function removeBillingAlert(tx: ScopedTransaction, id: string): Promise<boolean> {
  const { numDeletedRows } = await tx.deleteFrom('billing_alert').where('id', '=', id).executeTakeFirst()
  return numDeletedRows > 0n
}

export interface BillingCrossing {
  subject: string
  notification: NewNotification
}

/** Notifies once for each subject; returns how many were new. An alert that is gone notifies no one. */
export async function noteBillingCrossings(
  tx: ScopedTransaction,
  alertId: string,
  crossings: readonly BillingCrossing[],
  now: Date,
): Promise<number> {
  const alert = await tx
    .selectFrom('billing_alert')
    .select('id')
    .where('id', '=', alertId)
    .forUpdate()
    .executeTakeFirst()
  if (!alert || crossings.length === 0) return 0
  const rows = crossings.map(({ subject, notification }) => ({
    ...{ organization_id: tx.scopedTo, alert_id: alertId, subject, title: notification.title, crossed_at: now },
  }))
  const added = await tx
    .insertInto('billing_alert_crossing')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .returning('subject')
    .execute()
  const subjects = new Set(added.map(({ subject }) => subject))
  for (const { subject, notification } of crossings)
    if (subjects.has(subject)) await addNotification(tx, { organizationId: tx.scopedTo }, notification)
  return subjects.size
}

/** A balance that recovered can fall again. */
export async function forgetBillingCrossing(tx: ScopedTransaction, alertId: string, subject: string): Promise<void> {
  await tx.deleteFrom('billing_alert_crossing').where('alert_id', '=', alertId).where('subject', '=', subject).execute()
}
