/** The resources feature, put together from the parts a running Kept has. */
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

/** After what is visible has changed: the resources first, then whatever reads them. */
export function keepResourcesInStep(
  { state, log }: Pick<Services, 'state' | 'log'>,
  next: (scope: Scope) => Promise<void>,
): (scope: Scope) => Promise<void> {
  return async (scope) => {
    const synced = await syncResources(state.database, state.warehouse, scope)
    log.info({ organization_id: scope.organizationId, ...synced }, 'resources in step')
    await next(scope)
  }
}
