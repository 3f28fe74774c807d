/** The rules in force: Kept's own, each as the organisation changed it, and the organisation's own after them. */
import { loopTypeWords } from '@kept/domain/loop.ts'
import { defaultRules, type LoopRule } from '@kept/domain/loop-rule.ts'
import type { StoredRule } from '@kept/store/loops/rules.ts'

const own = defaultRules().map((rule) => ({ ...rule, name: loopTypeWords[rule.loop_type].label }))

export interface RuleInForce {
  rule: LoopRule
  stored: StoredRule | undefined
}

export function rulesInForce(stored: readonly StoredRule[]): RuleInForce[] {
  const byId = new Map(stored.map((one) => [one.rule.id, one]))
  return [
    ...own.map((rule) => ({ rule: byId.get(rule.id)?.rule ?? rule, stored: byId.get(rule.id) })),
    ...stored.filter(({ rule }) => !isDefaultRule(rule.id)).map((one) => ({ rule: one.rule, stored: one })),
  ]
}

export function isDefaultRule(id: string): boolean {
  return own.some((rule) => rule.id === id)
}

export function defaultRule(id: string): LoopRule | undefined {
  return own.find((rule) => rule.id === id)
}
