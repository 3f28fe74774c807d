/**
 * Imports the demo organization's telemetry once, like a customer's file: evaluated with the same rules, priced by the
 * demo's own bill. It only checks whether any telemetry was ever received.
 */
import { defaultCriteria, loopRuleSchema } from '@kept/domain/loop-rule.ts'
import type { Scope } from '@kept/domain/scope.ts'
import { northwindRule, playNorthwindLoops } from '@kept/scenarios/loops/northwind-loops.ts'
import { forgetDemoLoops } from '@kept/store/demo/forget-demo-loops.ts'
import { findBilledResources } from '@kept/store/loops/billed-resources.ts'
import { putRule } from '@kept/store/loops/rules.ts'
import { listIntake } from '@kept/store/telemetry/intake.ts'
import type { Services } from '../platform/context.ts'
import { takeTelemetry } from './file/accept-file.ts'

/** True when it was seeded now, false when it had been before. */
export async function seedDemoLoops(services: Pick<Services, 'state' | 'now' | 'log'>, scope: Scope): Promise<boolean> {
  const { state, now, log } = services
  if ((await listIntake(state.database, scope, new Date(0))).length > 0) return false
  // The intake is written last: loops without it are of a start that was killed.
  await forgetDemoLoops(state.database, scope)
  await addDemoRule(services, scope)
  const resources = await findBilledResources(state, scope)
  const { loops, suspected, scanned } = await takeTelemetry(services, scope, async (sink) =>
    playNorthwindLoops(sink, now().getTime() - 60_000, resources),
  )
  log.info(
    { event: 'demo.loops_seeded', loops: loops.length, suspected: suspected.length, ...scanned },
    'demo telemetry evaluated',
  )
  return true
}

/** Northwind's own rule, without which nothing would be a custom pattern. */
async function addDemoRule({ state, now }: Pick<Services, 'state' | 'now'>, scope: Scope): Promise<void> {
  const actorName = 'Priya Raman'
  const rule = loopRuleSchema.parse({
    ...northwindRule,
    loop_type: 'custom_pattern',
    detection_criteria: defaultCriteria.custom_pattern,
  })
  const auditContext = { actor: { kind: 'person' as const, id: null, name: actorName }, at: now() }
  await putRule(state.database, scope, rule, { actorName, auditContext })
}
