/** Which process runs the detector of an organization, by a renewed lease. Times are the database's clock. */
import type { Scope } from '@kept/domain/scope.ts'
import { sql } from 'kysely'
import type { Database } from '../database/connect.ts'

const leaseSeconds = 45

/**
 * True when this process holds the lease now: no other process had it, or its lease expired. An organization that is
 * being deleted has none: its detector ends, and what it would write with it. With `isOnlyProcess`, the
 * database is this process's own, and another holder is this one before a kill.
 */
export async function acquireDetectorLease(
  database: Database,
  scope: Scope,
  { holder, isOnlyProcess }: { holder: string; isOnlyProcess: boolean },
): Promise<boolean> {
  const until = sql<Date>`clock_timestamp() + make_interval(secs => ${leaseSeconds})`
  const row = await database.scoped(scope, (tx) =>
    tx
      .insertInto('loop_detector_lease')
      .columns(['organization_id', 'holder', 'until'])
      .expression((query) =>
        query
          .selectFrom('organization')
          .select(['id', sql<string>`${holder}`.as('holder'), until.as('until')])
          .where('id', '=', scope.organizationId)
          .where('deletion_started_at', 'is', null),
      )
      .onConflict((conflict) =>
        conflict
          .column('organization_id')
          .doUpdateSet({ holder, until })
          .where((or) =>
            or.or([
              or('loop_detector_lease.holder', '=', holder),
              or('loop_detector_lease.until', '<', sql<Date>`clock_timestamp()`),
              or.val(isOnlyProcess),
            ]),
          ),
      )
      .returning('holder')
      .executeTakeFirst(),
  )
  return row !== undefined
}

/** Releases the lease at once, so that no process waits for it to expire. */
export async function releaseDetectorLease(database: Database, scope: Scope, holder: string): Promise<void> {
  await database.scoped(scope, (tx) => tx.deleteFrom('loop_detector_lease').where('holder', '=', holder).execute())
}
