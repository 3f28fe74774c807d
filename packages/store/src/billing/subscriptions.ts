/** The organization's plan. */
import { NOTICE_DAYS } from '@kept/domain/billing/subscription.ts'
import { utcDay } from '@kept/foundation/calendar/instant.ts'
import type { ScopedTransaction } from '../database/connect.ts'

export interface SubscriptionRow {
  plan: 'performance'
  startedOn: string
  noticeDays: number
  canceledAt: Date | null
  endsOn: string | null
  cancelReason: string
}

/** Every organization is on the one plan from the day it was created. */
export async function readSubscription(tx: ScopedTransaction): Promise<SubscriptionRow> {
  const row = await tx.selectFrom('billing_subscription').selectAll().executeTakeFirst()
  if (row)
    return {
      ...{ plan: row.plan, startedOn: row.started_on, noticeDays: row.notice_days, canceledAt: row.canceled_at },
      ...{ endsOn: row.ends_on, cancelReason: row.cancel_reason },
    }
  const { created_at } = await tx
    .selectFrom('organization')
    .select('created_at')
    .where('id', '=', tx.scopedTo)
    .executeTakeFirstOrThrow()
  return {
    ...{ plan: 'performance', startedOn: utcDay(created_at.getTime()), noticeDays: NOTICE_DAYS },
    ...{ canceledAt: null, endsOn: null, cancelReason: '' },
  }
}

export async function writeSubscription(tx: ScopedTransaction, row: SubscriptionRow, now: Date): Promise<void> {
  const values = {
    ...{ plan: row.plan, started_on: row.startedOn, notice_days: row.noticeDays, canceled_at: row.canceledAt },
    ...{ ends_on: row.endsOn, cancel_reason: row.cancelReason, updated_at: now },
  }
  await tx
    .insertInto('billing_subscription')
    .values({ organization_id: tx.scopedTo, ...values })
    .onConflict((conflict) => conflict.column('organization_id').doUpdateSet(values))
    .execute()
}
