import { type CheckResult, checkWeights } from '@kept/domain/security-check.ts'

interface SecurityScore {
  /** 0 to 100: the points earned, as a share of those possible; 100 when nothing applies. */
  value: number
  earned: number
  possible: number
}

/** A check that does not apply counts for nothing. */
export function scoreOf(results: readonly Pick<CheckResult, 'severity' | 'status'>[]): SecurityScore {
  const points = (status: CheckResult['status']) =>
    results.reduce((sum, result) => sum + (result.status === status ? checkWeights[result.severity] : 0), 0)
  const earned = points('pass')
  const possible = earned + points('fail')
  return { value: possible === 0 ? 100 : Math.floor((100 * earned) / possible), earned, possible }
}
