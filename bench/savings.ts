/**
 * The savings method where the truth is known: seeded fleets with trend, seasons, noise, price cuts, growth, the
 * customer's own changes, returns, overlapping actions and commitments, against two rules in common use. And its speed.
 */

import type { SavingsAction } from '@kept/domain/action.ts'
import type { Baseline, CommitmentHour, SavingsLine } from '@kept/domain/saving.ts'
import { type CalculatedMonth, openSettlement } from '@kept/engine/savings/month/calculate-month.ts'
import type { MonthSetup } from '@kept/engine/savings/month/setup.ts'
import { fromHour, hoursOfMonth } from '@kept/foundation/calendar/hour.ts'
import { type TruthMachine, type TruthWorld, truthWorld } from '@kept/scenarios/savings/truth-world.ts'
import type { Benchmark } from './benchmark.ts'
import { actionsOn, baselineOf, calculateFleet, fleetMonth, setupOf, sha256 } from './fleet-month.ts'

const worlds = Number(process.env.BENCH_WORLDS ?? 400)
const machines = Number(process.env.BENCH_MACHINES ?? 10_000)

interface EvaluatedFleet {
  truth: number
  /** Our best estimate, what we would bill, and the 68 % uncertainty. */
  face: number
  billed: number
  unsure: number
  beforeAfter: number
  listLessPaid: number
}

export const savingsBenchmark: Benchmark = {
  name: 'savings',
  title: `Verified savings: ${worlds} fleets whose true savings are known`,
  async run({ print }) {
    const evaluated = Array.from({ length: worlds }, (_, seed) => evaluate(truthWorld(seed)))
    const within = evaluated.filter(({ face, truth, unsure }) => Math.abs(face - truth) <= 2 * unsure + 0.01).length
    const overbilled = evaluated.filter(({ billed, truth }) => billed > truth + 0.01).length
    const rows = [
      row('Kept, best estimate', evaluated, ({ face }) => face),
      row('Kept, what is billed', evaluated, ({ billed }) => billed),
      row('mean of 14 days before, minus after', evaluated, ({ beforeAfter }) => beforeAfter),
      row('list price of before, minus paid', evaluated, ({ listLessPaid }) => listLessPaid),
    ]
    print('a month of many machines ...')
    const speed = measureMonth()
    return {
      description: `Each fleet has twelve machines over a month and the 28 days before it; on some nothing was done. Bias and error are shares of the true saving of all fleets; "too much" counts the fleets in which more than a cent too much was found.`,
      head: ['method', 'bias', 'mean absolute error', 'fleets with too much'],
      rows,
      notes: [
        `The truth lay within the interval (estimate and twice its 68 % uncertainty) in ${percent(within / worlds)} of fleets; to reach: 95%.`,
        `More than the truth was billed in ${percent(overbilled / worlds)} of fleets; to reach: at most 20%.`,
        speed,
      ],
    }
  },
}

