import type { ComplianceRequirement } from '@kept/contract/routes/security-compliance.ts'
import {
  type EvidenceClaim,
  type FrameworkId,
  frameworkIds,
  type MonthCover,
  type RequirementStatus,
} from '@kept/domain/compliance.ts'
import { counted, formatCount } from '@kept/foundation/format/number.ts'

export const frameworkLabels: Record<FrameworkId, string> = {
  'nist-800-53': 'NIST 800-53',
  soc2: 'SOC 2',
  'iso-27001': 'ISO 27001',
  asvs: 'OWASP ASVS',
  osps: 'OSPS',
  'finos-ccc': 'FINOS CCC',
}

export const requirementLabels: Record<RequirementStatus, string> = {
  met: 'Met',
  partly: 'Partly met',
  failing: 'Failing',
  not_applicable: 'Not applicable',
  unknown: 'Unknown',
}

/** How a requirement is drawn: as its status, or as one whose evidence is too old to count. */
export const requirementMarks = ['met', 'partly', 'failing', 'expired', 'not_applicable', 'unknown'] as const
export type RequirementMark = (typeof requirementMarks)[number]

export const markLabels: Record<RequirementMark, string> = { ...requirementLabels, expired: 'Evidence expired' }

export function markOf({ status, evidence }: Pick<ComplianceRequirement, 'status' | 'evidence'>): RequirementMark {
  return status === 'unknown' && evidence.some(({ is_stale }) => is_stale) ? 'expired' : status
}

export function countMarks(requirements: readonly ComplianceRequirement[]): Record<RequirementMark, number> {
  const counts = { met: 0, partly: 0, failing: 0, expired: 0, not_applicable: 0, unknown: 0 }
  for (const requirement of requirements) counts[markOf(requirement)] += 1
  return counts
}

export const claimLabels: Record<EvidenceClaim, string> = {
  met: 'Shows that it is met',
  partly: 'Shows a part of it',
  not_applicable: 'Shows why it does not apply',
}

/** The framework of the address; SOC 2 without one. */
export function requestedFramework(text: string | undefined): FrameworkId {
  return frameworkIds.find((candidate) => candidate === text) ?? 'soc2'
}

/** Requirements by group, both in the order of the framework. */
export function groupRequirements(
  requirements: readonly ComplianceRequirement[],
): { group: string; requirements: ComplianceRequirement[] }[] {
  const groups = new Map<string, ComplianceRequirement[]>()
  for (const requirement of requirements) {
    const existing = groups.get(requirement.group)
    if (existing) existing.push(requirement)
    else groups.set(requirement.group, [requirement])
  }
  return [...groups].map(([group, members]) => ({ group, requirements: members }))
}

/** What the identifiers of a group begin with: "CC6" of CC6.1 and CC6.2; empty where they share nothing. */
export function sharedPrefix(ids: readonly string[]): string {
  const [first = [], ...others] = ids.map((id) => id.split(/[.-]/).slice(0, -1))
  const length = first.findIndex((part, index) => others.some((other) => other[index] !== part))
  return (length === -1 ? first : first.slice(0, length)).join('.')
}

type Check = ComplianceRequirement['checks'][number]

/** Failing checks first; those without a result by the reason, since many share one. */
export function groupUnknown(checks: readonly Check[]): {
  evaluated: Check[]
  unknown: { detail: string; checks: Check[] }[]
} {
  const evaluated = checks.filter(({ status }) => status !== 'unknown')
  const unknown = Map.groupBy(
    checks.filter(({ status }) => status === 'unknown'),
    ({ detail }) => detail,
  )
  return {
    evaluated: evaluated.sort((a, b) => Number(b.status === 'fail') - Number(a.status === 'fail')),
    unknown: [...unknown].map(([detail, members]) => ({ detail, checks: members })),
  }
}

/** "3 of 61 requirements are met or partly met. 2 fail, 56 have nothing yet." in parts, because the failures stand out. */
export function coverageOf({ met, partly, failing, expired, unknown }: Record<RequirementMark, number>) {
  const applying = met + partly + failing + expired + unknown
  return {
    covered: `${formatCount(met + partly)} of ${counted(applying, 'requirement')} ${met + partly === 1 ? 'is' : 'are'} met or partly met.`,
    failing: failing === 0 ? '' : `${formatCount(failing)} ${failing === 1 ? 'fails' : 'fail'}`,
    others: [
      expired === 0 ? '' : `${formatCount(expired)} ${expired === 1 ? 'has' : 'have'} expired evidence`,
      unknown === 0 ? '' : `${formatCount(unknown)} ${unknown === 1 ? 'has' : 'have'} nothing yet`,
    ]
      .filter(Boolean)
      .join(', '),
  }
}

export const monthLabels: Record<MonthCover, string> = {
  covered: 'covered',
  failing: 'a check fails',
  nothing: 'nothing known',
}

/** "9 of 12 months are covered, in 1 a check fails." */
export function monthsSentence(months: readonly MonthCover[]): string {
  const countOf = (cover: MonthCover) => months.filter((month) => month === cover).length
  const covered = `${countOf('covered')} of ${counted(months.length, 'month')} ${countOf('covered') === 1 ? 'is' : 'are'} covered`
  const failing = countOf('failing')
  return `${covered}${failing === 0 ? '' : `, in ${failing} a check fails`}.`
}

/** "2 reviews are overdue." Empty without one. */
export function reviewsSentence(requirements: readonly Pick<ComplianceRequirement, 'is_review_overdue'>[]): string {
  const overdue = requirements.filter(({ is_review_overdue }) => is_review_overdue).length
  return overdue === 0 ? '' : `${counted(overdue, 'review')} ${overdue === 1 ? 'is' : 'are'} overdue.`
}
