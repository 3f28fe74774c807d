import { badInput } from '@kept/domain/errors.ts'

/** Recommendation subcategories of the FOCUS 1.5 draft (cost), with the rules in each. */
export const subcategories = {
  'Idle Resource Removal': [
    'idle-public-address',
    'unassociated-address',
    'idle-nat-gateway',
    'gateway-without-connections',
    'load-balancer-without-backends',
    'idle-load-balancer',
    'load-balancer-without-requests',
    'unused-capacity-reservation',
    'duplicate-trail',
    'empty-app-plan',
    'stopped-but-billed',
    'unattached-volume',
    'stopped-instance-disks',
    'idle-instance',
    'idle-gpu',
    'idle-database',
    'idle-cache',
    'idle-warehouse',
    'idle-ml-endpoint',
    'idle-stream',
    'idle-cluster',
    'idle-node-pool',
    'idle-container-service',
    'idle-app-plan',
    'volumes-without-machines',
    'orphaned-snapshot',
    'unused-image',
  ],
  Rightsizing: [
    'rightsize-instance',
    'rightsize-database',
    'rightsize-cache',
    'container-requests-oversized',
    'rightsize-container-service',
    'function-memory-oversized',
    'table-capacity-unused',
    'disk-performance-unused',
    'database-storage-oversized',
    'multi-zone-non-production',
    'premium-disk-non-production',
  ],
  Scaling: ['non-production-always-on', 'development-endpoint-always-on'],
  'Commitment Purchase': ['uncovered-on-demand', 'commitment-lapsed'],
  Modernization: [
    'previous-generation-volume',
    'previous-generation-instance',
    'arm-architecture',
    'extended-support',
    'cold-storage',
  ],
  'Other (Cost)': [
    'unused-commitment',
    'short-lived-on-demand',
    'license-in-price',
    'snapshots-growing',
    'log-storage-growing',
    'log-retention-missing',
    'log-ingestion',
    'prompt-caching',
    'token-batch',
    'data-transfer-outlier',
    'nat-gateway-processing',
    'inter-zone-traffic',
    'cross-region-transfer',
    'service-growth',
    'one-day-spike',
    'untagged-spend',
  ],
} as const

const byRule = new Map(
  Object.entries(subcategories).flatMap(([subcategory, rules]) => rules.map((rule) => [rule as string, subcategory])),
)

/** Subcategories as API parameters: "rightsizing", "idle-resource-removal". */
const kinds = new Map<string, readonly string[]>(
  Object.entries(subcategories).map(([subcategory, rules]) => [kindOf(subcategory), rules]),
)

/**
 * Parses "rightsizing, idle-nat-gateway": subcategories and rule ids, separated by commas, ignoring case, spaces,
 * hyphens and underscores. Empty means no filter. Throws for an unknown name.
 */
export function rulesOfTypes(list: string | undefined): string[] | undefined {
  const names = (list ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean)
  if (names.length === 0) return undefined
  return [...new Set(names.flatMap((name) => rulesOfType(name)))]
}

function rulesOfType(name: string): readonly string[] {
  const kind = kindOf(name)
  if (byRule.has(kind)) return [kind]
  const rules = kinds.get(kind)
  if (rules) return rules
  throw badInput(
    `Unknown recommendation type "${name}". Use ${[...kinds.keys()].join(', ')}, or a rule id such as idle-nat-gateway.`,
  )
}

function kindOf(subcategory: string): string {
  return subcategory
    .toLowerCase()
    .replace(/[()]/g, '')
    .replace(/[\s_]+/g, '-')
}

export function subcategoryOf(rule: string): string {
  return byRule.get(rule) ?? 'Other (Cost)'
}
