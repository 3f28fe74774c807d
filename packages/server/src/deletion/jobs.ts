/** Carries out the deletions that are due, every hour and after an interruption. */
import { dayMs } from '@kept/foundation/calendar/instant.ts'
import { listDeletedSince, listDueDeletions } from '@kept/store/organizations/deletion.ts'
import { listDueAccountDeletions } from '@kept/store/people/account-deletion.ts'
import * as z from 'zod'
import { deleteJobsOfDeletedOrganizations } from '../platform/job-queues.ts'
import { defineJob } from '../platform/jobs.ts'
import { eraseAccount } from './erase-account.ts'
import { type DeletionDeps, eraseLateRows, eraseOrganization } from './erase-organization.ts'

export const deletionJob = defineJob({
  name: 'deletions',
  input: z.object({}),
  retries: 3,
  cron: '41 * * * *',
  run: (_input, deps: DeletionDeps, signal) => carryOutDeletions(deps, signal),
})

/** Longer than any job runs (6 hours, platform/jobs) or a request is on its way. */
const lateWritersMs = dayMs

/** One that fails is logged and tried again with the next run; it does not hold up the others. */
export async function carryOutDeletions(deps: DeletionDeps, signal?: AbortSignal): Promise<void> {
  const { database } = deps.state
  const failures: unknown[] = []
  const attempt = async (work: () => Promise<void>) => {
    signal?.throwIfAborted()
    await work().catch((error: unknown) => failures.push(error))
  }
  for (const scope of await listDeletedSince(database, new Date(deps.now().getTime() - lateWritersMs)))
    await attempt(() => eraseLateRows(deps, scope, signal))
  for (const scope of await listDueDeletions(database, deps.now()))
    await attempt(() => eraseOrganization(deps, scope, signal))
  for (const userId of await listDueAccountDeletions(database, deps.now()))
    await attempt(() => eraseAccount(deps, userId, signal))
  // Also jobs that ran while their organization was deleted.
  await attempt(() => deleteJobsOfDeletedOrganizations(database))
  if (failures.length > 0) throw failures[0]
}
