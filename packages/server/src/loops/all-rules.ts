/** The effective rules: the defaults, as changed by the organization, followed by its own rules. */

import { defaultRules, type LoopRule } from '@kept/domain/loop-rule.ts'
import { loopTypeLabels } from '@kept/domain/loop-types.ts'
import type { StoredRule } from '@kept/store/loops/rules.ts'

const builtInRules = defaultRules().map((rule) => ({ ...rule, name: loopTypeLabels[rule.loop_type].label }))

export interface RuleInForce {
  rule: LoopRule
  stored: StoredRule | undefined
}

export function rulesInForce(stored: readonly StoredRule[]): RuleInForce[] {
  const byId = new Map(stored.map((storedRule) => [storedRule.rule.id, storedRule]))
  return [
    ...builtInRules.map((rule) => ({ rule: byId.get(rule.id)?.rule ?? rule, stored: byId.get(rule.id) })),
    ...stored
      .filter(({ rule }) => !isDefaultRule(rule.id))
      .map((storedRule) => ({ rule: storedRule.rule, stored: storedRule })),
  ]
}

export function isDefaultRule(id: string): boolean {
  return builtInRules.some((rule) => rule.id === id)
}

export function defaultRule(id: string): LoopRule | undefined {
  return builtInRules.find((rule) => rule.id === id)
}