function row(
  name: string,
  evaluated: readonly EvaluatedFleet[],
  estimate: (fleet: EvaluatedFleet) => number,
): string[] {
  const truth = evaluated.reduce((sum, fleet) => sum + fleet.truth, 0)
  const errors = evaluated.map((fleet) => estimate(fleet) - fleet.truth)
  const bias = errors.reduce((sum, value) => sum + value, 0) / truth
  const error = errors.reduce((sum, value) => sum + Math.abs(value), 0) / truth
  return [
    name,
    percent(bias),
    percent(error),
    percent(errors.filter((value) => value > 0.01).length / evaluated.length),
  ]
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)}%`
}

function evaluate(world: TruthWorld): EvaluatedFleet {
  const calculatedMonth = calculateWorld(world)
  const sum = (pick: (part: CalculatedMonth['parts'][number]) => bigint) =>
    Number(calculatedMonth.parts.reduce((total, part) => total + pick(part), 0n)) / 1e9
  const touched = world.machines.filter(({ actions }) => actions.length > 0)
  return {
    truth: world.truth,
    face: sum(({ face }) => face),
    billed: Math.max(
      0,
      sum(({ amount }) => amount),
    ),
    unsure: sum(({ unsure }) => unsure),
    beforeAfter: touched.reduce((total, machine) => total + beforeLessAfter(machine, world), 0),
    listLessPaid: touched.reduce((total, machine) => total + listLessPaid(machine, world), 0),
  }
}

function calculateWorld({ month, machines: ofWorld, commitment, notices }: TruthWorld): CalculatedMonth {
  const baselines = new Map<string, Baseline>()
  const actions = ofWorld.flatMap((machine) =>
    machine.actions.length > 0 ? actionsOn(machine, baselineOf(machine), baselines) : [],
  )
  const lines = ofWorld.flatMap((machine) => machine.lines)
  const { from } = hoursOfMonth(month)
  const bought: SavingsAction = {
    ...{ id: 'commitment', kind: 'commitment', commitment_ids: [commitment], expires: null },
    ...{ effective_time: fromHour(from), evidence_hash: sha256('order') },
  }
  return calculateMonth(
    { ...setupOf(month, [...actions, bought], baselines), priceNotices: notices },
    lines.filter(({ hour }) => hour >= from),
  )
}

export function calculateMonth(setup: MonthSetup, lines: readonly SavingsLine[]): CalculatedMonth {
  const prices = new Map(lines.map(({ sku, hour, price }) => [`${sku} ${hour}`, { sku, hour, price: price ?? '0' }]))
  const settlement = openSettlement(setup, { prices: [...prices.values()], isCovered: () => true })
  const byResource = Map.groupBy(lines, ({ resource }) => resource)
  for (const lineage of settlement.lineages) settlement.addLineage(lineage, byResource.get(lineage.name) ?? [])
  for (const id of settlement.commitments)
    settlement.addCommitment(
      id,
      lines.flatMap((line) => commitmentHour(line, id)),
    )
  return settlement.close()
}

function commitmentHour(
  { commitment, status, hour, hours, contracted, effective }: SavingsLine,
  id: string,
): CommitmentHour[] {
  return commitment === id && status ? [{ commitment, hour, hours, status, contracted, effective }] : []
}

/** Mean cost of an hour in the 14 days before, minus that of the hours after, for as many hours as were after. */
function beforeLessAfter({ lines, from }: TruthMachine, { month }: TruthWorld): number {
  const { to } = hoursOfMonth(month)
  const days = 14 * 24
  return (paid(lines, from - days, from) / days) * (to - from) - paid(lines, from, to)
}

/** What ran before at its price before any cut, every hour of the day, minus what was paid. */
function listLessPaid({ lines, from }: TruthMachine, { month }: TruthWorld): number {
  const { to } = hoursOfMonth(month)
  const before = lines.filter(({ hour }) => hour < from)
  const list = Math.max(0, ...before.map(({ price }) => Number(price)))
  const units = before.reduce((sum, { quantity }) => sum + Number(quantity), 0) / Math.max(1, before.length)
  return list * units * (to - from) - paid(lines, from, to)
}

function paid(lines: readonly SavingsLine[], from: number, to: number): number {
  return lines.reduce((sum, { hour, effective }) => (from <= hour && hour < to ? sum + Number(effective) : sum), 0)
}

/** The ledger of a month for a large fleet, machine after machine as they come from the bill. */
function measureMonth(): string {
  const fleet = fleetMonth('2026-09', machines)
  const { durationMs, lines } = calculateFleet(setupOf(fleet.month, fleet.actions, fleet.baselines), fleet, machines)
  return `A month of ${machines.toLocaleString('en-US')} machines with an action each (${lines.toLocaleString('en-US')} lines by the hour, every one hashed): ${(durationMs / 1000).toFixed(1)} s on one core; to reach: 30 s.`
}
