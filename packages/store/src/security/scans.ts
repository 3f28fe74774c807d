/** Security scans of an organization and their results. */
import { KeptError } from '@kept/domain/errors.ts'
import type { CheckSeverity } from '@kept/domain/security-check.ts'
import type { ScanKind, ScanResult } from '@kept/domain/security-scan.ts'
import { dayMs } from '@kept/foundation/calendar/instant.ts'
import { isUuid } from '@kept/foundation/uuid.ts'
import type { Selectable } from 'kysely'
import type { ScopedTransaction } from '../database/connect.ts'
import type { SecuritySchema } from './schema.ts'

type Row = Selectable<SecuritySchema['security_scan']>

export interface StoredScan extends Omit<Row, 'organization_id' | 'created_at' | 'started_at' | 'completed_at'> {
  created_at: string
  started_at: string | null
  completed_at: string | null
}

/** Scans of a kind beyond these are deleted, the oldest first. */
const MAX_SCANS = 90

/** The job of a scan, with its retries, ends within 18 hours: nothing works on a scan that is older than this. */
const ABANDONED_AFTER_MS = dayMs

/** Returns undefined while one of this kind is queued or running. One that was abandoned counts as failed. */
export async function createScan(
  tx: ScopedTransaction,
  scan: Pick<StoredScan, 'kind' | 'trigger' | 'requested_by'> & { at: Date },
): Promise<string | undefined> {
  const { at, ...fields } = scan
  await tx
    .updateTable('security_scan')
    .set({ status: 'failed', failure_reason: 'The scan did not end within a day.', completed_at: at })
    .where('organization_id', '=', tx.scopedTo)
    .where('kind', '=', fields.kind)
    .where('status', 'in', ['queued', 'running'])
    .where('created_at', '<', new Date(at.getTime() - ABANDONED_AFTER_MS))
    .execute()
  const row = await tx
    .insertInto('security_scan')
    .values({ organization_id: tx.scopedTo, ...fields, status: 'queued', created_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

export async function listScans(
  tx: ScopedTransaction,
  { kind, page, page_size }: { kind?: ScanKind | undefined; page: number; page_size: number },
): Promise<{ scans: StoredScan[]; total: number }> {
  const scans = tx
    .selectFrom('security_scan')
    .where('organization_id', '=', tx.scopedTo)
    .$if(kind !== undefined, (query) => query.where('kind', '=', kind ?? 'self'))
  const { total } = await scans.select((eb) => eb.fn.countAll<string>().as('total')).executeTakeFirstOrThrow()
  const rows = await scans
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(page_size)
    .offset((page - 1) * page_size)
    .execute()
  return { scans: rows.map(toScan), total: Number(total) }
}

export async function findScan(tx: ScopedTransaction, id: string): Promise<StoredScan> {
  const row = isUuid(id)
    ? await tx
        .selectFrom('security_scan')
        .selectAll()
        .where('organization_id', '=', tx.scopedTo)
        .where('id', '=', id)
        .executeTakeFirst()
    : undefined
  if (!row) throw new KeptError('not_found', 'There is no security scan with this ID.')
  return toScan(row)
}

/** The last completed scan of the kind that was created before this one. */
export async function findPreviousScan(
  tx: ScopedTransaction,
  { id, kind, created_at }: StoredScan,
): Promise<StoredScan | undefined> {
  const row = await tx
    .selectFrom('security_scan')
    .selectAll()
    .where('organization_id', '=', tx.scopedTo)
    .where('kind', '=', kind)
    .where('status', '=', 'completed')
    .where('created_at', '<=', new Date(created_at))
    .where('id', '!=', id)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row && toScan(row)
}

/** A scan that was interrupted starts again without results. Undefined when it has ended or was deleted. */
export async function beginScan(tx: ScopedTransaction, id: string, at: Date): Promise<StoredScan | undefined> {
  const row = await tx
    .updateTable('security_scan')
    .set({ status: 'running', started_at: at, checks_done: 0 })
    .where('organization_id', '=', tx.scopedTo)
    .where('id', '=', id)
    .where('status', 'in', ['queued', 'running'])
    .returningAll()
    .executeTakeFirst()
  if (!row) return undefined
  await tx
    .deleteFrom('security_scan_result')
    .where('organization_id', '=', tx.scopedTo)
    .where('scan_id', '=', id)
    .execute()
  return toScan(row)
}

/** Adds results after the first `done` ones. */
export async function addScanResults(
  tx: ScopedTransaction,
  id: string,
  results: readonly ScanResult[],
  { done, total }: { done: number; total: number },
): Promise<void> {
  await tx
    .insertInto('security_scan_result')
    .values(
      results.map(({ subjects, ...result }, index) => ({
        ...{ organization_id: tx.scopedTo, scan_id: id, position: done + index },
        ...result,
        subjects: JSON.stringify(subjects),
      })),
    )
    .execute()
  await tx
    .updateTable('security_scan')
    .set({ checks_total: total, checks_done: done + results.length })
    .where('organization_id', '=', tx.scopedTo)
    .where('id', '=', id)
    .execute()
}

type Outcome = Pick<StoredScan, 'passed' | 'failed' | 'unknown' | 'not_applicable'>

export async function finishScan(
  tx: ScopedTransaction,
  { id, kind }: Pick<StoredScan, 'id' | 'kind'>,
  outcome: Outcome | { failure_reason: string },
  at: Date,
): Promise<void> {
  const status = 'failure_reason' in outcome ? 'failed' : 'completed'
  await tx
    .updateTable('security_scan')
    .set({ ...outcome, status, completed_at: at })
    .where('organization_id', '=', tx.scopedTo)
    .where('id', '=', id)
    .execute()
  const newest = tx
    .selectFrom('security_scan')
    .select('id')
    .where('organization_id', '=', tx.scopedTo)
    .where('kind', '=', kind)
    .orderBy('created_at', 'desc')
    .limit(MAX_SCANS)
  await tx
    .deleteFrom('security_scan')
    .where('organization_id', '=', tx.scopedTo)
    .where('kind', '=', kind)
    .where('id', 'not in', newest)
    .execute()
}

/** By severity, as the scan evaluated them. */
export async function listScanResults(tx: ScopedTransaction, scanId: string): Promise<ScanResult[]> {
  const rows = await tx
    .selectFrom('security_scan_result')
    .selectAll()
    .where('organization_id', '=', tx.scopedTo)
    .where('scan_id', '=', scanId)
    .orderBy('position')
    .execute()
  return rows.map(({ scan_id: _, organization_id: __, position: ___, ...result }) => result)
}

/** The newest completed scan of each kind. */
export async function lastScans(tx: ScopedTransaction): Promise<StoredScan[]> {
  const rows = await tx
    .selectFrom('security_scan')
    .selectAll()
    .distinctOn('kind')
    .where('organization_id', '=', tx.scopedTo)
    .where('status', '=', 'completed')
    .orderBy('kind')
    .orderBy('created_at', 'desc')
    .execute()
  return rows.map(toScan)
}

type FailingChecks = Record<CheckSeverity, number>

/** How many checks of each scan fail, by severity; a scan without one is missing. */
export async function countFailingChecks(
  tx: ScopedTransaction,
  scanIds: readonly string[],
): Promise<Map<string, FailingChecks>> {
  if (scanIds.length === 0) return new Map()
  const rows = await tx
    .selectFrom('security_scan_result')
    .select(['scan_id', 'severity'])
    .select((eb) => eb.fn.countAll<string>().as('checks'))
    .where('organization_id', '=', tx.scopedTo)
    .where('scan_id', 'in', scanIds)
    .where('status', '=', 'fail')
    .groupBy(['scan_id', 'severity'])
    .execute()
  const counts = new Map<string, FailingChecks>()
  for (const { scan_id, severity, checks } of rows) {
    const others = counts.get(scan_id) ?? { critical: 0, high: 0, medium: 0, low: 0 }
    counts.set(scan_id, { ...others, [severity]: Number(checks) })
  }
  return counts
}

function toScan({ organization_id: _, created_at, started_at, completed_at, ...scan }: Row): StoredScan {
  return {
    ...scan,
    created_at: created_at.toISOString(),
    started_at: started_at?.toISOString() ?? null,
    completed_at: completed_at?.toISOString() ?? null,
  }
}
