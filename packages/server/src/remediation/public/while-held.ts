/** The lease of an action, renewed as long as its process works on it. */
import type { Scope } from '@kept/domain/scope.ts'
import type { StoredAction } from '@kept/store/remediation/actions.ts'
import { renewLease } from '@kept/store/remediation/leases.ts'
import type { RemediationDeps } from './registry.ts'

export const holdMs = 120_000

/** A change can take minutes: as long as this process is alive, no other one takes it for interrupted. */
export async function whileHeld<T>(
  { state, log }: RemediationDeps,
  scope: Scope,
  stored: StoredAction,
  work: () => Promise<T>,
): Promise<T> {
  const timer = setInterval(() => {
    renewLease(state.database, scope, stored, holdMs).catch((error: unknown) =>
      log.warn({ event: 'remediation.lease_failed', err: error, action_id: stored.action.id }, 'lease not renewed'),
    )
  }, holdMs / 4)
  timer.unref()
  try {
    return await work()
  } finally {
    clearInterval(timer)
  }
}
