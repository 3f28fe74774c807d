import type { Scope } from '@kept/domain/scope.ts'
import { sql } from 'kysely'
import type { Database } from '../database/connect.ts'
import { failAttempt } from './fail.ts'

/**
 * Imports that are waiting or running according to their row, but have no job and no recent heartbeat: their process (a
 * command line that was killed) is gone. They end as failed and do not stay "running" forever.
 */
export async function failOrphans(
  database: Database,
  scope: Scope,
  { pending, silentMinutes, now }: { pending: ReadonlySet<string>; silentMinutes: number; now: Date },
): Promise<number> {
  const silent = await database.scoped(scope, (tx) =>
    tx
      .selectFrom('import')
      .select(['id', 'attempt', 'inputs', 'format'])
      .where('status', 'in', ['queued', 'running'])
      .where('touched_at', '<', sql<Date>`now() - make_interval(mins => ${silentMinutes})`)
      .execute(),
  )
  const orphans = silent.filter(({ id }) => !pending.has(id))
  for (const { id, attempt } of orphans) {
    await failAttempt(
      database,
      scope,
      { importId: id, attempt },
      { error: 'The import was interrupted; nothing was changed. Upload it again.', now },
    )
  }
  return orphans.length
}
