/** The recorded security score of each day of an organization. */
import type { ScopedTransaction } from '../database/connect.ts'

interface RecordedScore {
  /** YYYY-MM-DD in UTC. */
  day: string
  score: number
  earned: number
  possible: number
}

/** The last score of a day counts: an earlier one of the same day is replaced. */
export async function recordScore(tx: ScopedTransaction, score: RecordedScore, at: Date): Promise<void> {
  const { day, ...values } = score
  await tx
    .insertInto('security_score')
    .values({ organization_id: tx.scopedTo, day, ...values, recorded_at: at })
    .onConflict((conflict) => conflict.columns(['organization_id', 'day']).doUpdateSet({ ...values, recorded_at: at }))
    .execute()
}

/** From a day on, the oldest first. Days on which none was recorded are missing. */
export function listScores(tx: ScopedTransaction, from: string): Promise<RecordedScore[]> {
  return tx
    .selectFrom('security_score')
    .select(['day', 'score', 'earned', 'possible'])
    .where('organization_id', '=', tx.scopedTo)
    .where('day', '>=', from)
    .orderBy('day')
    .execute()
}
