import { type Anomaly, scopeKey } from '@kept/domain/anomaly.ts'
import { KeptError } from '@kept/domain/errors.ts'
import type { Scope } from '@kept/domain/scope.ts'
import type { Database, ScopedTransaction } from '../database/connect.ts'
import { currentDemoVisit } from '../database/demo-visit.ts'
import { publish } from '../live/publish.ts'
import { toAnomaly } from './row.ts'

export interface Sensitivity {
  deviations: number
  share: number
}

/**
 * Stores an answer and changes the scope's sensitivity accordingly, in one transaction. The step comes from the engine;
 * the same answer given twice changes the sensitivity once.
 */
export async function answerAnomaly(
  database: Database,
  scope: Scope,
  id: string,
  answer: { feedback: NonNullable<Anomaly['feedback']>; note: string; actorName: string; now: Date },
  step: (current: Sensitivity | null) => Sensitivity,
): Promise<Anomaly> {
  return database.scoped(scope, async (tx) => {
    const row = await tx.selectFrom('anomaly').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
    if (!row) throw new KeptError('not_found', 'Anomaly not found.')
    if (row.feedback !== answer.feedback) {
      await moveSensitivity(tx, scope, scopeKey(row.currency, row.scope), step)
    }
    const saved = await tx
      .updateTable('anomaly')
      .set({
        feedback: answer.feedback,
        feedback_note: answer.note,
        feedback_by: answer.actorName,
        feedback_at: answer.now,
      })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow()
    await publish(tx, scope, {
      channel: 'metrics',
      payload: { kind: 'anomaly_changed', id, feedback: answer.feedback },
    })
    return toAnomaly(saved)
  })
}

/** Counts one more answer about this scope. */
export async function moveSensitivity(
  tx: ScopedTransaction,
  scope: Scope,
  key: string,
  step: (current: Sensitivity | null) => Sensitivity,
): Promise<void> {
  // Answers of demo visitors must not change what is detected.
  if (currentDemoVisit() !== undefined) return
  const current = await tx
    .selectFrom('anomaly_sensitivity')
    .select(['deviations', 'share'])
    .where('scope', '=', key)
    .executeTakeFirst()
  const next = step(current ?? null)
  await tx
    .insertInto('anomaly_sensitivity')
    .values({ organization_id: scope.organizationId, scope: key, ...next })
    .onConflict((conflict) => conflict.columns(['organization_id', 'scope']).doUpdateSet(next))
    .execute()
}

/** The sensitivity of each scope that has feedback, by scope key. */
export async function readSensitivities(database: Database, scope: Scope): Promise<Map<string, Sensitivity>> {
  const rows = await database.scoped(scope, (tx) => tx.selectFrom('anomaly_sensitivity').selectAll().execute())
  return new Map(rows.map(({ scope: key, deviations, share }) => [key, { deviations, share }]))
}
