/** A month of a large fleet with an action on each machine: its actions and baselines, and its lines as they come. */
import { hash } from 'node:crypto'
import type { SavingsAction } from '@kept/domain/action.ts'
import type { Baseline, PriceSeen, SavingsLine } from '@kept/domain/saving.ts'
import { savingsConfigSchema } from '@kept/domain/savings-config.ts'
import { noSubstitution } from '@kept/domain/substitution.ts'
import { freezeBaseline } from '@kept/engine/savings/baseline/freeze.ts'
import { type CalculatedMonth, openSettlement } from '@kept/engine/savings/month/calculate-month.ts'
import type { MonthSetup } from '@kept/engine/savings/month/setup.ts'
import { fromHour, type Hour, hoursOfMonth } from '@kept/foundation/calendar/hour.ts'
import { canonicalJson } from '@kept/foundation/json/canonical-json.ts'
import { fleet } from '@kept/scenarios/savings/fleet.ts'

export const sha256 = (text: string): string => hash('sha256', text)
const baselineDays = 28

export interface FleetMonth {
  month: string
  actions: SavingsAction[]
  baselines: Map<string, Baseline>
  prices: PriceSeen[]
}

interface Done {
  resource: string
  sku: string
  from: Hour
  actions: readonly { kind: 'terminate' | 'schedule' | 'rightsize'; offHours?: readonly number[]; toSku?: string }[]
}

export function fleetMonth(month: string, machines: number): FleetMonth {
  const offHours = Array.from({ length: 168 }, (_, hour) => hour).filter((hour) => hour % 24 < 8 || hour % 24 >= 20)
  const baselines = new Map<string, Baseline>()
  const actions: SavingsAction[] = []
  let sharedBaseline: Baseline | undefined
  for (const { resource, kind, from, before } of fleet(month, machines)) {
    // All machines of the fleet were alike before.
    sharedBaseline ??= baselineOf({ resource, from, lines: before() })
    const done = [
      { kind, ...(kind === 'schedule' && { offHours }), ...(kind === 'rightsize' && { toSku: 'sku-medium' }) },
    ]
    const baseline = { ...sharedBaseline, resource }
    actions.push(...actionsOn({ resource, sku: 'sku-large', from, actions: done }, baseline, baselines))
  }
  const { from, to } = hoursOfMonth(month)
  const prices = Array.from({ length: to - from }, (_, index) => [
    { sku: 'sku-large', hour: from + index, price: '0.192' },
    { sku: 'sku-medium', hour: from + index, price: '0.096' },
  ]).flat()
  return { month, actions, baselines, prices }
}

/** Machine after machine; `spent` is the time of the method alone, without making the bill. */
export function calculateFleet(setup: MonthSetup, { month, prices }: FleetMonth, machines: number) {
  const startedAt = performance.now()
  const settlement = openSettlement(setup, { prices, isCovered: () => true })
  const byName = new Map(settlement.lineages.map((lineage) => [lineage.name, lineage]))
  let making = 0
  let lines = 0
  let makingStartedAt = performance.now()
  for (const { resource, during } of fleet(month, machines)) {
    const ofMachine = during()
    making += performance.now() - makingStartedAt
    const lineage = byName.get(resource)
    if (lineage) settlement.addLineage(lineage, ofMachine)
    lines += ofMachine.length
    makingStartedAt = performance.now()
  }
  const calculatedMonth: CalculatedMonth = settlement.close()
  return { settled: calculatedMonth, lines, durationMs: performance.now() - startedAt - making }
}

export function* fleetLines(month: string, machines: number): Generator<SavingsLine> {
  for (const { during } of fleet(month, machines)) yield* during()
}

export function baselineOf({
  resource,
  from,
  lines,
}: {
  resource: string
  from: Hour
  lines: readonly SavingsLine[]
}): Baseline {
  const start = from - baselineDays * 24
  return freezeBaseline({
    ...{ resource, from: start, to: from, timeZone: 'UTC', grain: 'hour' as const, isCovered: () => true },
    lines: lines.filter(({ hour }) => start <= hour && hour < from),
  })
}

export function actionsOn(
  { resource, sku, from, actions }: Done,
  baseline: Baseline,
  baselines: Map<string, Baseline>,
): SavingsAction[] {
  const baseline_hash = sha256(canonicalJson(baseline))
  baselines.set(baseline_hash, baseline)
  const common = {
    ...{ resource_ids: [resource], effective_time: fromHour(from), expires: null, environment: 'production' as const },
    ...{ evidence_hash: sha256('evidence'), baseline_hash },
  }
  return actions.map(({ kind, offHours = [], toSku = '' }): SavingsAction => {
    const id = `${resource} ${kind}`
    if (kind === 'terminate') return { ...common, id, kind }
    if (kind === 'rightsize') return { ...common, id, kind, from_sku: sku, to_sku: toSku }
    return { ...common, id, kind, off_mask: { time_zone: 'UTC', hours_of_week: [...offHours] } }
  })
}

export function setupOf(
  month: string,
  actions: readonly SavingsAction[],
  baselines: ReadonlyMap<string, Baseline>,
): MonthSetup {
  return {
    substitution: noSubstitution,
    ...{ month, currency: 'USD', actions, baselines, commitmentBaselines: [], priceNotices: [], demand: new Map() },
    ...{ reversed: new Set<string>(), config: savingsConfigSchema.parse({}), sha256 },
  }
}
