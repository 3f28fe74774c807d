/** Stops the preparation of a deletion soon after someone asked to restore the resource: a backup can take hours. */
import { KeptError } from '@kept/domain/errors.ts'
import type { Scope } from '@kept/domain/scope.ts'
import { findRemediationAction, type StoredAction } from '@kept/store/remediation/actions.ts'
import type { RemediationDeps } from '../public/registry.ts'

const readEveryMs = 1_000

/** What counts is the record before the deletion: where the request cannot be read, the work goes on to it. */
export async function whileNotRestored<T>(
  { state, log }: RemediationDeps,
  scope: Scope,
  { action: { id, target } }: StoredAction,
  signal: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const stopping = new AbortController()
  const timer = setInterval(() => {
    findRemediationAction(state.database, scope, id).then(
      ({ restoreRequestedBy }) => {
        if (restoreRequestedBy !== null) stopping.abort(new KeptError('conflict', `${target.name} is restored.`))
      },
      (error: unknown) => {
        log.warn({ event: 'remediation.restore_unreadable', err: error, action_id: id }, 'restore request not read')
      },
    )
  }, readEveryMs)
  timer.unref()
  try {
    return await work(signal ? AbortSignal.any([signal, stopping.signal]) : stopping.signal)
  } finally {
    clearInterval(timer)
  }
}
