/** Notes on days of the costs. */
import type { CostAnnotation, CostAnnotationInput } from '@kept/domain/cost-annotation.ts'
import { KeptError } from '@kept/domain/errors.ts'
import type { Scope } from '@kept/domain/scope.ts'
import type { Selectable } from 'kysely'
import type { Database } from '../database/connect.ts'
import type { Schema } from '../database/schema.ts'

interface Author {
  id: string
  name: string
}

/** Most annotations of an organization. */
const maxAnnotations = 2000

/** Of the days from `from` and before `to`, in their order. */
export async function listCostAnnotations(
  database: Database,
  scope: Scope,
  { from, to, reader }: { from: string; to: string; reader: string },
): Promise<CostAnnotation[]> {
  const rows = await database.scoped(scope, (tx) =>
    tx
      .selectFrom('cost_annotation')
      .selectAll()
      .where('day', '>=', from)
      .where('day', '<', to)
      .orderBy('day')
      .orderBy('created_at')
      .orderBy('id')
      .execute(),
  )
  return rows.map((row) => toAnnotation(row, reader))
}

export async function addCostAnnotation(
  database: Database,
  scope: Scope,
  { day, text, author, now }: CostAnnotationInput & { author: Author; now: Date },
): Promise<CostAnnotation> {
  return database.scoped(scope, async (tx) => {
    const { count } = await tx
      .selectFrom('cost_annotation')
      .select((eb) => eb.fn.countAll<string>().as('count'))
      .executeTakeFirstOrThrow()
    if (Number(count) >= maxAnnotations)
      throw new KeptError(
        'conflict',
        `The organization has ${maxAnnotations} annotations, the most there can be. Delete some first.`,
      )
    const row = await tx
      .insertInto('cost_annotation')
      .values({
        ...{ organization_id: tx.scopedTo, day, body: text },
        ...{ author: author.id, author_name: author.name, created_at: now },
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    return toAnnotation(row, author.id)
  })
}

/** Deletes an annotation of the author; `not_found` for another's. */
export async function deleteCostAnnotation(
  database: Database,
  scope: Scope,
  { id, author }: { id: string; author: string },
): Promise<void> {
  const { numDeletedRows: deleted } = await database.scoped(scope, (tx) =>
    tx.deleteFrom('cost_annotation').where('id', '=', id).where('author', '=', author).executeTakeFirst(),
  )
  if (Number(deleted) === 0) throw new KeptError('not_found', 'Annotation not found. You can delete only your own.')
}

function toAnnotation(row: Selectable<Schema['cost_annotation']>, reader: string): CostAnnotation {
  return {
    id: row.id,
    day: row.day,
    text: row.body,
    author_name: row.author_name,
    is_own: row.author === reader,
    created_at: row.created_at.toISOString(),
  }
}
