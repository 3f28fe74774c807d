/** When security scans of an organization run by themselves, where it chose so. */
import type { ScanTimes } from '@kept/domain/scan-schedule.ts'
import type { ScanKind } from '@kept/domain/security-scan.ts'
import type { ScopedTransaction } from '../database/connect.ts'

interface StoredScanSchedule extends ScanTimes {
  kind: ScanKind
  /** Null when turned off. */
  next_run_at: Date | null
  updated_by: string
}

export function listScanSchedules(tx: ScopedTransaction): Promise<StoredScanSchedule[]> {
  return tx
    .selectFrom('scan_schedule')
    .select(['kind', 'frequency', 'weekday', 'hour', 'time_zone', 'next_run_at', 'updated_by'])
    .where('organization_id', '=', tx.scopedTo)
    .execute()
}

export async function saveScanSchedule(tx: ScopedTransaction, schedule: StoredScanSchedule, at: Date): Promise<void> {
  const { kind, ...fields } = schedule
  await tx
    .insertInto('scan_schedule')
    .values({ organization_id: tx.scopedTo, kind, ...fields, updated_at: at })
    .onConflict((conflict) => conflict.columns(['organization_id', 'kind']).doUpdateSet({ ...fields, updated_at: at }))
    .execute()
}

/** Moves a due schedule on. False when another process did. */
export async function advanceScanSchedule(
  tx: ScopedTransaction,
  kind: ScanKind,
  { due, next }: { due: Date; next: Date },
): Promise<boolean> {
  const moved = await tx
    .updateTable('scan_schedule')
    .set({ next_run_at: next })
    .where('organization_id', '=', tx.scopedTo)
    .where('kind', '=', kind)
    .where('next_run_at', '=', due)
    .returning('kind')
    .execute()
  return moved.length > 0
}
