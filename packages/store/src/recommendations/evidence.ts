/** How current the evidence of a recommendation is: a deletion days after the decision needs new evidence. */
import type { ScopedTransaction } from '../database/connect.ts'
import { findRecommendation } from './find.ts'

interface RecommendationEvidence {
  /** When an evaluation last detected the waste. */
  seenAt: Date
  /** When its rule was last evaluated, with any result; null for never. */
  evaluatedAt: Date | null
  /** When an inventory last listed the resource; null for never. */
  observedAt: Date | null
}

export async function readEvidence(tx: ScopedTransaction, id: string): Promise<RecommendationEvidence> {
  const { rule, resource_id, last_seen_at } = await findRecommendation(tx, id)
  const evaluation = await tx
    .selectFrom('rule_evaluation')
    .select((eb) => eb.fn.max('evaluated_at').as('evaluated_at'))
    .where('rule', '=', rule)
    .executeTakeFirst()
  const resource = await tx
    .selectFrom('resource')
    .select((eb) => eb.fn.max('observed_at').as('observed_at'))
    .where('resource_id', '=', resource_id)
    .executeTakeFirst()
  return {
    seenAt: last_seen_at,
    evaluatedAt: evaluation?.evaluated_at ?? null,
    observedAt: resource?.observed_at ?? null,
  }
}
