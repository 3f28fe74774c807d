/** Schedules of scans that an organization chose, and the scans that are due by them. */
import type { ScanSchedule } from '@kept/contract/routes/security-scans.ts'
import { defaultScanTimes, type ScanTimes } from '@kept/domain/scan-schedule.ts'
import type { Scope } from '@kept/domain/scope.ts'
import { type ScanKind, scanKinds } from '@kept/domain/security-scan.ts'
import { nextScan } from '@kept/engine/security/scans/next-scan.ts'
import { recordAudit } from '@kept/store/audit/record.ts'
import type { ScopedTransaction } from '@kept/store/database/connect.ts'
import { advanceScanSchedule, listScanSchedules, saveScanSchedule } from '@kept/store/security/scan-schedules.ts'
import * as z from 'zod'
import type { Acting } from '../../platform/acting.ts'
import { forEachOrganization } from '../../platform/each-organization.ts'
import { defineJob } from '../../platform/jobs.ts'
import { nightlyCron, type QueueDeps, queueScan, scanJob } from './jobs.ts'

export async function readScanSchedules(tx: ScopedTransaction, now: Date): Promise<ScanSchedule[]> {
  const stored = await listScanSchedules(tx)
  return scanKinds.map((kind) => {
    const own = stored.find((schedule) => schedule.kind === kind)
    if (own) return { ...own, next_run_at: own.next_run_at?.toISOString() ?? null }
    return { kind, ...defaultScanTimes, next_run_at: nextNight(now).toISOString(), updated_by: '' }
  })
}

async function readScanSchedule(tx: ScopedTransaction, kind: ScanKind, now: Date): Promise<ScanSchedule> {
  const schedule = (await readScanSchedules(tx, now)).find((candidate) => candidate.kind === kind)
  if (!schedule) throw new Error(`no schedule of ${kind} scans`)
  return schedule
}

function nextNight(now: Date): Date {
  const [minute, hour] = nightlyCron.split(' ').map(Number)
  const night = new Date(now)
  night.setUTCHours(hour ?? 0, minute ?? 0, 0, 0)
  if (night <= now) night.setUTCDate(night.getUTCDate() + 1)
  return night
}

export async function updateScanSchedule(
  tx: ScopedTransaction,
  { auditContext, actor }: Acting,
  { kind, ...times }: ScanTimes & { kind: ScanKind },
): Promise<ScanSchedule> {
  const { at } = auditContext
  const before = await readScanSchedule(tx, kind, at)
  const next = nextScan(times, at.getTime())
  const next_run_at = next === null ? null : new Date(next)
  await saveScanSchedule(tx, { kind, ...times, next_run_at, updated_by: actor.name }, at)
  await recordAudit(tx, {
    ...auditContext,
    action: 'scan_schedule.updated',
    target: kind,
    summary: `The schedule of ${kind} scans was changed.`,
    before: { ...before },
    after: { ...times },
  })
  return readScanSchedule(tx, kind, at)
}

export const scheduledScansJob = defineJob({
  name: 'security-scans-scheduled',
  input: z.object({}),
  retries: 1,
  // Some time zones are a quarter of an hour apart.
  cron: '*/15 * * * *',
  async run(_input, deps: QueueDeps, signal) {
    await forEachOrganization(deps.database, signal, (scope) => startDueScans(deps, scope))
  },
})

/** What was missed while Kept was stopped is scanned once. */
export async function startDueScans({ database, jobs, now }: QueueDeps, scope: Scope): Promise<void> {
  const at = now()
  const started = await database.scoped(scope, async (tx) => {
    let scans = 0
    for (const { kind, next_run_at: due, ...times } of await listScanSchedules(tx)) {
      const next = nextScan(times, at.getTime())
      if (due === null || due > at || next === null) continue
      if (!(await advanceScanSchedule(tx, kind, { due, next: new Date(next) }))) continue
      // A scan that is running already is not started again.
      const id = await queueScan(tx, jobs, { kind, trigger: 'schedule', requested_by: 'Kept', at })
      if (id !== undefined) scans += 1
    }
    return scans
  })
  if (started > 0) jobs.wake(scanJob)
}
