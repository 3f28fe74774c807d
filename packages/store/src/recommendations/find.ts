import { KeptError } from '@kept/domain/errors.ts'
import type { ScopedTransaction } from '../database/connect.ts'
import type { RecommendationRow } from './row.ts'

/** One recommendation, locked until the transaction ends; `not_found` for another organization's. */
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
