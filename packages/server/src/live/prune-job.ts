import type { Database } from '@kept/store/database/connect.ts'
import { pruneLiveEvents } from '@kept/store/live/events.ts'
import { listOrganizations } from '@kept/store/organizations/list.ts'
import * as z from 'zod'
import { defineJob } from '../platform/jobs.ts'

/** Once an hour: whoever was away for longer than a day asks for everything anew. */
export const pruneLiveJob = defineJob({
  name: 'prune-live-events',
  input: z.object({}),
  retries: 1,
  cron: '17 * * * *',
  run: async (_input, { database, now }: { database: Database; now(): Date }, signal) => {
    for (const { id } of await listOrganizations(database)) {
      signal.throwIfAborted()
      await pruneLiveEvents(database, { organizationId: id }, now())
    }
  },
})
