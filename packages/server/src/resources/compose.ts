/** Starts the resource jobs. */
import type { Scope } from '@kept/domain/scope.ts'
import { syncResources } from '@kept/store/resources/sync.ts'
import type { Services } from '../platform/context.ts'
import { factsChangedJob } from './changed-job.ts'

export async function startResources(
  { jobs }: Pick<Services, 'jobs'>,
  afterFactsChanged: (scope: Scope) => Promise<void>,
): Promise<void> {
  await jobs.work(factsChangedJob, { afterFactsChanged })
}

/** After loads change: syncs resources first, then runs what reads them. */
export function syncResourcesAfterLoads(
  { state, log }: Pick<Services, 'state' | 'log'>,
  next: (scope: Scope) => Promise<void>,
): (scope: Scope) => Promise<void> {
  return async (scope) => {
    const synced = await syncResources(state.database, state.warehouse, scope)
    log.info(
      { event: 'resources.synced', organization_id: scope.organizationId, ...synced },
      'synced resources with the bill',
    )
    await next(scope)
  }
}
