/** Rules about things an inventory shows to belong to nothing: what they are, and what makes them orphans. */
import type { InventoryRow, ResourceUse } from '@kept/domain/facts.ts'
import type { Evidence, Level } from '@kept/domain/recommendation.ts'
import { daysBetween } from '@kept/foundation/calendar/day.ts'
import { add } from '@kept/foundation/decimal.ts'
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
  /** Types of the inventory that it reads, and the attributes that decide. */
  types: readonly string[]
  attributes?: readonly string[]
  matches(row: ResourceUse): boolean
  evaluate(item: InventoryRow, context: { findResource: InventoryOf; today: string }): Orphaned | undefined
  thresholds: Readonly<Record<string, Threshold>>
  /** What a billed thing is part of: an image bills as its snapshots. Undefined: it is evaluated itself. */
  ownerOf?(item: InventoryRow, findResource: InventoryOf): InventoryRow | undefined
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
    reads: { types: orphan.types, metrics: [], attributes: orphan.attributes ?? [] },
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
      const things = new Map<string, { usage: UsageOfResource; item: InventoryRow }>()
      for (const usage of resources) {
        const billed = findResource(usage.location.resource_id)
        if (!billed) {
          unknown += 1
          continue
        }
        const item = orphan.ownerOf?.(billed, findResource) ?? billed
        const key = `${usage.location.currency} ${item.resource_id}`
        const other = things.get(key)?.usage
        things.set(key, { item, usage: item === billed ? usage : usageOfOwner(item, usage, other) })
      }
      const candidates = [...things.values()].flatMap(({ usage, item }): Candidate[] => {
        const orphaned = orphan.evaluate(item, { findResource, today: context.window.to })
        return orphaned ? [candidateOf(orphan, usage, item, orphaned, context)] : []
      })
      const skipReasons =
        unknown > 0 ? [`Needs an inventory entry (${unknown} of ${resources.length} ${noun.plural} have none).`] : []
      return { candidates, evaluatedCount: resources.length, skipReasons }
    },
  })
}

/** What the parts of a thing cost together. */
function usageOfOwner(
  { resource_id, name, type }: InventoryRow,
  part: UsageOfResource,
  other: UsageOfResource | undefined,
): UsageOfResource {
  return {
    ...part,
    location: { ...part.location, resource_id, resource_name: name, resource_type: type },
    rows: [...(other?.rows ?? []), ...part.rows],
    effective: other ? add(other.effective, part.effective) : part.effective,
  }
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
