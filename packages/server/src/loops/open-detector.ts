/** Opens the detector of an organization with its rules, its prices and the measurements from before a restart. */
import type { Scope } from '@kept/domain/scope.ts'
import { listStoredRules } from '@kept/store/loops/rules.ts'
import { replayTelemetry } from '@kept/store/telemetry/items.ts'
import type { Services } from '../platform/context.ts'
import { rulesInForce } from './all-rules.ts'
import { OrganizationLoopDetector } from './organization-loop-detector.ts'
import { type PricingOf, pricingOf } from './pricing.ts'

export interface RegisteredDetector {
  scope: Scope
  detector: OrganizationLoopDetector
  /** As text, to see a change. */
  rules: string
  pricing: PricingOf
}

/** Leaks take days to be certain: a new detector receives the measurements from before a restart. */
const seriesBehindMs = 48 * 3_600_000
const maxReplayed = 100_000

export async function openDetector(
  services: Pick<Services, 'state' | 'now' | 'config'>,
  scope: Scope,
): Promise<RegisteredDetector> {
  const { state, now } = services
  const rules = await readRules(services, scope)
  const detector = new OrganizationLoopDetector(rules)
  const before = {
    span: () => undefined,
    log: () => undefined,
    event: () => undefined,
    metric: detector.live.metric.bind(detector.live),
    reject: () => undefined,
  }
  const startTime = new Date(now().getTime() - seriesBehindMs)
  await replayTelemetry(state.warehouse, scope, before, { after: startTime, maxItems: maxReplayed, signal: 'metric' })
  detector.live.advance(Math.floor(now().getTime() / 60_000) - 15)
  detector.forgetPast()
  return {
    scope,
    detector,
    rules: JSON.stringify(rules),
    pricing: pricingOf(services, scope),
  }
}

export async function readRules({ state }: Pick<Services, 'state'>, scope: Scope) {
  return rulesInForce(await listStoredRules(state.database, scope)).map(({ rule }) => rule)
}
