/** Signed checkpoints of the chain, one row each; the data folder has a second copy outside of the database. */
import { type AuditCheckpoint, auditCheckpointSchema } from '@kept/domain/audit.ts'
import type { Scope } from '@kept/domain/scope.ts'
import type { Database } from '../database/connect.ts'
import type { ScopedReads } from '../database/within.ts'

/** The newest checkpoint's number; 0 without one. */
export async function lastCheckpointSeq(database: Database, scope: Scope): Promise<number> {
  const row = await database.scoped(scope, (tx) =>
    tx
      .selectFrom('audit_checkpoint')
      .select((eb) => eb.fn.max('seq').as('seq'))
      .executeTakeFirst(),
  )
  return Number(row?.seq ?? 0)
}

/** Another process may have added the same one; the first stays. */
export async function addCheckpoint(database: Database, scope: Scope, checkpoint: AuditCheckpoint): Promise<void> {
  const { organization_id, seq, hash, created_at } = checkpoint
  await database.scoped(scope, (tx) =>
    tx
      .insertInto('audit_checkpoint')
      .values({ organization_id, seq, hash, created_at, body: JSON.stringify(checkpoint) })
      .onConflict((conflict) => conflict.doNothing())
      .execute(),
  )
}

/** Checkpoints of events after `after` up to and including `until`, in order. */
export async function readAuditCheckpoints(
  database: ScopedReads,
  scope: Scope,
  { after = 0, until }: { after?: number; until?: number } = {},
): Promise<AuditCheckpoint[]> {
  const rows = await database.scoped(scope, (tx) =>
    tx
      .selectFrom('audit_checkpoint')
      .select('body')
      .where('seq', '>', String(after))
      .$if(until !== undefined, (query) => query.where('seq', '<=', String(until)))
      .orderBy('seq')
      .execute(),
  )
  return rows.map(({ body }) => auditCheckpointSchema.parse(JSON.parse(body)))
}
