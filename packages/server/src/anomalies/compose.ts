/** The anomalies feature, put together from the parts a running Kept has. */
import type { Scope } from '@kept/domain/scope.ts'
import type { Services } from '../platform/context.ts'
import { detectJob } from './detect-job.ts'
import { detectMetricsJob } from './detect-metrics-job.ts'

/** `afterDetection` belongs to other features (budgets, deliveries), passed in because features are strangers. */
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

/** After what is visible has changed: whatever else looks at it, then the detector, queued so that nobody waits for it. */
export function detectAfterLoadsChanged({ jobs }: Pick<Services, 'jobs'>, first: (scope: Scope) => Promise<void>) {
  return async (scope: Scope): Promise<void> => {
    await first(scope)
    await jobs.send(detectJob, { organization_id: scope.organizationId })
    jobs.wake(detectJob)
  }
}
