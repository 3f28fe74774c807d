/** What people wrote under a recommendation. */
import { KeptError } from '@kept/domain/errors.ts'
import type { RecommendationComment } from '@kept/domain/recommendation.ts'
import type { Scope } from '@kept/domain/scope.ts'
import type { Selectable } from 'kysely'
import type { Database } from '../database/connect.ts'
import type { Schema } from '../database/schema.ts'
import { findRecommendation } from './find.ts'

/** The oldest first. `reader` is the caller's ID: the author of comments that may be deleted. */
export async function listComments(
  database: Database,
  scope: Scope,
  id: string,
  reader: string,
): Promise<RecommendationComment[]> {
  const rows = await database.scoped(scope, async (tx) => {
    // Without a lock: reading must not wait for the rules, which write all recommendations.
    const exists = await tx.selectFrom('recommendation').select('id').where('id', '=', id).executeTakeFirst()
    if (!exists) throw new KeptError('not_found', 'Recommendation not found.')
    return tx
      .selectFrom('recommendation_comment')
      .selectAll()
      .where('recommendation_id', '=', id)
      .orderBy('created_at')
      .orderBy('id')
      .execute()
  })
  return rows.map((row) => toComment(row, reader))
}

export async function addComment(
  database: Database,
  scope: Scope,
  comment: { recommendationId: string; author: string; authorName: string; body: string; now: Date },
): Promise<RecommendationComment> {
  return database.scoped(scope, async (tx) => {
    await findRecommendation(tx, comment.recommendationId)
    const row = await tx
      .insertInto('recommendation_comment')
      .values({
        organization_id: tx.scopedTo,
        recommendation_id: comment.recommendationId,
        author: comment.author,
        author_name: comment.authorName,
        body: comment.body,
        created_at: comment.now,
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    return toComment(row, comment.author)
  })
}

/** Deletes a comment of `author`; `not_found` for another's. */
export async function deleteComment(database: Database, scope: Scope, id: string, author: string): Promise<void> {
  const { numDeletedRows: deleted } = await database.scoped(scope, (tx) =>
    tx.deleteFrom('recommendation_comment').where('id', '=', id).where('author', '=', author).executeTakeFirst(),
  )
  if (Number(deleted) === 0) throw new KeptError('not_found', 'Comment not found. You can delete only your own.')
}

function toComment(row: Selectable<Schema['recommendation_comment']>, reader: string): RecommendationComment {
  return {
    id: row.id,
    author_name: row.author_name,
    is_own: row.author === reader,
    body: row.body,
    created_at: row.created_at.toISOString(),
  }
}
