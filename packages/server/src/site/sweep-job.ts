import { sweepSubscribers } from '@kept/store/site/newsletter.ts'
import * as z from 'zod'
import type { Services } from '../platform/context.ts'
import { defineJob } from '../platform/jobs.ts'
import { confirmWithinMs } from './newsletter.ts'

/** Once a day: addresses nobody confirmed, and those that left, are forgotten. */
export const sweepNewsletterJob = defineJob<z.ZodObject<Record<never, never>>, Services>({
  name: 'newsletter-sweep',
  input: z.object({}),
  retries: 1,
  every: '23 4 * * *',
  async run(_input, { state, log, now }) {
    const forgotten = await sweepSubscribers(state.database, new Date(now().getTime() - confirmWithinMs))
    log.info({ forgotten }, 'newsletter addresses swept')
  },
})
