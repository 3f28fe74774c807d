/** Updates the status of every recommendation after an evaluation, and notifies about changes of accepted ones. */
import { type RecommendationState, stepOfData } from '@kept/domain/recommendation-life.ts'
import type { Scope } from '@kept/domain/scope.ts'
import type { ScopedTransaction } from '../database/connect.ts'
import { type RememberedStep, rememberStep } from './move.ts'
import type { RecommendationRow } from './row.ts'

type ReopenableRow = Pick<
  RecommendationRow,
  | 'id'
  | 'fingerprint'
  | 'status'
  | 'dismissed_reason'
  | 'dismissed_until'
  | 'completed_at'
  | 'completed_by'
  | 'verified_at'
  | 'last_absent_at'
>

interface EvaluatedState {
  seenFingerprints: ReadonlySet<string>
  evaluatedAt: Date
  /** Without a bill there is no evidence about accepted recommendations: their status stays. */
  hasBill: boolean
}

const quiet = new Set(['open', 'gone', 'dismissed', 'snoozed'])
const batch = 5_000

/** Returns how many were resolved, and which were reopened after they were done. */
export async function transitionRecommendations(
  tx: ScopedTransaction,
  scope: Scope,
  before: readonly ReopenableRow[],
  { seenFingerprints, evaluatedAt, hasBill }: EvaluatedState,
): Promise<{ gone: number; regressed: string[] }> {
  const changed = new Map<string, { ids: string[]; to: RecommendationState; row: ReopenableRow }>()
  const steps: RememberedStep[] = []
  let gone = 0
  const regressed: string[] = []
  for (const row of before) {
    if (!hasBill && !quiet.has(row.status)) continue
    const from = stateOf(row)
    const to = stepOfData(from, seenFingerprints.has(row.fingerprint), evaluatedAt.toISOString())
    if (to.status === from.status && to.absentSince === from.absentSince) continue
    if (to.status === 'gone' && from.status !== 'gone') gone += 1
    if (to.status === 'regressed' && from.status !== 'regressed') regressed.push(row.id)
    const key = JSON.stringify([from.status, to, row.completed_by, row.verified_at])
    const group = changed.get(key)
    if (group) group.ids.push(row.id)
    else changed.set(key, { ids: [row.id], to, row })
    if (to.status !== from.status && !(quiet.has(from.status) && quiet.has(to.status))) {
      steps.push({
        recommendationId: row.id,
        before: from.status,
        after: to.status,
        actorName: 'Kept',
        note: '',
        at: evaluatedAt,
      })
    }
  }
  for (const { ids, to, row } of changed.values()) {
    for (let offset = 0; offset < ids.length; offset += batch) {
      await tx
        .updateTable('recommendation')
        .set({
          status: to.status,
          dismissed_reason: to.dismissedReason,
          dismissed_until: to.dismissedUntil,
          completed_at: to.doneAt,
          completed_by: to.status === 'verifying' && row.status !== 'done' ? 'data' : row.completed_by,
          verified_at: to.status === 'verified' ? (row.verified_at ?? evaluatedAt) : null,
          last_absent_at: to.absentSince,
        })
        .where('id', 'in', ids.slice(offset, offset + batch))
        .execute()
    }
  }
  await rememberStep(tx, scope, ...steps)
  return { gone, regressed }
}

function stateOf(row: ReopenableRow): RecommendationState {
  return {
    status: row.status,
    dismissedReason: row.dismissed_reason,
    dismissedUntil: row.dismissed_until,
    doneAt: row.completed_at?.toISOString() ?? null,
    absentSince: row.last_absent_at?.toISOString() ?? null,
  }
}
