/** Starts the anomaly jobs. */
import type { Scope } from '@kept/domain/scope.ts'
import type { Services } from '../platform/context.ts'
import { detectJob } from './detect-job.ts'
import { detectMetricsJob } from './detect-metrics-job.ts'

/** `afterDetection` runs code of other features (budgets, deliveries). */
export async function startAnomalies(
  services: Services,
  afterDetection: (scope: Scope) => Promise<void>,
): Promise<void> {
  await services.jobs.work(detectJob, {
    state: services.state,
    now: services.now,
    log: services.log,
    afterDetection,
  })
  await services.jobs.work(detectMetricsJob, services)
}

/** After loads change: runs the other consumers, then queues the detector. */
export function detectAfterLoadsChanged({ jobs }: Pick<Services, 'jobs'>, first: (scope: Scope) => Promise<void>) {
  return async (scope: Scope): Promise<void> => {
    await first(scope)
    await jobs.send(detectJob, { organization_id: scope.organizationId })
    jobs.wake(detectJob)
  }
}
