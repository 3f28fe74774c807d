/** Loop rules: the defaults, as changed by the organization, and its own. Detectors read them each tick. */
import { randomUUID } from 'node:crypto'
import type { StoredRule } from '@kept/contract/routes/loops.ts'
import { badInput, KeptError } from '@kept/domain/errors.ts'
import { type LoopRule, loopRuleSchema, thresholdUnits } from '@kept/domain/loop-rule.ts'
import { parseExpression } from '@kept/engine/loops/expression/parse.ts'
import { isKeyOf } from '@kept/foundation/narrow.ts'
import { listStoredRules, putRule, removeRule } from '@kept/store/loops/rules.ts'
import { actingOf } from '../platform/acting.ts'
import { routes } from '../platform/implement.ts'
import { requireActor } from '../platform/require-actor.ts'
import { defaultRule, isDefaultRule, type RuleInForce, rulesInForce } from './all-rules.ts'
import { previewRule } from './preview.ts'

export const loopRules = {
  rules: routes.loops.rules.handler(async ({ context: { services, scope } }) => ({
    data: rulesInForce(await listStoredRules(services.state.database, scope)).map(toStoredRule),
  })),
  addRule: routes.loops.addRule.handler(async ({ context, input }) => {
    const rule = checked({ ...input, id: randomUUID() })
    if (rule.loop_type !== 'custom_pattern')
      throw badInput('Each built-in type already has a rule. Change that rule, or choose custom_pattern.')
    return { data: await saveRule(context, rule) }
  }),
  changeRule: routes.loops.changeRule.handler(async ({ context, input }) => {
    const { services, scope } = context
    const stored = await listStoredRules(services.state.database, scope)
    const existing = rulesInForce(stored).find(({ rule }) => rule.id === input.id)
    if (!existing) throw new KeptError('not_found', 'Rule not found.')
    if (existing.rule.loop_type !== input.loop_type)
      throw badInput(`The type of this rule (${existing.rule.loop_type}) cannot be changed.`)
    return { data: await saveRule(context, checked(input)) }
  }),
  removeRule: routes.loops.removeRule.handler(async ({ context, input: { id } }) => {
    const { services, scope, me } = context
    const removed = await removeRule(services.state.database, scope, id, {
      actorName: me.user.full_name,
      auditContext: actingOf(context).auditContext,
    })
    if (!removed && !isDefaultRule(id)) throw new KeptError('not_found', 'Rule not found.')
    return { data: { removed } }
  }),
  previewRule: routes.loops.previewRule.handler(async ({ context: { services, scope }, input }) => ({
    data: await previewRule(services, scope, checked({ ...input, id: 'preview' })),
  })),
}

async function saveRule(context: Parameters<typeof actingOf>[0], rule: LoopRule): Promise<StoredRule> {
  // A rule that acts by itself is a way to act.
  if (rule.auto_remediation.enabled) await requireActor(context)
  const { services, scope, me } = context
  const author = { actorName: me.user.full_name, auditContext: actingOf(context).auditContext }
  const stored = await putRule(services.state.database, scope, rule, author)
  return toStoredRule({ rule, stored })
}

function toStoredRule({ rule, stored }: RuleInForce): StoredRule {
  const { threshold_type: type } = rule.detection_criteria
  const unit = isKeyOf(thresholdUnits, type) ? thresholdUnits[type] : ''
  return {
    ...rule,
    unit,
    is_default: stored === undefined,
    changed_by: stored?.changed_by ?? '',
    changed_at: stored?.changed_at ?? null,
  }
}

/**
 * Checks beyond the schema: the unit belongs to the type, and only custom patterns have an expression, which is valid.
 */
function checked(input: LoopRule): LoopRule {
  const rule = loopRuleSchema.parse(input)
  const isCustom = rule.loop_type === 'custom_pattern'
  if (isCustom !== (rule.expression !== null))
    throw badInput(
      isCustom
        ? 'A custom pattern needs an expression, for example sum(errors, 5m) > 100.'
        : 'Only custom patterns can have an expression.',
    )
  if (rule.expression !== null) parseExpression(rule.expression)
  if (!/^\d{1,15}(\.\d{1,9})?$/.test(rule.auto_remediation.above_hourly_cost))
    throw badInput('auto_remediation.above_hourly_cost must be an amount of 0 or more, such as "12.50".')
  const expectedType = isCustom ? 'expression' : defaultRule(rule.loop_type)?.detection_criteria.threshold_type
  if (rule.detection_criteria.threshold_type !== expectedType)
    throw badInput(
      `The threshold type of ${rule.loop_type} must be ${expectedType}, not ${rule.detection_criteria.threshold_type}.`,
    )
  return rule
}
