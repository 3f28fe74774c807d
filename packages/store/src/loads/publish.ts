/**
 * Publishes an import: the loads it replaces are superseded, its own become current, the import is done and users are
 * notified, all in one transaction and only for the latest attempt. An import that would lose part of the current data
 * changes nothing yet: it is stored and waits for confirmation.
 */
import { billingExportScheme } from '@kept/domain/cloud-access.ts'
import { KeptError } from '@kept/domain/errors.ts'
import type { ImportLoss } from '@kept/domain/ingest.ts'
import type { Scope } from '@kept/domain/scope.ts'
import { connectionOfAccount, connectionOfBucket, connectionOfExport } from '../connections/of-delivery.ts'
import type { Database, ScopedTransaction } from '../database/connect.ts'
import type { ImportAttempt } from '../imports/attempt.ts'
import { waitForConfirmation } from '../imports/wait-for-confirmation.ts'
import { addNotification } from '../notifications/add.ts'
import type { Warehouse } from '../warehouse/client.ts'
import { findLosses, type PlacedLoad } from './find-losses.ts'
import { lockLoads } from './lock.ts'
import type { PendingPublication } from './pending-publication.ts'
import { publishPlacedLoads } from './publish-placed.ts'
import { supersedeExport } from './supersede-export.ts'

interface Publication extends PendingPublication {
  now: Date
}

/** Throws 'conflict' when another attempt took over or a user canceled the import: then nothing has changed. */
export async function publishLoads(
  { database, warehouse }: { database: Database; warehouse: Warehouse },
  scope: Scope,
  { importId, attempt, acceptSmaller }: Pick<ImportAttempt, 'importId' | 'attempt' | 'acceptSmaller'>,
  { now, ...publication }: Publication,
): Promise<'published' | 'needs_confirmation'> {
  return database.scoped(scope, async (tx) => {
    await lockLoads(tx, scope)
    const living = await tx
      .selectFrom('import')
      .select(['id', 'progress'])
      .where('id', '=', importId)
      .where('attempt', '=', attempt)
      .where('status', '=', 'running')
      .forUpdate()
      .executeTakeFirst()
    if (!living) throw new KeptError('conflict', 'This import was stopped or taken over; nothing was changed.')

    const placed = await placeLoads(tx, scope, publication)
    const losses = await findLosses(tx, warehouse, scope, placed, publication.reconciliation.rows)
    if (losses.length > 0 && !acceptSmaller) {
      await waitForConfirmation(tx, scope, importId, { publication, losses, now })
      return 'needs_confirmation'
    }
    await publishNow(tx, scope, importId, { publication, placed, losses, now })
    return 'published'
  })
}

/** The connection of every load, created where it is missing. */
export async function placeLoads(
  tx: ScopedTransaction,
  scope: Scope,
  { loads, address, exportMonth: month }: Pick<PendingPublication, 'loads' | 'address' | 'exportMonth'>,
): Promise<PlacedLoad[]> {
  const placed: PlacedLoad[] = []
  for (const load of loads) {
    const connectionId =
      address === undefined
        ? await connectionOfAccount(tx, scope, load)
        : month === undefined
          ? await connectionOfBucket(tx, scope, address)
          : await connectionOfExport(tx, scope, { address, month })
    placed.push({ ...load, connectionId })
  }
  return placed
}

/** Makes the loads current and the import done; the caller holds the lock of the organization's loads. */
export async function publishNow(
  tx: ScopedTransaction,
  scope: Scope,
  importId: string,
  {
    publication,
    placed,
    losses,
    now,
  }: { publication: PendingPublication; placed: PlacedLoad[]; losses: ImportLoss[]; now: Date },
): Promise<void> {
  const { address, exportMonth: month } = publication
  // Two connections may list the same month before either has published it; the lock shows the second one the first.
  const mayDouble = address?.startsWith(billingExportScheme) !== true
  if (address !== undefined && month !== undefined)
    await supersedeExport(tx, scope, importId, { address, month, placed, now })
  const notes = [...publication.notes, ...(await publishPlacedLoads(tx, scope, importId, { placed, mayDouble, now }))]
  const { rows, bytes } = publication.progress
  const { progress } = await tx
    .selectFrom('import')
    .select('progress')
    .where('id', '=', importId)
    .executeTakeFirstOrThrow()
  await tx
    .updateTable('import')
    .set({
      status: 'done',
      error: '',
      notes: JSON.stringify(notes),
      losses: JSON.stringify(losses),
      pending_publication: null,
      reconciliation: JSON.stringify(publication.reconciliation),
      finished_at: now,
      progress: JSON.stringify({
        ...progress,
        stage: 'recommendation',
        rows_read: rows,
        bytes_read: bytes,
        bytes_total: bytes,
        seconds_left: null,
      }),
    })
    .where('id', '=', importId)
    .execute()
  for (const notification of publication.notifications) await addNotification(tx, scope, notification)
}
