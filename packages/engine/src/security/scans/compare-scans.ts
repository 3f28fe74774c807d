import type { ScanResult } from '@kept/domain/security-scan.ts'

interface ScanComparison {
  /** Checks that fail now and did not fail before. */
  new_failures: string[]
  /** Checks that failed before and pass now. */
  fixed: string[]
  /** Checks that failed before and fail now. */
  still_failing: string[]
  /** Those of them that fail for many more resources, users or keys. */
  grown: string[]
}

type Compared = Pick<ScanResult, 'check_id' | 'status' | 'failing_count'>

/** At least twice as many, and five more: a resource that comes and goes raises no alert every night. */
const growthFactor = 2
const minGrowth = 5

/** A check that becomes unknown is neither new nor fixed. */
export function compareScans(previous: readonly Compared[], current: readonly Compared[]): ScanComparison {
  const before = new Map(previous.map((result) => [result.check_id, result]))
  const idsWhere = (isCounted: (now: Compared, before: Compared | undefined) => boolean) =>
    current.filter((now) => isCounted(now, before.get(now.check_id))).map(({ check_id }) => check_id)
  return {
    new_failures: idsWhere((now, was) => now.status === 'fail' && was?.status !== 'fail'),
    fixed: idsWhere((now, was) => now.status === 'pass' && was?.status === 'fail'),
    still_failing: idsWhere((now, was) => now.status === 'fail' && was?.status === 'fail'),
    grown: idsWhere((now, was) => now.status === 'fail' && was?.status === 'fail' && isGrown(was, now)),
  }
}

function isGrown({ failing_count: was }: Compared, { failing_count: now }: Compared): boolean {
  return now >= was * growthFactor && now - was >= minGrowth
}
