/**
 * Finds once a minute what has waited long enough, in any process, and deletes each in a job of its own: a backup can
 * take hours, and holds up no other deletion. The end of each grace period is in the database, so a restart delays a
 * deletion by at most a minute, and never brings it forward.
 */
import type { RemediationAction } from '@kept/domain/remediation-action.ts'
import type { Scope } from '@kept/domain/scope.ts'
import { currentDemoVisit, runInDemoVisit } from '@kept/store/database/demo-visit.ts'
import { withEachVisit } from '@kept/store/demo/visits.ts'
import { listOrganizations } from '@kept/store/organizations/list.ts'
import { actionsToDelete, interruptedDeletions } from '@kept/store/remediation/deletions.ts'
import * as z from 'zod'
import type { Services } from '../../platform/context.ts'
import { defineJob } from '../../platform/jobs.ts'
import type { Actor, OnActionChange } from '../public/actions.ts'
import type { RemediationDeps } from '../public/registry.ts'
import { continueDeletion } from './continue-deletion.ts'
import { type DeletionGuard, deleteMarked } from './delete-marked.ts'

export interface DeletionNeeds extends RemediationDeps {
  jobs: Services['jobs']
  onStateChange: Record<RemediationAction['subject'], OnActionChange>
  guard: DeletionGuard
}

/** An action whose resource is due. */
const dueSchema = z.object({
  organization_id: z.uuid(),
  action_id: z.uuid(),
  /** Its process ended before the deletion was complete. */
  is_interrupted: z.boolean(),
  /** The visit of the demo that it belongs to. */
  demo_visit: z.uuid().nullable(),
})
type Due = z.output<typeof dueSchema>

export const deletionJob = defineJob({
  name: 'delete-after-grace-period',
  input: z.object({}),
  retries: 0,
  cron: '* * * * *',
  run: async (_input, needs: DeletionNeeds) => {
    const pending = new Set((await needs.jobs.pending(deleteOneJob)).map(({ action_id }) => action_id))
    for (const due of await findDue(needs)) if (!pending.has(due.action_id)) await needs.jobs.send(deleteOneJob, due)
  },
})

export const deleteOneJob = defineJob({
  name: 'delete-marked-resource',
  input: dueSchema,
  retries: 0,
  // Most of the time each one waits for its cloud.
  concurrency: 8,
  run: (due, needs: DeletionNeeds, signal) => deleteOne(needs, due, signal),
})

/** Deletes what is due, one after another. Returns how many it tried to delete. */
export async function deleteDue(needs: DeletionNeeds): Promise<number> {
  const all = await findDue(needs)
  for (const due of all) await deleteOne(needs, due)
  return all.filter(({ is_interrupted }) => !is_interrupted).length
}

async function findDue({ state, now }: DeletionNeeds): Promise<Due[]> {
  const all: Due[] = []
  const find = async (scope: Scope) => {
    const common = { organization_id: scope.organizationId, demo_visit: currentDemoVisit() ?? null }
    for (const action_id of await interruptedDeletions(state.database, scope))
      all.push({ ...common, action_id, is_interrupted: true })
    for (const action_id of await actionsToDelete(state.database, scope, now()))
      all.push({ ...common, action_id, is_interrupted: false })
  }
  for (const organization of await listOrganizations(state.database))
    await withEachVisit(state.database, organization, find)
  return all
}

/** What fails is logged, and due again. */
async function deleteOne(
  needs: DeletionNeeds,
  { organization_id, action_id, is_interrupted, demo_visit }: Due,
  signal?: AbortSignal,
): Promise<void> {
  signal?.throwIfAborted()
  const { now, guard, log } = needs
  const scope = { organizationId: organization_id }
  const common = { actor: keptAt(now()), onStateChange: needs.onStateChange.recommendation }
  const work = async () => {
    if (is_interrupted) await continueDeletion(needs, scope, action_id, common)
    else await deleteMarked(needs, scope, action_id, { ...common, guard, isEarly: false, ...(signal && { signal }) })
  }
  try {
    await (demo_visit === null ? work() : runInDemoVisit(demo_visit, work))
  } catch (error) {
    log.warn({ event: 'remediation.deletion_failed', err: error, action_id }, 'resource not deleted; tried again')
  }
}

function keptAt(at: Date): Actor {
  return { name: 'Kept', auditContext: { actor: { kind: 'system', id: null, name: 'Kept' }, at } }
}
