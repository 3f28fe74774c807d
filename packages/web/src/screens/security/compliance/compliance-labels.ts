import type { ComplianceRequirement } from '@kept/contract/routes/security-compliance.ts'
import { type EvidenceClaim, type FrameworkId, frameworkIds, type RequirementStatus } from '@kept/domain/compliance.ts'

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
