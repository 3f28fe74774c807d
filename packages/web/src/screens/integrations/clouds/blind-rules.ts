/** Rules of one cloud that could not evaluate all they should, and what they need. */
import type { CloudKind } from '@kept/domain/connection-kind.ts'
import type { RuleDescription, RuleEvaluation } from '@kept/domain/recommendation.ts'
import type { CheckedCapability } from '@kept/domain/sync/port.ts'

interface BlindRule {
  id: string
  title: string
  reasons: string[]
  /** What no connection to this cloud brings, and why. */
  unread: string[]
  /** Of the permissions that it lists, those that this connection is denied. */
  missing: string[]
}

/** Those that evaluated nothing come first. */
export function blindRules(
  kind: CloudKind,
  denied: readonly string[],
  { rules, outcomes }: { rules: readonly RuleDescription[]; outcomes: readonly RuleEvaluation[] },
): BlindRule[] {
  const cloud = kind === 'kubernetes' ? 'any' : kind
  return outcomes
    .toSorted((first, second) => first.evaluated_count - second.evaluated_count)
    .flatMap(({ rule: id, skip_reasons }) => {
      // A rule also says that there was nothing for it to evaluate, or what is too small to list.
      const reasons = skip_reasons.filter((reason) => reason.startsWith('Needs '))
      const rule = rules.find((candidate) => candidate.id === id)
      if (!rule || reasons.length === 0 || !rule.applies_to.includes(cloud)) return []
      const unread = rule.unread.filter((fact) => fact.cloud === cloud).map(({ reason }) => reason)
      const missing = rule.permissions.filter((action) => denied.includes(action))
      return [{ id, title: rule.title, reasons, unread: [...new Set(unread)], missing }]
    })
}

/** What estimates are made from where a connection may not read list prices; undefined when it may. */
export function builtInPrices(
  capabilities: readonly Pick<CheckedCapability, 'dataset' | 'state' | 'missing'>[],
): { title: string; reason: string; missing: string[] } | undefined {
  const prices = capabilities.find(({ dataset }) => dataset === 'prices')
  if (prices?.state !== 'missing') return undefined
  return {
    title: 'Estimates before the first bill',
    reason:
      'Needs list prices. Without them, estimates use prices of one region that come with Kept, and databases and machines that have no such price have no amount.',
    missing: prices.missing,
  }
}
