/** After a judgement: every finding goes where the data leads it, and the steps of those somebody works on are told. */
import { type FindingState, stepOfData } from '@kept/domain/finding-life.ts'
import type { Scope } from '@kept/domain/scope.ts'
import type { ScopedTransaction } from '../database/connect.ts'
import { type RememberedStep, rememberStep } from './move.ts'
import type { FindingRow } from './row.ts'

export type StandingRow = Pick<
  FindingRow,
  | 'id'
  | 'fingerprint'
  | 'status'
  | 'dismissed_reason'
  | 'dismissed_until'
  | 'done_at'
  | 'done_by'
  | 'verified_at'
  | 'last_absent_at'
>

interface Judgement {
  seen: ReadonlySet<string>
  judgedAt: Date
  /** Without a bill nothing can be told of what is being worked on: it stays where it stands. */
  hasBill: boolean
}

const quiet = new Set(['open', 'gone', 'dismissed'])
const batch = 5_000

/** Returns how many are gone now that were not before, and which came back after they were done. */
export async function stepOnward(
  tx: ScopedTransaction,
  scope: Scope,
  before: readonly StandingRow[],
  { seen, judgedAt, hasBill }: Judgement,
): Promise<{ gone: number; regressed: string[] }> {
  const changed = new Map<string, { ids: string[]; to: FindingState; row: StandingRow }>()
  const steps: RememberedStep[] = []
  let gone = 0
  const regressed: string[] = []
  for (const row of before) {
    if (!hasBill && !quiet.has(row.status)) continue
    const from = stateOf(row)
    const to = stepOfData(from, seen.has(row.fingerprint), judgedAt.toISOString())
    if (to.status === from.status && to.absentSince === from.absentSince) continue
    if (to.status === 'gone' && from.status !== 'gone') gone += 1
    if (to.status === 'regressed' && from.status !== 'regressed') regressed.push(row.id)
    const key = JSON.stringify([from.status, to, row.done_by, row.verified_at])
    const group = changed.get(key)
    if (group) group.ids.push(row.id)
    else changed.set(key, { ids: [row.id], to, row })
    if (to.status !== from.status && !(quiet.has(from.status) && quiet.has(to.status))) {
      steps.push({ findingId: row.id, before: from.status, after: to.status, by: 'Kept', note: '', at: judgedAt })
    }
  }
  for (const { ids, to, row } of changed.values()) {
    for (let at = 0; at < ids.length; at += batch) {
      await tx
        .updateTable('finding')
        .set({
          status: to.status,
          dismissed_reason: to.dismissedReason,
          dismissed_until: to.dismissedUntil,
          done_at: to.doneAt,
          done_by: to.status === 'verifying' && row.status !== 'done' ? 'data' : row.done_by,
          verified_at: to.status === 'verified' ? (row.verified_at ?? judgedAt) : null,
          last_absent_at: to.absentSince,
        })
        .where('id', 'in', ids.slice(at, at + batch))
        .execute()
    }
  }
  await rememberStep(tx, scope, ...steps)
  return { gone, regressed }
}

function stateOf(row: StandingRow): FindingState {
  return {
    status: row.status,
    dismissedReason: row.dismissed_reason,
    dismissedUntil: row.dismissed_until,
    doneAt: row.done_at?.toISOString() ?? null,
    absentSince: row.last_absent_at?.toISOString() ?? null,
  }
}
