/** Deletes expired sessions, one-time links and rate limits. */
import { sweepIdentity } from '@kept/store/people/sweep.ts'
import * as z from 'zod'
import type { Services } from '../platform/context.ts'
import { defineJob } from '../platform/jobs.ts'

export const sweepJob = defineJob<z.ZodObject<Record<never, never>>, Services>({
  name: 'identity-sweep',
  input: z.object({}),
  retries: 1,
  cron: '17 * * * *',
  async run(_input, { state, log, now }) {
    const swept = await sweepIdentity(state.database, now())
    log.info({ event: 'identity.swept', ...swept }, 'deleted expired sessions, links and limits')
  },
})
