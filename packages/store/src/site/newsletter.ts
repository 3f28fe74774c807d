/** Newsletter subscriptions with double opt-in. An address is stored once. */
import type { Database } from '../database/connect.ts'

interface Subscriber {
  id: string
  email: string
  status: 'asked' | 'confirmed' | 'left'
}

/**
 * Records a subscription request for this address. A confirmed address stays confirmed; a new request invalidates the
 * link of the previous one.
 */
export async function requestSubscription(
  { shared }: Database,
  { email, confirmHash, now }: { email: string; confirmHash: string; now: Date },
): Promise<Subscriber> {
  return shared
    .insertInto('newsletter_subscriber')
    .values({ email, status: 'asked', confirm_hash: confirmHash, requested_at: now })
    .onConflict((conflict) =>
      conflict.column('email').doUpdateSet((set) => ({
        status: set
          .case()
          .when('newsletter_subscriber.status', '=', 'confirmed')
          .then<Subscriber['status']>('confirmed')
          .else<Subscriber['status']>('asked')
          .end(),
        confirm_hash: set
          .case()
          .when('newsletter_subscriber.status', '=', 'confirmed')
          .then(set.ref('newsletter_subscriber.confirm_hash'))
          .else(confirmHash)
          .end(),
        requested_at: now,
      })),
    )
    .returning(['id', 'email', 'status'])
    .executeTakeFirstOrThrow()
}

/** Undefined when no request after `since` has this link. */
export async function confirmSubscription(
  { shared }: Database,
  { confirmHash, requestedAfter, now }: { confirmHash: string; requestedAfter: Date; now: Date },
): Promise<Subscriber | undefined> {
  return shared
    .updateTable('newsletter_subscriber')
    .set({ status: 'confirmed', confirm_hash: null, confirmed_at: now, unsubscribed_at: null })
    .where('confirm_hash', '=', confirmHash)
    .where('status', '=', 'asked')
    .where('requested_at', '>', requestedAfter)
    .returning(['id', 'email', 'status'])
    .executeTakeFirst()
}

/** Idempotent. Undefined when no subscription has that number. */
export async function endSubscription({ shared }: Database, id: string, now: Date): Promise<Subscriber | undefined> {
  return shared
    .updateTable('newsletter_subscriber')
    .set((set) => ({
      status: 'left',
      confirm_hash: null,
      unsubscribed_at: set.fn.coalesce('unsubscribed_at', set.val(now)),
    }))
    .where('id', '=', id)
    .returning(['id', 'email', 'status'])
    .executeTakeFirst()
}

/** Confirmed, active subscriptions, oldest first. */
export async function listSubscribers({
  shared,
}: Database): Promise<{ id: string; email: string; confirmed_at: Date }[]> {
  const rows = await shared
    .selectFrom('newsletter_subscriber')
    .select(['id', 'email', 'confirmed_at'])
    .where('status', '=', 'confirmed')
    .orderBy('confirmed_at')
    .orderBy('id')
    .execute()
  return rows.flatMap(({ confirmed_at, ...row }) => (confirmed_at ? [{ ...row, confirmed_at }] : []))
}

/** Deletes unconfirmed requests and ended subscriptions from before `before`. */
export async function sweepSubscribers({ shared }: Database, before: Date): Promise<number> {
  const { numDeletedRows } = await shared
    .deleteFrom('newsletter_subscriber')
    .where((or) =>
      or.or([
        or.and([or('status', '=', 'asked'), or('requested_at', '<', before)]),
        or.and([or('status', '=', 'left'), or('unsubscribed_at', '<', before)]),
      ]),
    )
    .executeTakeFirst()
  return Number(numDeletedRows)
}
