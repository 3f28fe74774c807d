/** Rules about things an inventory shows to belong to nothing: what they are, and what makes them orphans. */
import type { InventoryRow, ResourceUse } from '@kept/domain/facts.ts'
import type { Evidence, Level } from '@kept/domain/recommendation.ts'
import { daysBetween } from '@kept/foundation/calendar/day.ts'
import { type Candidate, defineRule, type EvaluationContext, type Rule, type Threshold } from '../define-rule.ts'
import { shareOfCost } from './calculation.ts'
import type { Cloud } from './cloud-of.ts'
import { type InventoryOf, inventoryOf } from './known-of.ts'
import { nameOf } from './labels.ts'
import { stillThere } from './last-seen.ts'
import { type UsageOfResource, usageByResource } from './usage-by-resource.ts'

/** Why a thing is an orphan, or undefined when it is none. */
interface Orphaned {
  /** "is attached to no machine": goes on from the thing's name. */
  condition: string
  evidence: Evidence[]
  /** Days it has been so, where the inventory says it. */
  days?: number | undefined
}

interface OrphanRule {
  id: string
  title: string
  description: string
  noun: { singular: string; plural: string }
  providers: readonly Cloud[]
  matches(row: ResourceUse): boolean
  evaluate(item: InventoryRow, context: { findResource: InventoryOf; today: string }): Orphaned | undefined
  thresholds: Readonly<Record<string, Threshold>>
  /** The share of its cost that is saved. */
  saving: { low: number; mid: number; high: number }
  confidence: number
  effort: Level
  risk: Level
  reversible: boolean
  part?: string
  permissions: readonly string[]
  steps: string[]
}

export function defineOrphanRule(orphan: OrphanRule): Rule {
  const { id, title, description, noun, providers, thresholds, effort, risk, reversible, permissions } = orphan
  return defineRule({
    id,
    title,
    description,
    noun,
    providers,
    needs: ['resource_usage', 'inventory'],
    thresholds,
    effort,
    risk,
    reversible,
    permissions,
    evaluate({ resource_usage, inventory }, context) {
      const findResource = inventoryOf(inventory)
      const resources = usageByResource(resource_usage, (row) => row.resource_id !== '' && orphan.matches(row)).filter(
        ({ lastDay }) => stillThere(lastDay, context.window),
      )
      let unknown = 0
      const candidates = resources.flatMap((usage): Candidate[] => {
        const item = findResource(usage.location.resource_id)
        if (!item) {
          unknown += 1
          return []
        }
        const orphaned = orphan.evaluate(item, { findResource, today: context.window.to })
        return orphaned ? [candidateOf(orphan, usage, item, orphaned, context)] : []
      })
      const skipReasons =
        unknown > 0 ? [`Needs an inventory entry (${unknown} of ${resources.length} ${noun.plural} have none).`] : []
      return { candidates, evaluatedCount: resources.length, skipReasons }
    },
  })
}

function candidateOf(
  { saving, confidence, steps, part }: OrphanRule,
  { location, effective }: UsageOfResource,
  item: InventoryRow,
  orphaned: Orphaned,
  { monthly }: EvaluationContext,
): Candidate {
  const duration = orphaned.days === undefined ? '' : ` for ${orphaned.days} days`
  return {
    location,
    ...(part === undefined ? {} : { part }),
    summary: `${nameOf(location)} ${orphaned.condition}${duration}. It costs ${monthly(effective, location.currency)}.`,
    cost: effective,
    saving: shareOfCost(
      { label: 'Cost in the window', amount: effective, currency: location.currency },
      'Share saved',
      saving,
    ),
    // Since when is unknown: it may be moving from one machine to another.
    confidence: orphaned.days === undefined ? confidence - 0.1 : confidence,
    evidence: [
      ...orphaned.evidence,
      { label: 'State in the inventory', value: item.state || 'unknown' },
      ...(item.owner ? [{ label: 'Owner', value: item.owner }] : []),
    ],
    steps,
  }
}

/** Days since a day; undefined when the day is unknown. */
export function daysSince(day: string, today: string): number | undefined {
  return day === '' ? undefined : Math.max(0, daysBetween(day, today))
}
