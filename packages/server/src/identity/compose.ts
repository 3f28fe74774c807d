/** The door, started: its job, and the link for the first admin. */
import type { Services } from '../platform/context.ts'
import { setupLink } from './setup.ts'
import { sweepJob } from './sweep-job.ts'

/** Call it when the address is known; answers the link of the first admin while there is none. */
export async function startIdentity(services: Services): Promise<string | undefined> {
  await services.jobs.work(sweepJob, services)
  const link = await setupLink(services)
  if (link)
    services.log.warn({ link }, 'this installation has no operator yet: follow this link to become its operator')
  return link
}
