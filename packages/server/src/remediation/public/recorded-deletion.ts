/** A deletion is recorded before it is sent: whatever happens to the process, no one removes its backup afterwards. */
import { KeptError } from '@kept/domain/errors.ts'
import type { DeletionControl } from '@kept/domain/remediation.ts'
import type { Scope } from '@kept/domain/scope.ts'
import type { ScopedTransaction } from '@kept/store/database/connect.ts'
import type { StoredAction } from '@kept/store/remediation/actions.ts'
import { recordDeleteSent, withdrawDeleteSent } from '@kept/store/remediation/deletions.ts'
import type { RemediationDeps } from './registry.ts'

interface RecordedDeletion extends DeletionControl {
  /** It may have been sent by this attempt: only reading the resource decides its result. */
  isSent(): boolean
}

/** `check` throws where it may not be sent any more, in the transaction that records it. */
export function recordedDeletion(
  { state, now }: Pick<RemediationDeps, 'state' | 'now'>,
  scope: Scope,
  stored: StoredAction,
  { keepsBackup, check }: { keepsBackup: boolean; check?: (tx: ScopedTransaction) => Promise<void> },
): RecordedDeletion {
  let isSent = false
  return {
    keepsBackup,
    isSent: () => isSent,
    async beforeDelete() {
      await state.database.scoped(scope, async (tx) => {
        await check?.(tx)
        if (await recordDeleteSent(tx, stored, now())) return
        throw new KeptError('conflict', `${stored.action.target.name} is not to be deleted by this process any more.`)
      })
      isSent = true
    },
    async onRefused() {
      await withdrawDeleteSent(state.database, scope, stored)
      isSent = false
    },
  }
}
