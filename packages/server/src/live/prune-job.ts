import type { Database } from '@kept/store/database/connect.ts'
import { pruneLiveEvents } from '@kept/store/live/events.ts'
import * as z from 'zod'
import { forEachOrganization } from '../platform/each-organization.ts'
import { defineJob } from '../platform/jobs.ts'

/** Hourly: a page that was disconnected for longer than a day reloads everything. */
export const pruneLiveJob = defineJob({
  name: 'prune-live-events',
  input: z.object({}),
  retries: 1,
  cron: '17 * * * *',
  run: async (_input, { database, now }: { database: Database; now(): Date }, signal) => {
    await forEachOrganization(database, signal, (scope) => pruneLiveEvents(database, scope, now()))
  },
})
