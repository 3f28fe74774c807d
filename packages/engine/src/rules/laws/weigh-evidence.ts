/**
 * Confidence and effort follow what was seen: a resource that was charged on few days is less sure than one seen for two
 * weeks, and a change to something that a template or a group makes has to be made there as well.
 */
import type { ResourceUse } from '@kept/domain/facts.ts'
import type { Evidence, Level } from '@kept/domain/recommendation.ts'
import type { Candidate, Rule } from '../define-rule.ts'
import { resourceKey } from './overlaps.ts'

/** AWS Compute Optimizer looks back 14 days: a resource seen for less has not shown two whole weeks. */
const FULL_DAYS = 14
/** Of a rule's confidence, what is left when a resource was seen for a moment only. */
const LEAST_SHARE = 0.7

/** Tags that tools write on what they make, and what changing it takes. */
const managers: readonly { tag: RegExp; name: string }[] = [
  { tag: /^aws:cloudformation:stack-name$/i, name: 'CloudFormation stack' },
  { tag: /^aws:autoscaling:groupName$/i, name: 'Auto Scaling group' },
  {
    tag: /^(?:eks:nodegroup-name|alpha\.eksctl\.io\/nodegroup-name|aks-managed-poolName|goog-k8s-node-pool-name)$/i,
    name: 'node pool',
  },
  { tag: /^(?:terraform|managed[-_ ]?by|provisioner|pulumi:project)$/i, name: 'template' },
]

interface Weighed {
  confidence: number
  effort: Level
  evidence: Evidence[]
}

interface SeenResource {
  /** The most days any of its meters was charged on. */
  days: number
  tags: Readonly<Record<string, string>>
}

/** What was seen of each resource, by its key. */
export function seenResources(rows: readonly ResourceUse[]): Map<string, SeenResource> {
  const resources = new Map<string, SeenResource>()
  for (const row of rows) {
    if (row.resource_id === '') continue
    const key = resourceKey(row)
    const before = resources.get(key)
    if (before && before.days >= row.days) continue
    resources.set(key, { days: row.days, tags: row.tags })
  }
  return resources
}

export function weighEvidence(
  rule: Rule,
  candidate: Candidate,
  resource: SeenResource | undefined,
  windowDays: number,
): Weighed {
  const days = resource?.days ?? windowDays
  const completeness = Math.min(1, days / FULL_DAYS)
  const confidence = Math.round(candidate.confidence * (LEAST_SHARE + (1 - LEAST_SHARE) * completeness) * 100) / 100
  const effort = candidate.effort ?? rule.effort
  const manager = resource && managerOf(resource.tags)
  return {
    confidence,
    effort: manager ? raiseLevel(effort) : effort,
    evidence: manager ? [{ label: 'Managed by', value: manager, unit: '(change it there too)' }] : [],
  }
}

export function raiseLevel(level: Level): Level {
  return level === 'low' ? 'medium' : 'high'
}

function managerOf(tags: Readonly<Record<string, string>>): string | undefined {
  for (const { tag, name } of managers) {
    const tagEntry = Object.entries(tags).find(([key, value]) => tag.test(key) && value !== '')
    if (tagEntry) return `${name} ${tagEntry[1]}`
  }
  return undefined
}
