import { KeptError } from '@kept/domain/errors.ts'
import type { ScopedTransaction } from '../database/connect.ts'
import type { RecommendationRow } from './row.ts'

/** One recommendation, held until the transaction ends; a foreign one is not there. */
export async function findRecommendation(tx: ScopedTransaction, id: string): Promise<RecommendationRow> {
  const recommendation = await tx
    .selectFrom('recommendation')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!recommendation) throw new KeptError('not_found', 'Recommendation not found.')
  return recommendation
}
