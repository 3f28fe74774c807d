/** Starts the developer behavior jobs. */
import type { Services } from '../platform/context.ts'
import { analyzeJob, behaviorDailyJob } from './analyze-job.ts'
import { behaviorSwitchJob } from './switch-job.ts'

export async function startBehavior(services: Services): Promise<void> {
  await services.jobs.work(analyzeJob, services)
  await services.jobs.work(behaviorDailyJob, services)
  await services.jobs.work(behaviorSwitchJob, services)
}
