import type { ErrorCode } from '@kept/domain/errors.ts'
import type { Reconciliation } from '@kept/domain/ingest.ts'
import type { Scope } from '@kept/domain/scope.ts'
import type { Database } from '../database/connect.ts'
import { addNotification } from '../notifications/add.ts'
import type { ImportAttempt } from './attempt.ts'

interface Failure {
  error: string
  errorCode?: ErrorCode | undefined
  notes?: string[]
  reconciliation?: Reconciliation
  now: Date
}

/** Stores why an attempt failed and notifies users; does nothing when it is no longer the latest attempt. */
export async function failAttempt(
  database: Database,
  scope: Scope,
  { importId, attempt }: Pick<ImportAttempt, 'importId' | 'attempt'>,
  { error, errorCode, notes = [], reconciliation, now }: Failure,
): Promise<void> {
  await database.scoped(scope, async (tx) => {
    const row = await tx
      .updateTable('import')
      .set({
        status: 'failed',
        error,
        error_code: errorCode ?? '',
        notes: JSON.stringify(notes),
        finished_at: now,
        ...(reconciliation && { reconciliation: JSON.stringify(reconciliation) }),
      })
      .where('id', '=', importId)
      .where('attempt', '=', attempt)
      .where('status', 'in', ['queued', 'running'])
      .returningAll()
      .executeTakeFirst()
    if (!row) return
    const names = row.sources.map(({ name }) => name)
    await addNotification(tx, scope, {
      kind: 'import_failed',
      title: `${names.length === 1 ? names[0] : `${names.length} files`} could not be imported`,
      body: error,
      href: '/integrations',
      thread: `import:${importId}`,
      alerts: [{ kind: 'import_failed', severity: 'high', amount: null, currency: null, labels: {} }],
    })
  })
}
