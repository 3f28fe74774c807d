/**
 * Deletes once a minute what has waited long enough, in any process. The end of each grace period is in the database, so
 * a restart delays a deletion by at most a minute, and never brings it forward.
 */
import type { RemediationAction } from '@kept/domain/remediation-action.ts'
import type { Scope } from '@kept/domain/scope.ts'
import { withEachVisit } from '@kept/store/demo/visits.ts'
import { listOrganizations } from '@kept/store/organizations/list.ts'
import { actionsToDelete, interruptedDeletions } from '@kept/store/remediation/deletions.ts'
import * as z from 'zod'
import { defineJob } from '../../platform/jobs.ts'
import type { Actor, OnActionChange } from '../public/actions.ts'
import type { RemediationDeps } from '../public/registry.ts'
import { continueDeletion, type DeletionGuard, deleteMarked } from './delete-marked.ts'
import { notifyKept } from './notify-kept.ts'

export interface DeletionNeeds extends RemediationDeps {
  onStateChange: Record<RemediationAction['subject'], OnActionChange>
  guard: DeletionGuard
}

export const deletionJob = defineJob({
  name: 'delete-after-grace-period',
  input: z.object({}),
  retries: 0,
  cron: '* * * * *',
  run: async (_input, needs: DeletionNeeds, signal) => {
    await deleteDue(needs, signal)
  },
})

/** Returns how many it tried to delete. */
export async function deleteDue(needs: DeletionNeeds, signal?: AbortSignal): Promise<number> {
  const { state, now, guard } = needs
  let count = 0
  const deleteIn = async (scope: Scope) => {
    const onStateChange: OnActionChange = async (tx, stored, to, failureReason) => {
      await needs.onStateChange.recommendation(tx, stored, to, failureReason)
      if (to === 'left') await notifyKept(tx, stored, failureReason)
    }
    const common = () => ({ actor: keptAt(now()), onStateChange })
    for (const id of await interruptedDeletions(state.database, scope, now()))
      await attempt(needs, id, signal, () => continueDeletion(needs, scope, id, common()))
    for (const id of await actionsToDelete(state.database, scope, now())) {
      count += 1
      const options = { ...common(), guard, isEarly: false, ...(signal && { signal }) }
      await attempt(needs, id, signal, () => deleteMarked(needs, scope, id, options))
    }
  }
  for (const organization of await listOrganizations(state.database))
    await withEachVisit(state.database, organization, deleteIn)
  return count
}

/** One that fails does not hold up the rest. */
async function attempt(
  { log }: DeletionNeeds,
  id: string,
  signal: AbortSignal | undefined,
  work: () => Promise<unknown>,
): Promise<void> {
  signal?.throwIfAborted()
  try {
    await work()
  } catch (error) {
    log.warn({ event: 'remediation.deletion_failed', err: error, action_id: id }, 'resource not deleted; tried again')
  }
}

function keptAt(at: Date): Actor {
  return { name: 'Kept', auditContext: { actor: { kind: 'system', id: null, name: 'Kept' }, at } }
}
