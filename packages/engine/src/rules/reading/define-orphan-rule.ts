/** Rules about things an inventory shows to belong to nothing: what they are, and what makes them orphans. */
import type { InventoryRow, ResourceUse } from '@kept/domain/facts.ts'
import type { Evidence, Level } from '@kept/domain/finding.ts'
import { type Candidate, defineRule, type JudgeContext, type Rule, type Threshold } from '../define-rule.ts'
import { shareOfCost } from './calculation.ts'
import type { Cloud } from './cloud-of.ts'
import { daysBetween } from './days.ts'
import { type InventoryOf, inventoryOf } from './known-of.ts'
import { stillThere } from './still-there.ts'
import { type UsageOfResource, usageByResource } from './usage-by-resource.ts'
import { nameOf } from './words.ts'

/** Why a thing is an orphan, or undefined when it is none. */
export interface Orphaned {
  /** "is attached to no machine": goes on from the thing's name. */
  because: string
  evidence: Evidence[]
  /** Days it has been so, where the inventory says it. */
  days?: number | undefined
}

export interface OrphanRule {
  id: string
  title: string
  explains: string
  noun: { one: string; many: string }
  appliesTo: readonly Cloud[]
  matches(row: ResourceUse): boolean
  judge(item: InventoryRow, known: { of: InventoryOf; today: string }): Orphaned | undefined
  thresholds: Readonly<Record<string, Threshold>>
  /** Of its cost, what comes back. */
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
  const { id, title, explains, noun, appliesTo, thresholds, effort, risk, reversible, permissions } = orphan
  return defineRule({
    id,
    title,
    explains,
    noun,
    appliesTo,
    needs: ['resource_use', 'inventory'],
    thresholds,
    effort,
    risk,
    reversible,
    permissions,
    judge({ resource_use, inventory }, context) {
      const of = inventoryOf(inventory)
      const things = usageByResource(resource_use, (row) => row.resource_id !== '' && orphan.matches(row)).filter(
        ({ lastDay }) => stillThere(lastDay, context.window),
      )
      let unknown = 0
      const candidates = things.flatMap((usage): Candidate[] => {
        const item = of(usage.place.resource_id)
        if (!item) {
          unknown += 1
          return []
        }
        const found = orphan.judge(item, { of, today: context.window.to })
        return found ? [candidateOf(orphan, usage, item, found, context)] : []
      })
      const whyNot = unknown > 0 ? [`The inventory lacks ${unknown} of ${things.length} ${noun.many}.`] : []
      return { candidates, lookedAt: things.length, whyNot }
    },
  })
}

function candidateOf(
  { saving, confidence, steps, part }: OrphanRule,
  { place, effective }: UsageOfResource,
  item: InventoryRow,
  found: Orphaned,
  { monthly }: JudgeContext,
): Candidate {
  const since = found.days === undefined ? '' : `, for ${found.days} days`
  return {
    place,
    ...(part === undefined ? {} : { part }),
    summary: `${nameOf(place)} ${found.because}${since}; it costs ${monthly(effective, place.currency)}.`,
    cost: effective,
    saving: shareOfCost(
      { label: 'Cost in the window', amount: effective, currency: place.currency },
      'Share of it that comes back',
      saving,
    ),
    // Nobody says since when: it may be on its way from one machine to another.
    confidence: found.days === undefined ? confidence - 0.1 : confidence,
    evidence: [
      ...found.evidence,
      { label: 'State in the inventory', value: item.state || 'not said' },
      ...(item.owner ? [{ label: 'Owner', value: item.owner }] : []),
    ],
    steps,
  }
}

/** Days since a day; undefined when nobody says. */
export function daysSince(day: string, today: string): number | undefined {
  return day === '' ? undefined : Math.max(0, daysBetween(day, today))
}
