/** Decisions of users: a decision changes which of several recommendations on one resource counts its money. */
import type { Scope } from '@kept/domain/scope.ts'
import { utcDay } from '@kept/foundation/calendar/instant.ts'
import type { Database, ScopedTransaction } from '../database/connect.ts'

/** Fingerprints; an expired dismissal no longer counts. */
export interface RecommendationDecisions {
  dismissed: ReadonlySet<string>
  accepted: ReadonlySet<string>
}

export function readDecisions(database: Database, scope: Scope, now: Date): Promise<RecommendationDecisions> {
  return database.scoped(scope, (tx) => readDecisionsIn(tx, now))
}

/** Whether people have decided nothing else since `decisions` were read. */
export async function decisionsStand(
  tx: ScopedTransaction,
  { dismissed, accepted }: RecommendationDecisions,
  now: Date,
): Promise<boolean> {
  const current = await readDecisionsIn(tx, now)
  return isSameSet(current.dismissed, dismissed) && isSameSet(current.accepted, accepted)
}

async function readDecisionsIn(tx: ScopedTransaction, now: Date): Promise<RecommendationDecisions> {
  const today = utcDay(now)
  const rows = await tx
    .selectFrom('recommendation')
    .select(['fingerprint', 'status', 'dismissed_until'])
    .where('status', 'in', ['dismissed', 'snoozed', 'accepted', 'done', 'regressed'])
    .execute()
  const isHeldBack = (status: string) => status === 'dismissed' || status === 'snoozed'
  const isDismissed = ({ status, dismissed_until: until }: (typeof rows)[number]) =>
    isHeldBack(status) && (until === null || until > today)
  return {
    dismissed: new Set(rows.filter(isDismissed).map(({ fingerprint }) => fingerprint)),
    accepted: new Set(rows.filter(({ status }) => !isHeldBack(status)).map(({ fingerprint }) => fingerprint)),
  }
}

function isSameSet(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  return a.size === b.size && [...a].every((member) => b.has(member))
}
