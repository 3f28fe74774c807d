/** Starts the identity jobs and prints the setup link. */
import type { Services } from '../platform/context.ts'
import { setupLink } from './setup.ts'
import { sweepJob } from './sweep-job.ts'

/** Needs the server address. Returns the setup link while there is no operator. */
export async function startIdentity(services: Services): Promise<string | undefined> {
  await services.jobs.work(sweepJob, services)
  const link = await setupLink(services)
  if (link)
    services.log.warn(
      { event: 'setup.pending', link },
      'this installation has no operator yet: open the link to create the operator account',
    )
  return link
}
