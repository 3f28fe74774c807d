/** The compliance of an organization with a framework, at this moment. */
import type { Compliance, ComplianceEvidence } from '@kept/contract/routes/security-compliance.ts'
import {
  evidenceTypes,
  type FrameworkId,
  frameworkIds,
  maxEvidenceDays,
  requirementStatuses,
} from '@kept/domain/compliance.ts'
import { KeptError } from '@kept/domain/errors.ts'
import type { Scope } from '@kept/domain/scope.ts'
import { evaluateCompliance, type ScannedCheck } from '@kept/engine/security/compliance/evaluate-compliance.ts'
import { frameworks } from '@kept/engine/security/compliance/frameworks.ts'
import { monthsCovered, shownMonths } from '@kept/engine/security/compliance/months-covered.ts'
import { dayMs, utcDay } from '@kept/foundation/calendar/instant.ts'
import type { Database, ScopedTransaction } from '@kept/store/database/connect.ts'
import { listAssignments, type StoredAssignment } from '@kept/store/security/compliance-assignments.ts'
import { listEvidence, type StoredEvidence } from '@kept/store/security/evidence.ts'
import { lastScans, listScanResults } from '@kept/store/security/scans.ts'
import { readDeclaredAsvs } from './declared-asvs.ts'

export function requireFramework(requested: string): FrameworkId {
  const framework = frameworkIds.find((candidate) => candidate === requested)
  if (framework) return framework
  throw new KeptError('not_found', `There is no framework "${requested}". Use one of ${frameworkIds.join(', ')}.`)
}

export async function readCompliance(
  database: Database,
  scope: Scope,
  { framework, now }: { framework: FrameworkId; now: Date },
): Promise<Compliance> {
  const declared = framework === 'asvs' ? await readDeclaredAsvs() : []
  const { checks, evidence, assignments } = await database.scoped(scope, async (tx) => ({
    checks: await readChecks(tx),
    evidence: (await listEvidence(tx, framework)).map((stored) => toEvidence(stored, now)),
    assignments: await listAssignments(tx, framework),
  }))
  const assessed = evaluateCompliance(framework, { checks, evidence, declared }, now.getTime())
  const months = shownMonths(utcDay(now))
  const requirements = assessed.map((requirement) => {
    const own = evidence.filter((item) => item.requirement === requirement.id)
    return {
      ...{ ...requirement, evidence: own },
      months: monthsCovered(months, { evidence: own, checks: requirement.checks }),
      ...assignmentOf(assignments, requirement.id, now),
    }
  })
  const countOf = (status: string) => requirements.filter((requirement) => requirement.status === status).length
  const [met, partly, failing, not_applicable, unknown] = requirementStatuses.map(countOf)
  return {
    framework,
    title: frameworks[framework].title,
    counts: {
      ...{ met: met ?? 0, partly: partly ?? 0, failing: failing ?? 0 },
      ...{ not_applicable: not_applicable ?? 0, unknown: unknown ?? 0 },
    },
    assessed_at: now.toISOString(),
    months,
    requirements,
  }
}

/** A review is overdue once its day has passed in UTC. */
function assignmentOf(assignments: readonly StoredAssignment[], id: string, now: Date) {
  const assignment = assignments.find(({ requirement }) => requirement === id)
  const { owner_id, owner_name, next_review } = assignment ?? { owner_id: null, owner_name: '', next_review: null }
  return { owner_id, owner_name, next_review, is_review_overdue: next_review !== null && next_review < utcDay(now) }
}

async function readChecks(tx: ScopedTransaction): Promise<ScannedCheck[]> {
  const checks: ScannedCheck[] = []
  for (const { id, completed_at, created_at } of await lastScans(tx)) {
    const results = await listScanResults(tx, id)
    checks.push(
      ...results.map(({ check_id, title, status, detail }) => ({
        ...{ check_id, title, status, detail, scan_id: id, observed_at: completed_at ?? created_at },
      })),
    )
  }
  return checks
}

export function toEvidence({ framework: _, media_type, ...stored }: StoredEvidence, now: Date): ComplianceEvidence {
  const days = (now.getTime() - Date.parse(stored.observed_until)) / dayMs
  return {
    ...stored,
    media_type: evidenceTypes.find((type) => type === media_type) ?? 'text/plain',
    age_days: Math.max(0, Math.floor(days)),
    is_stale: days > maxEvidenceDays,
  }
}
