/** A small bill and a month settled from it, for tests: what a customer's lines look like and what comes out. */
import { hash } from 'node:crypto'
import type { ResourceAction, SavingsAction } from '@kept/domain/action.ts'
import type { Month } from '@kept/domain/hour.ts'
import type { Baseline, CommitmentHour, PriceSeen, SavingsLine } from '@kept/domain/saving.ts'
import { type SavingsConfig, savingsConfigSchema } from '@kept/domain/savings-config.ts'
import { noSubstitution } from '@kept/domain/substitution.ts'
import { fromHour, type Hour } from '@kept/foundation/calendar/hour.ts'
import type { Decimal } from '@kept/foundation/decimal.ts'
import { multiply } from '@kept/foundation/decimal.ts'
import { canonicalJson } from '@kept/foundation/json/canonical-json.ts'
import { freezeBaseline } from '../savings/baseline/freeze.ts'
import { nanoText } from '../savings/exact.ts'
import { type CalculatedMonth, openSettlement } from '../savings/month/calculate-month.ts'
import type { BillFacts, MonthSetup } from '../savings/month/setup.ts'

export const sha256 = (text: string): string => hash('sha256', text)
export const defaultConfig: SavingsConfig = savingsConfigSchema.parse({})

interface Machine {
  resource?: string
  sku?: string
  from: Hour
  to: Hour
  quantity?: Decimal | ((hour: Hour) => Decimal)
  price?: Decimal | ((hour: Hour) => Decimal)
  effective?: Decimal
  commitment?: string
}

/** A line for each hour in which the machine ran. */
export function machineLines(machine: Machine): SavingsLine[] {
  const { resource = 'vm', sku = 'large', from, to, effective, commitment } = machine
  const valueAt = <T>(value: T | ((hour: Hour) => T), hour: Hour): T =>
    value instanceof Function ? value(hour) : value
  return Array.from({ length: to - from }, (_, index) => from + index).flatMap((hour): SavingsLine[] => {
    const quantity = valueAt(machine.quantity ?? '1', hour)
    const price = valueAt(machine.price ?? '0.096', hour)
    if (quantity === '0') return []
    const contracted = multiply(price, quantity)
    const status = commitment ? ('Used' as const) : null
    return [
      {
        resource,
        hour,
        hours: 1,
        sku,
        quantity,
        price,
        contracted,
        effective: effective ?? contracted,
        commitment: commitment ?? null,
        status,
        correction: false,
      },
    ]
  })
}

export function baselineOf(lines: readonly SavingsLine[], to: Hour, days = 28, more: Partial<Baseline> = {}): Baseline {
  const from = to - days * 24
  const resource = lines[0]?.resource ?? 'vm'
  const inWindow = lines.filter((line) => line.resource === resource && from <= line.hour && line.hour < to)
  const request = { resource, lines: inWindow, from, to, timeZone: 'UTC', grain: 'hour' as const }
  return { ...freezeBaseline({ ...request, isCovered: () => true }), ...more }
}

type ActionDraft<Action> = Action extends { kind: infer Kind }
  ? { kind: Kind; from: Hour } & Partial<Omit<Action, 'kind' | 'effective_time' | 'expires'>> & { expires?: Hour }
  : never

/** An action on the machine "vm", with its baseline. */
export function actionOn(baseline: Baseline, draft: ActionDraft<ResourceAction>): ResourceAction {
  const { from, expires, ...action } = draft
  return {
    id: action.kind,
    resource_ids: [baseline.resource],
    environment: 'production',
    evidence_hash: sha256('evidence'),
    baseline_hash: sha256(canonicalJson(baseline)),
    effective_time: fromHour(from),
    expires: expires === undefined ? null : fromHour(expires),
    ...action,
  } as ResourceAction
}

interface Bill {
  lines?: readonly SavingsLine[]
  commitmentHours?: readonly CommitmentHour[]
  isCovered?(hour: Hour): boolean
}

export function setupOf(
  month: Month,
  actions: readonly SavingsAction[],
  baselines: readonly Baseline[],
  more: Partial<MonthSetup> = {},
): MonthSetup {
  return {
    month,
    currency: 'USD',
    actions,
    baselines: new Map(baselines.map((baseline) => [sha256(canonicalJson(baseline)), baseline])),
    commitmentBaselines: [],
    priceNotices: [],
    demand: new Map(),
    reversed: new Set(),
    substitution: noSubstitution,
    config: defaultConfig,
    sha256,
    ...more,
  }
}

export function calculateTestMonth(
  setup: MonthSetup,
  { lines = [], commitmentHours = [], isCovered = () => true }: Bill,
): CalculatedMonth {
  const facts: BillFacts = { prices: pricesOf(lines), isCovered }
  const settlement = openSettlement(setup, facts)
  for (const lineage of settlement.lineages) {
    settlement.addLineage(
      lineage,
      lines.filter(({ resource }) => lineage.resources.includes(resource)),
    )
  }
  for (const id of settlement.replacements) {
    settlement.addReplacement(
      id,
      lines.filter(({ resource }) => resource === id),
    )
  }
  for (const id of settlement.commitments) {
    settlement.addCommitment(
      id,
      commitmentHours.filter(({ commitment }) => commitment === id),
    )
  }
  return settlement.close()
}

function pricesOf(lines: readonly SavingsLine[]): PriceSeen[] {
  const lowest = new Map<string, PriceSeen>()
  for (const { sku, hour, price } of lines) {
    const before = lowest.get(`${sku} ${hour}`)
    if (price !== null && (!before || Number(price) < Number(before.price)))
      lowest.set(`${sku} ${hour}`, { sku, hour, price })
  }
  return [...lowest.values()]
}

/** Amounts in nine decimals by "action part", and their sum as `total`. */
export function amounts({ parts }: CalculatedMonth): Record<string, string> {
  const total = parts.reduce((sum, { amount }) => sum + amount, 0n)
  return {
    ...Object.fromEntries(
      parts.map(({ action, part, amount }) => [part === 'usage' ? action : `${action} ${part}`, nanoText(amount)]),
    ),
    total: nanoText(total),
  }
}
