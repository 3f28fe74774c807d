/**
 * Use less first, then pay less for the rest: a better price for a whole service saves only on what is left after
 * its resources' own savings, so that a machine switched off is not also covered by a commitment on paper.
 */
import { type Decimal, isZero, larger, subtract, sum } from '@kept/domain/decimal.ts'
import { type Calculation, divideBy, evaluateCalculation, multiplyBy } from '../reading/calculation.ts'
import { money } from '../reading/words.ts'
import type { Assessed } from './assessed.ts'
import { type Decisions, noDecisions } from './overlaps.ts'

export function shrinkPools(
  all: readonly Assessed[],
  monthly: (amount: Decimal) => Decimal,
  { dismissed }: Decisions = noDecisions,
): Assessed[] {
  const others = new Map<string, Assessed[]>()
  const pools = new Set(all.filter(({ candidate }) => candidate.pool).map(poolKey))
  for (const one of all) {
    if (dismissed.has(one.fingerprint)) continue
    if (one.candidate.pool || one.countedIn || !one.saving || !ofMachines(one) || !pools.has(poolKey(one))) continue
    const found = others.get(poolKey(one))
    if (found) found.push(one)
    else others.set(poolKey(one), [one])
  }
  return all.map((one) => {
    const { pool, place } = one.candidate
    if (!pool || !one.calculation) return one
    const saved = sum(
      (others.get(poolKey(one)) ?? [])
        .filter(({ candidate }) => candidate.coversPool || pool.members.has(candidate.place.resource_id))
        .map(({ saving }) => saving?.mid ?? '0'),
    )
    return isZero(saved) ? one : shrunk(one, one.calculation, saved, monthly(pool.cost), place.currency)
  })
}

function shrunk(one: Assessed, steps: Calculation, saved: Decimal, cost: Decimal, currency: string): Assessed {
  const left = larger(subtract(cost, saved), '0')
  const calculation: Calculation = [
    ...steps,
    divideBy('Cost of these machines in a month', cost, currency),
    multiplyBy('Of it left after the other recommendations for them', left, currency),
  ]
  const evidence = {
    label: 'Other recommendations already take this much out of the same spend',
    value: money(saved, currency),
    unit: 'a month',
  }
  return {
    ...one,
    calculation,
    saving: evaluateCalculation(calculation),
    candidate: { ...one.candidate, evidence: [...one.candidate.evidence, evidence] },
  }
}

/** A pool holds machine time: what is saved on a machine's storage or traffic leaves it as it is. */
function ofMachines({ candidate: { part = '' } }: Assessed): boolean {
  return part === '' || part === 'machine'
}

function poolKey({ candidate: { place } }: Assessed): string {
  return JSON.stringify([place.currency, place.provider, place.billing_account_id, place.service, place.region])
}
