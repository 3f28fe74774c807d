import type { CheckResult } from '@kept/domain/security-check.ts'
import { type SecurityFacts, securityChecks } from './checks.ts'

interface CountedResult extends CheckResult {
  /** Users, API keys, or the organization itself as one. */
  evaluated_count: number
  failing_count: number
}

/** The results, failing ones first, then unknown ones, each group by severity. */
export function evaluateSecurityChecks(facts: SecurityFacts, now: number): CheckResult[] {
  return countSecurityChecks(facts, now).map(
    ({ evaluated_count: _evaluated, failing_count: _failing, ...result }): CheckResult => result,
  )
}

/** The same with how many each of them evaluated and how many of these fail. */
export function countSecurityChecks(facts: SecurityFacts, now: number): CountedResult[] {
  const results = securityChecks.map(({ evaluate, certainty: _reason, ...check }): CountedResult => {
    const nothing = { evaluated_count: 0, failing_count: 0 }
    const outcome = evaluate(facts, now)
    if (!outcome) return { ...check, status: 'not_applicable', detail: 'There is nothing to check.', ...nothing }
    const { passes, detail } = outcome
    if (passes === undefined) return { ...check, status: 'unknown', detail, ...nothing }
    const { evaluated, failing } = outcome.counts ?? { evaluated: 1, failing: passes ? 0 : 1 }
    return { ...check, status: passes ? 'pass' : 'fail', detail, evaluated_count: evaluated, failing_count: failing }
  })
  const statuses = ['fail', 'unknown', 'pass', 'not_applicable']
  // The checks are listed by severity, and sorting is stable.
  return results.sort((a, b) => statuses.indexOf(a.status) - statuses.indexOf(b.status))
}
