/** A user's decision about an import that waits for confirmation: publish or discard it. Both are idempotent. */
import { KeptError } from '@kept/domain/errors.ts'
import type { Import, ImportLoss } from '@kept/domain/ingest.ts'
import type { Scope } from '@kept/domain/scope.ts'
import type { Selectable } from 'kysely'
import type { Database, ScopedTransaction } from '../database/connect.ts'
import type { Schema } from '../database/schema.ts'
import { findLosses } from '../loads/find-losses.ts'
import { lockLoads } from '../loads/lock.ts'
import type { PendingPublication } from '../loads/pending-publication.ts'
import { placeLoads, publishNow } from '../loads/publish.ts'
import { addNotification } from '../notifications/add.ts'
import type { Warehouse } from '../warehouse/client.ts'
import { toImport } from './to-import.ts'

/** `alongside` runs in the same transaction, and only when this call made the decision. */
interface Decision {
  id: string
  now: Date
  alongside(tx: ScopedTransaction, decided: Import): Promise<void>
}

export async function confirmImport(
  { database, warehouse }: { database: Database; warehouse: Warehouse },
  scope: Scope,
  { id, now, alongside }: Decision,
): Promise<Import> {
  const decision = await database.scoped(scope, async (tx) => {
    await lockLoads(tx, scope)
    const row = await findForDecision(tx, id)
    if (row.status === 'done' && row.losses.length > 0) return { decided: toImport(row) }
    if (row.status !== 'needs_confirmation' || !row.pending_publication) throw notWaiting()
    const publication = readPublication(row.pending_publication)
    const placed = await placeLoads(tx, scope, publication)
    const losses = await findLosses(tx, warehouse, scope, placed, publication.reconciliation.rows)
    if (losses.length > 0 && describe(losses) !== describe(row.losses)) {
      // The current loads have changed since: the user has not seen what would be lost now.
      await tx
        .updateTable('import')
        .set({ losses: JSON.stringify(losses) })
        .where('id', '=', id)
        .execute()
      return { decided: undefined }
    }
    // Losses that no longer exist, because a month was loaded with fewer rows since, stay in the stored list.
    await publishNow(tx, scope, id, { publication, placed, losses: row.losses, now })
    const decided = toImport(await findForDecision(tx, id))
    await alongside(tx, decided)
    return { decided }
  })
  if (!decision.decided) {
    throw new KeptError(
      'conflict',
      'What is loaded has changed since this import began to wait for confirmation; look again at what would be lost.',
    )
  }
  return decision.decided
}

export async function discardImport(
  database: Database,
  scope: Scope,
  { id, now, alongside }: Decision,
): Promise<Import> {
  return database.scoped(scope, async (tx) => {
    const row = await findForDecision(tx, id)
    if (row.status === 'discarded') return toImport(row)
    if (row.status !== 'needs_confirmation') throw notWaiting()
    const decided = await markDiscarded(tx, id, 'Discarded; nothing was changed.', now)
    await alongside(tx, decided)
    return decided
  })
}

/** Discards imports that were not confirmed in time and notifies users; returns how many. */
export async function expireImports(database: Database, scope: Scope, now: Date): Promise<number> {
  return database.scoped(scope, async (tx) => {
    const expired = await tx
      .selectFrom('import')
      .select('id')
      .where('status', '=', 'needs_confirmation')
      .where('expires_at', '<=', now)
      .forUpdate()
      .execute()
    for (const { id } of expired) {
      const { sources } = await markDiscarded(
        tx,
        id,
        'It was not confirmed in time and was discarded; nothing was changed. Upload it again if the data is correct.',
        now,
      )
      await addNotification(tx, scope, {
        kind: 'import_failed',
        title: `${sources.length === 1 ? sources[0]?.name : `${sources.length} files`} was discarded`,
        body: 'This import was not confirmed in time and was discarded. Nothing was changed. Upload it again if the data is correct.',
        href: `/integrations?import=${id}`,
        thread: `import:${id}`,
      })
    }
    return expired.length
  })
}

async function markDiscarded(tx: ScopedTransaction, id: string, reason: string, now: Date): Promise<Import> {
  const row = await tx
    .updateTable('import')
    .set({ status: 'discarded', error: reason, pending_publication: null, finished_at: now })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  return toImport(row)
}

async function findForDecision(tx: ScopedTransaction, id: string): Promise<Selectable<Schema['import']>> {
  const row = await tx.selectFrom('import').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  if (!row) throw new KeptError('not_found', 'Import not found.')
  return row
}

/** Only `waitForConfirmation` writes this column, always from this type. */
function readPublication(stored: unknown): PendingPublication {
  return stored as PendingPublication
}

/** As one text; the database stores JSON keys in its own order. */
function describe(losses: ImportLoss[]): string {
  return losses
    .map(({ kind, billing_period, account, summary }) => [kind, billing_period, account, summary].join(' '))
    .join('\n')
}

function notWaiting(): KeptError {
  return new KeptError('conflict', 'This import does not wait for confirmation.')
}
