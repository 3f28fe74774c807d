/** Rules about things larger than their measured load: what they are, which metrics show it, and what could be saved. */
import type { Facts, ResourceUse } from '@kept/domain/facts.ts'
import type { KnownMetric } from '@kept/domain/metric.ts'
import type { Level } from '@kept/domain/recommendation.ts'
import { type Candidate, defineRule, type EvaluationContext, type Rule, type Threshold } from '../define-rule.ts'
import type { Cloud } from './cloud-of.ts'
import { evaluateMeasured, type Loads } from './evaluate-measured.ts'
import { type InventoryOf, inventoryOf } from './known-of.ts'
import type { UsageOfResource } from './usage-by-resource.ts'

type MeasuredFacts = Pick<Facts, 'resource_usage' | 'resource_metric'> & Partial<Pick<Facts, 'inventory'>>

/** `findResource` finds nothing where there is no inventory. */
type MeasuredContext<Prepared> = EvaluationContext & { findResource: InventoryOf; prepared: Prepared }

interface MeasuredRule<Name extends KnownMetric, Prepared> {
  id: string
  title: string
  description: string
  noun: { singular: string; plural: string }
  providers: readonly Cloud[]
  /** `days`: how long each metric must have been measured. */
  thresholds: Readonly<Record<string, Threshold>> & { readonly days: Threshold }
  effort: Level
  risk: Level
  reversible: boolean
  permissions: readonly string[]
  /** Types of the inventory whose metrics it reads, and the attributes that it reads of them. */
  types: readonly string[]
  attributes?: readonly string[]
  matches(row: ResourceUse): boolean
  metrics: readonly Name[]
  /** For the sentence about things that lack them: "memory metrics". */
  missing: string
  /** What is calculated once for all resources. */
  prepare?(facts: MeasuredFacts): Prepared
  /** `unknown`: the bill lacks what it takes to evaluate this resource; undefined: nothing to recommend. */
  evaluateResource(
    usage: UsageOfResource,
    loads: Loads<NoInfer<Name>>,
    context: MeasuredContext<NoInfer<Prepared>>,
  ): Candidate | 'unknown' | undefined
}

export function defineMeasuredRule<const Name extends KnownMetric, Prepared = undefined>(
  measured: MeasuredRule<Name, Prepared>,
): Rule {
  const { types, attributes = [], matches, metrics, missing, prepare, evaluateResource, ...rule } = measured
  const days = rule.thresholds.days.value
  return defineRule({
    ...rule,
    needs: ['resource_usage', 'resource_metric'],
    reads: { types, metrics, attributes },
    evaluate(facts, context) {
      const findResource = inventoryOf(facts.inventory ?? [])
      // A rule that prepares nothing reads nothing of it.
      const prepared = prepare?.(facts) as Prepared
      const things = { matches, metrics, days, missing, plural: rule.noun.plural }
      return evaluateMeasured(facts, context, things, (usage, loads) =>
        evaluateResource(usage, loads, { ...context, findResource, prepared }),
      )
    },
  })
}
