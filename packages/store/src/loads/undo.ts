/**
 * Undoing an import. The imports of one connection's month form a stack: each records which import replaced it. An
 * import is removed from any position of the stack; if it was on top, the import it had replaced becomes current again,
 * else that import is now replaced by the one above.
 */
import type { Dataset } from '@kept/domain/bill-format.ts'
import { KeptError } from '@kept/domain/errors.ts'
import type { Import } from '@kept/domain/ingest.ts'
import type { Scope } from '@kept/domain/scope.ts'
import type { Database, ScopedTransaction } from '../database/connect.ts'
import { toImport } from '../imports/to-import.ts'
import { lockLoads } from './lock.ts'

/** `alongside` runs in the same transaction, so follow-up jobs are queued exactly when the undo happens. */
export async function undoImport(
  database: Database,
  scope: Scope,
  id: string,
  alongside: (tx: ScopedTransaction) => Promise<void>,
): Promise<Import> {
  return database.scoped(scope, async (tx) => {
    await lockLoads(tx, scope)
    await requireDone(tx, id)
    const loads = await readLoads(tx, id)
    const loadByPeriod = new Map(
      loads.map((load) => [`${load.dataset} ${load.connection_id} ${load.billing_period}`, load]),
    )
    for (const load of loadByPeriod.values()) if (load.status === 'current') await refuseWhenSwept(tx, id, load)
    await discard(
      tx,
      loads.map((load) => load.id),
    )
    for (const load of loadByPeriod.values()) await passOn(tx, id, load)
    const row = await tx
      .updateTable('import')
      .set({ status: 'undone' })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow()
    await alongside(tx)
    return toImport(row)
  })
}

/** Throws `not_found`, or `conflict` with the reason when there is nothing to undo. */
async function requireDone(tx: ScopedTransaction, id: string): Promise<void> {
  const existing = await tx.selectFrom('import').select('status').where('id', '=', id).forUpdate().executeTakeFirst()
  if (!existing) throw new KeptError('not_found', 'Import not found.')
  switch (existing.status) {
    case 'done':
      return
    case 'undone':
      throw new KeptError('conflict', 'This import is already undone.')
    case 'failed':
      throw new KeptError('conflict', 'This import failed, so there is nothing to undo.')
    case 'needs_confirmation':
    case 'discarded':
      throw new KeptError('conflict', 'This import was never published, so there is nothing to undo.')
    default:
      throw new KeptError('conflict', 'This import is still under way; it can be stopped instead.')
  }
}

function readLoads(tx: ScopedTransaction, importId: string) {
  return tx
    .selectFrom('cost_load')
    .select(['id', 'dataset', 'connection_id', 'billing_period', 'status', 'superseded_by'])
    .where('import_id', '=', importId)
    .where('status', 'in', ['current', 'superseded'])
    .execute()
}

async function discard(tx: ScopedTransaction, loadIds: readonly string[]): Promise<void> {
  if (loadIds.length === 0) return
  await tx
    .updateTable('cost_load')
    .set({ status: 'discarded', superseded_by: null, superseded_at: null })
    .where('id', 'in', loadIds)
    .execute()
}

/** What the import had replaced becomes current again, or is replaced by the import above. */
async function passOn(
  tx: ScopedTransaction,
  importId: string,
  load: Awaited<ReturnType<typeof readLoads>>[number],
): Promise<void> {
  const under = tx
    .updateTable('cost_load')
    .where('superseded_by', '=', importId)
    .where('dataset', '=', load.dataset)
    .where('connection_id', '=', load.connection_id)
    .where('billing_period', '=', load.billing_period)
  if (load.status === 'current') {
    await under
      .set({ status: 'current', superseded_by: null, superseded_at: null })
      .where('status', '=', 'superseded')
      .execute()
  } else {
    await under.set({ superseded_by: load.superseded_by }).execute()
  }
}

/** What was replaced long ago is deleted: going back to nothing would be a loss, not an undo. */
async function refuseWhenSwept(
  tx: ScopedTransaction,
  id: string,
  { dataset, connection_id, billing_period }: { dataset: Dataset; connection_id: string; billing_period: string },
): Promise<void> {
  const swept = await tx
    .selectFrom('cost_load')
    .select('id')
    .where('superseded_by', '=', id)
    .where('dataset', '=', dataset)
    .where('connection_id', '=', connection_id)
    .where('billing_period', '=', billing_period)
    .where('status', '=', 'discarded')
    .executeTakeFirst()
  if (swept) {
    throw new KeptError(
      'conflict',
      `What this import replaced for ${billing_period.slice(0, 7)} is no longer stored; import the month again instead of undoing.`,
    )
  }
}
