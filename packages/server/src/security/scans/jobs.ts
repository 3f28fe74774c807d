/** Scans run in a job; every night, one of every kind that an organization has no schedule for. */

import type { Scope } from '@kept/domain/scope.ts'
import { type ScanKind, scanKinds } from '@kept/domain/security-scan.ts'
import type { Database, ScopedTransaction } from '@kept/store/database/connect.ts'
import { listScanSchedules } from '@kept/store/security/scan-schedules.ts'
import { createScan } from '@kept/store/security/scans.ts'
import * as z from 'zod'
import type { Services } from '../../platform/context.ts'
import { forEachOrganization } from '../../platform/each-organization.ts'
import { defineJob } from '../../platform/jobs.ts'
import { failScan, runScan, type ScanDeps } from './run-scan.ts'

export const scanJob = defineJob({
  name: 'security-scan',
  input: z.object({ organization_id: z.uuid(), scan_id: z.uuid() }),
  retries: 2,
  async run({ organization_id, scan_id }, deps: ScanDeps, signal, { last }) {
    const scope = { organizationId: organization_id }
    try {
      await runScan(deps, scope, scan_id, signal)
    } catch (error) {
      // An interrupted scan is queued again.
      if (last && !signal.aborted) await failScan(deps, scope, scan_id)
      throw error
    }
  },
})

/** Queues a scan with its job, which starts it again when it is interrupted. Undefined while its kind is scanned. */
export async function queueScan(
  tx: ScopedTransaction,
  jobs: Services['jobs'],
  scan: Parameters<typeof createScan>[1],
): Promise<string | undefined> {
  const id = await createScan(tx, scan)
  if (id !== undefined) await jobs.send(scanJob, { organization_id: tx.scopedTo, scan_id: id }, { within: tx })
  return id
}

export type QueueDeps = Pick<Services, 'jobs' | 'now'> & { database: Database }

export const nightlyCron = '17 4 * * *'

export const scanDailyJob = defineJob({
  name: 'security-scans-daily',
  input: z.object({}),
  retries: 1,
  cron: nightlyCron,
  run: (_input, deps: QueueDeps, signal) => scanEveryOrganization(deps, signal),
})

/** Each scan is a job of its own: one that fails, or a night that is interrupted, keeps no other from ending. */
export async function scanEveryOrganization({ database, jobs, now }: QueueDeps, signal?: AbortSignal): Promise<void> {
  await forEachOrganization(database, signal, (scope) =>
    database.scoped(scope, async (tx) => {
      for (const kind of await unscheduledKinds(tx)) await queueScan(tx, jobs, byKept(kind, now()))
    }),
  )
  jobs.wake(scanJob)
}

/** One scan of every kind without a schedule of its own, ended on return; kinds that are being scanned are left out. */
export async function scanOrganization(deps: ScanDeps, scope: Scope): Promise<void> {
  const { database, now } = deps
  for (const kind of await database.scoped(scope, unscheduledKinds)) {
    const scanId = await database.scoped(scope, (tx) => createScan(tx, byKept(kind, now())))
    if (scanId === undefined) continue
    try {
      await runScan(deps, scope, scanId)
    } catch (error) {
      await failScan(deps, scope, scanId)
      throw error
    }
  }
}

async function unscheduledKinds(tx: ScopedTransaction): Promise<ScanKind[]> {
  const scheduled = await listScanSchedules(tx)
  return scanKinds.filter((candidate) => !scheduled.some(({ kind }) => kind === candidate))
}

const byKept = (kind: ScanKind, at: Date) => ({ kind, trigger: 'schedule', requested_by: 'Kept', at }) as const
