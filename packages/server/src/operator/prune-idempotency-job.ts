import type { Database } from '@kept/store/database/connect.ts'
import { pruneKeys } from '@kept/store/idempotency/keys.ts'
import { listOrganizations } from '@kept/store/organizations/list.ts'
import * as z from 'zod'
import { defineJob } from '../platform/jobs.ts'

export const pruneIdempotencyJob = defineJob({
  name: 'prune-idempotency-keys',
  input: z.object({}),
  retries: 1,
  cron: '23 * * * *',
  run: async (_input, { database, now }: { database: Database; now(): Date }, signal) => {
    for (const { id } of await listOrganizations(database)) {
      signal.throwIfAborted()
      await pruneKeys(database, { organizationId: id }, now())
    }
  },
})
