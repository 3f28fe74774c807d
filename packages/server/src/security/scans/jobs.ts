/** Scans run in a job; every night, one of every kind that an organization has no schedule for. */

import type { Scope } from '@kept/domain/scope.ts'
import { scanKinds } from '@kept/domain/security-scan.ts'
import { listOrganizations } from '@kept/store/organizations/list.ts'
import { listScanSchedules } from '@kept/store/security/scan-schedules.ts'
import { createScan } from '@kept/store/security/scans.ts'
import * as z from 'zod'
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

export const nightlyCron = '17 4 * * *'

export const scanDailyJob = defineJob({
  name: 'security-scans-daily',
  input: z.object({}),
  retries: 1,
  cron: nightlyCron,
  run: (_input, deps: ScanDeps, signal) => scanEveryOrganization(deps, signal),
})

export async function scanEveryOrganization(deps: ScanDeps, signal?: AbortSignal): Promise<void> {
  for (const { id } of await listOrganizations(deps.database))
    await scanOrganization(deps, { organizationId: id }, signal)
}

/** One scan of every kind without a schedule of its own; kinds that are being scanned are left out. */
export async function scanOrganization(deps: ScanDeps, scope: Scope, signal?: AbortSignal): Promise<void> {
  const scheduled = await deps.database.scoped(scope, listScanSchedules)
  for (const kind of scanKinds.filter((candidate) => !scheduled.some((own) => own.kind === candidate))) {
    signal?.throwIfAborted()
    const scan = { kind, trigger: 'schedule', requested_by: 'Kept', at: deps.now() } as const
    const scanId = await deps.database.scoped(scope, (tx) => createScan(tx, scan))
    if (scanId !== undefined) await runScan(deps, scope, scanId, signal)
  }
}
