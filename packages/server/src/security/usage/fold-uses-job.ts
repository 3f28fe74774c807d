/** Every hour: what users and keys did is folded from the audit log, so that a list of unused permissions reads little. */
import { UNUSED_AFTER_DAYS } from '@kept/domain/access-usage.ts'
import { dayMs } from '@kept/foundation/calendar/instant.ts'
import { deleteUsesBefore, foldUses } from '@kept/store/audit/uses.ts'
import type { Database } from '@kept/store/database/connect.ts'
import * as z from 'zod'
import { forEachOrganization } from '../../platform/each-organization.ts'
import { defineJob } from '../../platform/jobs.ts'

export const foldUsesJob = defineJob({
  name: 'audit-uses',
  input: z.object({}),
  retries: 1,
  cron: '13 * * * *',
  async run(_input, { database, now }: { database: Database; now(): Date }, signal) {
    const since = new Date(now().getTime() - UNUSED_AFTER_DAYS * dayMs)
    await forEachOrganization(database, signal, async (scope) => {
      await database.scoped(scope, async (tx) => {
        await foldUses(tx, since)
        await deleteUsesBefore(tx, since)
      })
    })
  },
})
