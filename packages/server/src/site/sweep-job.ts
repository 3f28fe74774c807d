import { sweepSubscribers } from '@kept/store/site/newsletter.ts'
import * as z from 'zod'
import type { Services } from '../platform/context.ts'
import { defineJob } from '../platform/jobs.ts'
import { confirmWithinMs } from './newsletter.ts'

/** Deletes unconfirmed and unsubscribed addresses daily. */
export const sweepNewsletterJob = defineJob<z.ZodObject<Record<never, never>>, Services>({
  name: 'newsletter-sweep',
  input: z.object({}),
  retries: 1,
  cron: '23 4 * * *',
  async run(_input, { state, log, now }) {
    const forgotten = await sweepSubscribers(state.database, new Date(now().getTime() - confirmWithinMs))
    log.info({ event: 'newsletter.swept', deleted: forgotten }, 'deleted unconfirmed and unsubscribed addresses')
  },
})
