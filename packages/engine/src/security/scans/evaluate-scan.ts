/** All checks of a kind of scan, one after the other, so that the progress of a scan is known. */
import type { InventoryRow } from '@kept/domain/facts.ts'
import type { ScanKind, ScanResult } from '@kept/domain/security-scan.ts'
import type { SecurityFacts } from '../checks.ts'
import { countSecurityChecks } from '../evaluate-checks.ts'
import { cloudChecks } from './cloud/all.ts'
import { evaluateInventoryCheck } from './inventory-check.ts'
import type { InventoryCoverage } from './inventory-coverage.ts'
import { evaluateOrganizationCheck, type OrganizationFacts, organizationChecks } from './organization-checks.ts'

export interface ScanFacts {
  security: SecurityFacts
  organization: OrganizationFacts
  /** Read for cloud scans only. */
  inventory: readonly InventoryRow[]
  coverage: InventoryCoverage
}

/** Checks of the score that are about access or secrets; the others are about sign-in and policies. */
const kindOfScored: Readonly<Record<string, ScanKind>> = {
  'second-admin': 'access',
  'no-inactive-users': 'access',
  'api-keys-young': 'secrets',
  'api-keys-used': 'secrets',
  'api-key-addresses': 'secrets',
}

/** The results by severity. `now` in milliseconds. */
export function evaluateScan(kind: ScanKind, facts: ScanFacts, now: number): ScanResult[] {
  if (kind === 'cloud') {
    const today = Temporal.Instant.fromEpochMilliseconds(now).toString().slice(0, 10)
    const context = { today, rows: facts.inventory, coverage: facts.coverage }
    return bySeverity(cloudChecks.map((check) => evaluateInventoryCheck(check, context)))
  }
  const scored = countSecurityChecks(facts.security, now).filter(({ id }) => (kindOfScored[id] ?? 'self') === kind)
  const others = organizationChecks.filter((check) => check.kind === kind)
  return bySeverity([
    ...scored.map(({ id, ...result }): ScanResult => ({ ...result, check_id: id, subjects: [] })),
    ...others.map((check) => evaluateOrganizationCheck(check, facts.organization, now)),
  ])
}

const severities = ['critical', 'high', 'medium', 'low']

function bySeverity(results: ScanResult[]): ScanResult[] {
  return results.sort((a, b) => severities.indexOf(a.severity) - severities.indexOf(b.severity))
}
