/** What a calculated month found of each action, for people: the ledger has only what counts of it. */
import type { ActionFigures } from '@kept/domain/action-figures.ts'
import { utcDay } from '@kept/foundation/calendar/instant.ts'
import type { Nano } from '../exact.ts'
import type { CalculatedPart } from './calculated-part.ts'

const dayMs = 24 * 3_600_000

/** By action. Avoidance is left out: it is shown, and no saving. */
export function figuresOfActions(parts: readonly CalculatedPart[]): Record<string, ActionFigures> {
  const counting = parts.filter(({ part }) => part !== 'avoidance')
  return Object.fromEntries([...Map.groupBy(counting, ({ action }) => action)].map(([id, own]) => [id, figuresOf(own)]))
}

function figuresOf(parts: readonly CalculatedPart[]): ActionFigures {
  const details = parts.flatMap(({ detail }) => detail ?? [])
  const savings = parts.filter(({ part }) => part !== 'replaced' && part !== 'penalty')
  const total = (amounts: readonly Nano[]) => amounts.reduce((sum, amount) => sum + amount, 0n)
  const saved = total(savings.map(({ face }) => face))
  const margin = total(details.map((detail) => detail.margin))
  const days = new Map<number, Nano>()
  for (const [day, amount] of details.flatMap((detail) => [...detail.days]))
    days.set(day, (days.get(day) ?? 0n) + amount)
  return {
    baseline: String(total(details.map(({ baseline }) => baseline))),
    measured: String(total(details.map(({ measured }) => measured))),
    ...{ saved: String(saved), low: String(saved - margin), high: String(saved + margin) },
    counted: String(total(savings.map(({ amount }) => amount))),
    net: String(total(parts.map(({ amount }) => amount))),
    days: Object.fromEntries(
      [...days].toSorted(([a], [b]) => a - b).map(([day, amount]) => [utcDay(day * dayMs), String(amount)]),
    ),
  }
}
