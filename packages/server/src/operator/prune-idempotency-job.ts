import type { Database } from '@kept/store/database/connect.ts'
import { pruneKeys } from '@kept/store/idempotency/keys.ts'
import * as z from 'zod'
import { forEachOrganization } from '../platform/each-organization.ts'
import { defineJob } from '../platform/jobs.ts'

export const pruneIdempotencyJob = defineJob({
  name: 'prune-idempotency-keys',
  input: z.object({}),
  retries: 1,
  cron: '23 * * * *',
  run: async (_input, { database, now }: { database: Database; now(): Date }, signal) => {
    await forEachOrganization(database, signal, (scope) => pruneKeys(database, scope, now()))
  },
})
