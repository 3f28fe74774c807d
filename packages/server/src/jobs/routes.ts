import { MAX_FAILED_JOBS } from '@kept/contract/routes/jobs.ts'
import { listFailedJobs } from '@kept/store/processes/failed-jobs.ts'
import { operatorRoutes } from '../platform/implement.ts'

export const jobs = {
  failed: operatorRoutes.jobs.failed.handler(async ({ context }) => {
    const { state, jobs: queue } = context.services
    // The demo's admin sees the screen of an operator, and no other organization's work.
    if (context.me.organization.demo && context.authenticatedBy !== 'operator') return { data: { total: 0, jobs: [] } }
    const failed = await listFailedJobs(state.database, queue.names(), MAX_FAILED_JOBS)
    return {
      data: {
        total: failed.total,
        jobs: failed.jobs.map(({ failedAt, ...job }) => ({ ...job, failed_at: failedAt.toISOString() })),
      },
    }
  }),
  retry: operatorRoutes.jobs.retry.handler(async ({ context, input }) => ({
    data: { retried: await context.services.jobs.retry(input.ids) },
  })),
}
