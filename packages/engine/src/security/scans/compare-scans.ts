import type { ScanResult } from '@kept/domain/security-scan.ts'

interface ScanComparison {
  /** Checks that fail now and did not fail before. */
  new_failures: string[]
  /** Checks that failed before and pass now. */
  fixed: string[]
  /** Checks that failed before and fail now. */
  still_failing: string[]
}

type Compared = Pick<ScanResult, 'check_id' | 'status'>

/** A check that becomes unknown is neither new nor fixed. */
export function compareScans(previous: readonly Compared[], current: readonly Compared[]): ScanComparison {
  const before = new Map(previous.map(({ check_id, status }) => [check_id, status]))
  const idsWhere = (isCounted: (before: ScanResult['status'] | undefined, now: ScanResult['status']) => boolean) =>
    current.filter(({ check_id, status }) => isCounted(before.get(check_id), status)).map(({ check_id }) => check_id)
  return {
    new_failures: idsWhere((was, is) => is === 'fail' && was !== 'fail'),
    fixed: idsWhere((was, is) => is === 'pass' && was === 'fail'),
    still_failing: idsWhere((was, is) => is === 'fail' && was === 'fail'),
  }
}
