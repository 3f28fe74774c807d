/**
 * Use less first, then pay less for the rest: a better price for a whole service saves only on what is left after
 * its resources' own savings, so that a machine switched off is not also covered by a commitment on paper.
 */
import { type Decimal, isZero, larger, subtract, sum } from '@kept/foundation/decimal.ts'
import type { Candidate } from '../define-rule.ts'
import { type Calculation, divideBy, evaluateCalculation, multiplyBy } from '../reading/calculation.ts'
import { money } from '../reading/labels.ts'
import type { Assessed } from './assessed.ts'
import { type Decisions, noDecisions } from './overlaps.ts'

export function shrinkPools(
  all: readonly Assessed[],
  monthly: (amount: Decimal) => Decimal,
  { dismissed }: Decisions = noDecisions,
): Assessed[] {
  const savingsByPool = new Map<string, Assessed[]>()
  const pools = new Set(all.filter(({ candidate }) => candidate.pool).map(poolKey))
  for (const assessed of all) {
    if (dismissed.has(assessed.fingerprint)) continue
    if (
      assessed.candidate.pool ||
      assessed.countedIn ||
      !assessed.saving ||
      !ofMachines(assessed) ||
      !pools.has(poolKey(assessed))
    )
      continue
    const group = savingsByPool.get(poolKey(assessed))
    if (group) group.push(assessed)
    else savingsByPool.set(poolKey(assessed), [assessed])
  }
  return all.map((assessed) => {
    const { pool, location } = assessed.candidate
    if (!pool || !assessed.calculation) return assessed
    const saved = sum(
      (savingsByPool.get(poolKey(assessed)) ?? [])
        .filter(({ candidate }) => candidate.coversPool || isIn(candidate, pool.members))
        .map(({ saving }) => saving?.mid ?? '0'),
    )
    return isZero(saved)
      ? assessed
      : shrunk(assessed, assessed.calculation, saved, monthly(pool.cost), location.currency)
  })
}

function isIn({ location, members = new Set() }: Candidate, pool: ReadonlySet<string>): boolean {
  return pool.has(location.resource_id) || [...members].some((id) => pool.has(id))
}

function shrunk(assessed: Assessed, steps: Calculation, saved: Decimal, cost: Decimal, currency: string): Assessed {
  const remaining = larger(subtract(cost, saved), '0')
  const calculation: Calculation = [
    ...steps,
    divideBy('Monthly cost of these instances', cost, currency),
    multiplyBy('Share left after other recommendations for them', remaining, currency),
  ]
  const evidence = {
    label: 'Already saved by other recommendations on the same spend',
    value: money(saved, currency),
    unit: 'a month',
  }
  return {
    ...assessed,
    calculation,
    saving: evaluateCalculation(calculation),
    candidate: { ...assessed.candidate, evidence: [...assessed.candidate.evidence, evidence] },
  }
}

/** A pool holds machine time: what is saved on a machine's storage or traffic leaves it as it is. */
function ofMachines({ candidate: { part = '' } }: Assessed): boolean {
  return part === '' || part === 'machine'
}

function poolKey({ candidate: { location } }: Assessed): string {
  return JSON.stringify([
    location.currency,
    location.provider,
    location.billing_account_id,
    location.service,
    location.region,
  ])
}
