import type { SubscriptionAnswer } from '@kept/contract/routes/billing/shapes.ts'
import { endAfterNotice, statusOf } from '@kept/domain/billing/subscription.ts'
import { badInput, KeptError } from '@kept/domain/errors.ts'
import { utcDay } from '@kept/foundation/calendar/instant.ts'
import { lockBilling } from '@kept/store/billing/lock.ts'
import { readSubscription, type SubscriptionRow, writeSubscription } from '@kept/store/billing/subscriptions.ts'
import type { ScopedTransaction } from '@kept/store/database/connect.ts'

export async function describeSubscription(tx: ScopedTransaction, now: Date): Promise<SubscriptionAnswer> {
  return describe(await readSubscription(tx), now)
}

/** Gives notice. Throws conflict when notice was given before. */
export async function cancelSubscription(
  tx: ScopedTransaction,
  { reason, now }: { reason: string; now: Date },
): Promise<SubscriptionAnswer> {
  await lockBilling(tx)
  const row = await readSubscription(tx)
  if (row.endsOn !== null) throw new KeptError('conflict', `Notice was given before: service ends on ${row.endsOn}.`)
  const endsOn = endAfterNotice(utcDay(now.getTime()), row.noticeDays)
  const canceled = { ...row, canceledAt: now, endsOn, cancelReason: reason }
  await writeSubscription(tx, canceled, now)
  return describe(canceled, now)
}

/** Sets the last day of service, or none. The same request twice leaves the same state. */
export async function changeSubscription(
  tx: ScopedTransaction,
  { endsOn, reason, now }: { endsOn: string | null; reason: string; now: Date },
): Promise<SubscriptionAnswer> {
  await lockBilling(tx)
  const row = await readSubscription(tx)
  const today = utcDay(now.getTime())
  if (statusOf(row.endsOn, today) === 'ended')
    throw new KeptError('conflict', `The subscription ended on ${row.endsOn}. Contact the operator to start again.`)
  const earliest = endAfterNotice(today, row.noticeDays)
  if (endsOn !== null && endsOn !== row.endsOn && endsOn < earliest)
    throw badInput(`ends_on must be ${earliest} or later: the notice period is ${row.noticeDays} days.`)
  const changed =
    endsOn === null
      ? { ...row, canceledAt: null, endsOn, cancelReason: '' }
      : { ...row, canceledAt: row.canceledAt ?? now, endsOn, cancelReason: reason || row.cancelReason }
  await writeSubscription(tx, changed, now)
  return describe(changed, now)
}

/** Takes notice back, or starts again after the end. */
export async function resumeSubscription(tx: ScopedTransaction, now: Date): Promise<SubscriptionAnswer> {
  await lockBilling(tx)
  const row = await readSubscription(tx)
  const today = utcDay(now.getTime())
  if (row.endsOn === null) throw new KeptError('conflict', 'The subscription is active.')
  if (statusOf(row.endsOn, today) === 'ended')
    throw new KeptError('conflict', `The subscription ended on ${row.endsOn}. Contact the operator to start again.`)
  const resumed = { ...row, canceledAt: null, endsOn: null, cancelReason: '' }
  await writeSubscription(tx, resumed, now)
  return describe(resumed, now)
}

function describe(row: SubscriptionRow, now: Date): SubscriptionAnswer {
  const today = utcDay(now.getTime())
  return {
    ...{ plan: row.plan, status: statusOf(row.endsOn, today), started_on: row.startedOn, notice_days: row.noticeDays },
    ...{ canceled_at: row.canceledAt?.toISOString() ?? null, ends_on: row.endsOn },
    ...{ ends_on_if_canceled: endAfterNotice(today, row.noticeDays), cancel_reason: row.cancelReason },
  }
}
