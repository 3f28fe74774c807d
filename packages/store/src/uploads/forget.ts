import type { Scope } from '@kept/domain/scope.ts'
import type { Database } from '../database/connect.ts'

/** Deletes uploads older than `before` that no running import reads; returns what was deleted and what stays. */
export async function forgetUploads(
  database: Database,
  scope: Scope,
  before: Date,
): Promise<{ forgotten: string[]; retained: string[] }> {
  return database.scoped(scope, async (tx) => {
    const waiting = await tx
      .selectFrom('import')
      .select('inputs')
      .where('status', 'in', ['queued', 'running'])
      .execute()
    const needed = waiting.flatMap(({ inputs }) =>
      inputs.flatMap((input) => (input.kind === 'upload' ? [input.id] : [])),
    )
    const old = tx.deleteFrom('upload').where('created_at', '<', before)
    const forgotten = await (needed.length > 0 ? old.where('id', 'not in', needed) : old).returning('id').execute()
    const retained = await tx.selectFrom('upload').select('id').execute()
    return { forgotten: forgotten.map(({ id }) => id), retained: retained.map(({ id }) => id) }
  })
}
