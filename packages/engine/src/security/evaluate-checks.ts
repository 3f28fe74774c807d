import type { CheckResult } from '@kept/domain/security-check.ts'
import { type SecurityFacts, securityChecks } from './checks.ts'

/** The results, failing ones first, then unknown ones, each group by severity. */
export function evaluateSecurityChecks(facts: SecurityFacts, now: number): CheckResult[] {
  const results = securityChecks.map(({ evaluate, certainty: _reason, ...check }): CheckResult => {
    const outcome = evaluate(facts, now)
    if (!outcome) return { ...check, status: 'not_applicable', detail: 'There is nothing to check.' }
    const { passes, detail } = outcome
    return { ...check, status: passes === undefined ? 'unknown' : passes ? 'pass' : 'fail', detail }
  })
  const statuses = ['fail', 'unknown', 'pass', 'not_applicable']
  // The list above is by severity, and sorting is stable.
  return results.sort((a, b) => statuses.indexOf(a.status) - statuses.indexOf(b.status))
}
