/**
 * Use less first, then pay less for the rest: a better price for a whole service saves only on what is left after
 * its resources' own savings, so that a machine switched off is not also covered by a commitment on paper.
 */
import { compare, type Decimal, divide, isZero, multiply, subtract, sum } from '@kept/domain/decimal.ts'
import { money } from '../reading/words.ts'
import type { Assessed, Saving } from './assessed.ts'

export function shrinkPools(all: readonly Assessed[], monthly: (amount: Decimal) => Decimal): Assessed[] {
  const others = new Map<string, Assessed[]>()
  const pools = new Set(all.filter(({ candidate }) => candidate.pool).map(poolKey))
  for (const one of all) {
    if (one.candidate.pool || one.countedIn || !one.saving || !ofMachines(one) || !pools.has(poolKey(one))) continue
    const found = others.get(poolKey(one))
    if (found) found.push(one)
    else others.set(poolKey(one), [one])
  }
  return all.map((one) => {
    const { pool, place } = one.candidate
    if (!pool || !one.saving) return one
    const saved = sum(
      (others.get(poolKey(one)) ?? [])
        .filter(({ candidate }) => candidate.coversPool || pool.members.has(candidate.place.resource_id))
        .map(({ saving }) => saving?.mid ?? '0'),
    )
    return isZero(saved) ? one : shrunk(one, one.saving, saved, monthly(pool.cost), place.currency)
  })
}

function shrunk(one: Assessed, saving: Saving, saved: Decimal, cost: Decimal, currency: string): Assessed {
  const left = compare(cost, saved) > 0 ? divide(subtract(cost, saved), cost, 9) : '0'
  const shrink = (amount: Decimal) => divide(multiply(amount, left), '1', 6)
  const evidence = {
    label: 'Lowered, because other findings already take this much out of the same spend',
    value: money(saved, currency),
    unit: 'a month',
  }
  return {
    ...one,
    saving: { low: shrink(saving.low), mid: shrink(saving.mid), high: shrink(saving.high) },
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
