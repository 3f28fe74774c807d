/** Developer behaviour, put together from the parts a running Kept has. */
import type { Services } from '../platform/context.ts'
import { analyseJob, behaviourDailyJob } from './analyse-job.ts'
import { behaviourSwitchJob } from './switch-job.ts'

export async function startBehaviour(services: Services): Promise<void> {
  await services.jobs.work(analyseJob, services)
  await services.jobs.work(behaviourDailyJob, services)
  await services.jobs.work(behaviourSwitchJob, services)
}
