/** The state of a unit whose turn ended with a failure. */
import type { SyncFailure } from '@kept/domain/sync/failure.ts'
import type { SyncState } from '@kept/domain/sync/unit.ts'
import type { stopUnit } from '@kept/store/sync/units.ts'

/** When a cloud names no time. */
const defaultRetryMs = 5 * 60_000

/** `cursor` is null when nothing of the unit was read in this turn. */
export function stoppedBy(
  failure: SyncFailure,
  cursor: string | null,
  now: Date,
): Pick<Parameters<typeof stopUnit>[3], 'state' | 'reason' | 'missingAction' | 'throttledUntil'> {
  const { kind, message: reason, action } = failure
  const states = {
    credentials: 'denied',
    denied: cursor === null ? 'denied' : 'partial',
    not_enabled: 'not_enabled',
    throttled: 'throttled',
    unavailable: 'partial',
    unexpected: 'partial',
  } as const satisfies Record<typeof kind, SyncState>
  return {
    state: states[kind],
    reason,
    missingAction: kind === 'denied' ? action : '',
    throttledUntil: kind === 'throttled' ? new Date(now.getTime() + (failure.retryAfterMs ?? defaultRetryMs)) : null,
  }
}
