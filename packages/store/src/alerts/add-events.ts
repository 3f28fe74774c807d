import type { NewAlertEvent } from '@kept/domain/alert.ts'
import type { Scope } from '@kept/domain/scope.ts'
import type { ScopedTransaction } from '../database/connect.ts'

type OwnWords = 'title' | 'body' | 'href' | 'thread'
/** An event beside a piece of news; words it does not have are the news's. */
export type NewAlert = Omit<NewAlertEvent, OwnWords> & Partial<Pick<NewAlertEvent, OwnWords>>

/** How many rows one statement writes. */
const batch = 1_000

/** Leaves events for the alert rules, in the transaction of the thing they tell about: exactly once. */
export async function addAlertEvents(
  tx: ScopedTransaction,
  scope: Scope,
  events: readonly NewAlertEvent[],
): Promise<void> {
  for (let at = 0; at < events.length; at += batch) {
    await tx
      .insertInto('alert_event')
      .values(
        events.slice(at, at + batch).map(({ labels, ...event }) => ({
          organization_id: scope.organizationId,
          ...event,
          labels: JSON.stringify(labels),
        })),
      )
      .execute()
  }
}
