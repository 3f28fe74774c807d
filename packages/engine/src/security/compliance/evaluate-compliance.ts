/** The status of each requirement of a framework, from the last scans, declared evidence and uploads. */
import {
  type EvidenceClaim,
  type FrameworkId,
  maxEvidenceDays,
  maxScanDays,
  type RequirementStatus,
} from '@kept/domain/compliance.ts'
import type { ScanResult } from '@kept/domain/security-scan.ts'
import { dayMs } from '@kept/foundation/calendar/instant.ts'
import { coverage } from './coverage.ts'
import { frameworks } from './frameworks.ts'

export interface ScannedCheck extends Pick<ScanResult, 'check_id' | 'title' | 'status' | 'detail'> {
  scan_id: string
  observed_at: string
}

interface UploadedEvidence {
  requirement: string
  claim: EvidenceClaim
  /** The reason where the requirement does not apply. */
  description: string
  observed_until: string
}

/** What Kept's own assessment says of a requirement: for ASVS. */
export interface DeclaredRequirement {
  id: string
  status: RequirementStatus
  detail: string
}

interface AssessedRequirement {
  id: string
  group: string
  /** Short. Of our own where the wording of the publisher may not be used. */
  title: string
  status: RequirementStatus
  /** Why it has this status, in one sentence. */
  detail: string
  /** Without those that do not apply; stale ones count for nothing. */
  checks: (ScannedCheck & { is_stale: boolean })[]
}

interface ComplianceFacts {
  checks: readonly ScannedCheck[]
  /** The newest first; of each requirement the newest counts. */
  evidence: readonly UploadedEvidence[]
  declared: readonly DeclaredRequirement[]
}

/** In the order of the framework. `now` in milliseconds. */
export function evaluateCompliance(
  framework: FrameworkId,
  { checks, evidence, declared }: ComplianceFacts,
  now: number,
): AssessedRequirement[] {
  const { titles, groups, groupKey, uncoveredDetail = 'There is no check and no evidence.' } = frameworks[framework]
  const isOlder = (moment: string, days: number) => now - Temporal.Instant.from(moment).epochMilliseconds > days * dayMs
  const byId = new Map(checks.map((check) => [check.check_id, check]))
  return Object.entries(titles).map(([id, title]): AssessedRequirement => {
    const covered = coverage[framework][id]
    const ofRequirement = (covered ?? []).flatMap((checkId) => {
      const check = byId.get(checkId)
      return check && check.status !== 'not_applicable'
        ? [{ ...check, is_stale: isOlder(check.observed_at, maxScanDays) }]
        : []
    })
    const current = ofRequirement.filter(({ is_stale }) => !is_stale)
    const newest = evidence.find(({ requirement }) => requirement === id)
    const claim = newest && !isOlder(newest.observed_until, maxEvidenceDays) ? newest : undefined
    const own = declared.find((candidate) => candidate.id === id)
    const key = groupKey(id)
    const unknownDetail = covered
      ? 'No scan of the last 7 days has a check that applies, and there is no evidence.'
      : uncoveredDetail
    return {
      ...{ id, group: groups[key] ?? key, title, checks: ofRequirement },
      ...(own && !claim ? { status: own.status, detail: own.detail } : statusOf(current, claim, unknownDetail)),
    }
  })
}

function statusOf(
  checks: readonly ScannedCheck[],
  evidence: UploadedEvidence | undefined,
  unknownDetail: string,
): Pick<AssessedRequirement, 'status' | 'detail'> {
  if (evidence?.claim === 'not_applicable') return { status: 'not_applicable', detail: evidence.description }
  const passing = checks.filter(({ status }) => status === 'pass')
  const failing = checks.filter(({ status }) => status === 'fail')
  const counts = `${passing.length} of ${passing.length + failing.length} checks pass`
  if (failing.length > 0)
    return passing.length > 0 || evidence
      ? { status: 'partly', detail: `${counts}. Failing: ${failing[0]?.title}.` }
      : { status: 'failing', detail: `No check passes. Failing: ${failing[0]?.title}.` }
  if (evidence?.claim === 'met')
    return { status: 'met', detail: passing.length > 0 ? `Evidence shows it, and ${counts}.` : 'Evidence shows it.' }
  if (evidence) return { status: 'partly', detail: 'Evidence shows a part of it.' }
  if (passing.length > 0) return { status: 'partly', detail: `${counts}. Evidence is missing for the rest.` }
  if (checks.length > 0) return { status: 'unknown', detail: 'The inventory does not say what its checks read.' }
  return { status: 'unknown', detail: unknownDetail }
}
