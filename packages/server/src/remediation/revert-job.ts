/**
 * Reverts temporary remediation actions once a minute, in any process. Due times are in the database, so a
 * restart delays a revert by at most a minute.
 */
import type { RemediationAction } from '@kept/domain/remediation-action.ts'
import type { Scope } from '@kept/domain/scope.ts'
import { withEachVisit } from '@kept/store/demo/visits.ts'
import { listOrganizations } from '@kept/store/organizations/list.ts'
import { actionsToRevert, interruptedActions } from '@kept/store/remediation/actions.ts'
import * as z from 'zod'
import { defineJob } from '../platform/jobs.ts'
import { type OnActionChange, undo } from './public/actions.ts'
import type { RemediationDeps } from './public/registry.ts'

export interface RevertNeeds extends RemediationDeps {
  /** Writes of each feature in the transaction that ends its action. */
  onStateChange: Record<RemediationAction['subject'], OnActionChange>
}

export const revertJob = defineJob({
  name: 'revert-remediation-actions',
  input: z.object({}),
  retries: 0,
  cron: '* * * * *',
  run: async (_input, needs: RevertNeeds, signal) => {
    await revertDue(needs, signal)
  },
})

/** Returns how many were reverted, or left because they were changed outside Kept. */
export async function revertDue(needs: RevertNeeds, signal?: AbortSignal): Promise<number> {
  const { state, now, log, onStateChange } = needs
  let endedCount = 0
  const revertIn = async (scope: Scope) => {
    const due = [
      ...(await actionsToRevert(state.database, scope, now())),
      ...(await interruptedActions(state.database, scope)),
    ]
    for (const id of due) {
      signal?.throwIfAborted()
      const actor = {
        name: 'Kept',
        auditContext: { actor: { kind: 'system', id: null, name: 'Kept' }, at: now() } as const,
      }
      try {
        const reverted = await undo(needs, scope, id, {
          actor,
          onStateChange: (tx, stored, to, failureReason) =>
            onStateChange[stored.action.subject](tx, stored, to, failureReason),
        })
        if (reverted) endedCount += 1
      } catch (error) {
        log.warn(
          { event: 'remediation.revert_failed', err: error, action_id: id },
          'remediation action not reverted; retries in a minute',
        )
      }
    }
  }
  for (const organization of await listOrganizations(state.database))
    await withEachVisit(state.database, organization, revertIn)
  return endedCount
}
