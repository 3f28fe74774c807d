/**
 * What of the savings other resources took over: in every hour the smaller of what the actions saved and what their
 * replacements cost beyond their usual level. That part moved and was not saved.
 */
import type { Substitution, SubstitutionMatch } from '@kept/domain/substitution.ts'
import { type Hour, toHour } from '@kept/foundation/calendar/hour.ts'
import { exact, type Nano, toNano } from '../exact.ts'
import { type HourlyCosts, hourOfWeek, spread } from '../substitution/hourly-costs.ts'
import { splitByWeight } from './split.ts'

export interface SavedByHour {
  /** Whether the hours of this action are needed. */
  isObserved(action: string): boolean
  add(action: string, hour: Hour, span: number, saved: Nano): void
}

export interface Replaced {
  /** By action, of its savings in the month; never negative. */
  readonly amounts: ReadonlyMap<string, Nano>
  /** First hour in which the same thing under another id had taken over (nearly) all of it, by action. */
  readonly returned: ReadonlyMap<string, Hour>
}

/** From this share on, in percent, a terminated resource is back. */
const returnedPercent = 90n

export function openReplaced({ matches }: Substitution) {
  const savings = new Map(matches.flatMap(({ actions }) => actions).map((id) => [id, new Map<Hour, Nano>()]))
  const costs = new Map<string, HourlyCosts>()
  const savedByHour: SavedByHour = {
    isObserved: (action) => savings.has(action),
    add(action, hour, span, saved) {
      const ofAction = savings.get(action)
      if (ofAction && saved !== 0n) spread(ofAction, hour, span, saved)
    },
  }
  return {
    savedByHour,
    /** Resources whose costs are asked for. */
    resources: [...new Set(matches.flatMap(({ replacements }) => replacements.map(({ resource }) => resource)))],
    addCosts(resource: string, hourly: HourlyCosts): void {
      costs.set(resource, hourly)
    },
    close(): Replaced {
      const amounts = new Map<string, Nano>()
      const returned = new Map<string, Hour>()
      // What the same thing under another id took over cannot be taken over again.
      const inOrder = [
        ...matches.filter(({ match }) => match === 'identity'),
        ...matches.filter(({ match }) => match === 'presumed'),
        ...matches.filter(({ match }) => match === 'group'),
      ]
      for (const match of inOrder) closeMatch(match, amounts, returned)
      return { amounts, returned }
    },
  }

  function closeMatch(match: SubstitutionMatch, amounts: Map<string, Nano>, returned: Map<string, Hour>): void {
    const matchSavings = match.actions.map((id) => savings.get(id) ?? new Map<Hour, Nano>())
    const beyond = aboveBaseline(match, costs)
    const firstHour = Math.min(...match.replacements.map((replacement) => toHour(replacement.begins)))
    const hours = [...new Set(matchSavings.flatMap((ofAction) => [...ofAction.keys()]))].toSorted((a, b) => a - b)
    for (const hour of hours) {
      const weights = matchSavings.map((ofAction) => positive(ofAction.get(hour) ?? 0n))
      const saved = weights.reduce((sum, weight) => sum + weight, 0n)
      const cost = saved === 0n ? 0n : beyond(hour)
      if (cost === 0n) continue
      const part = cost < saved ? cost : saved
      for (const [index, share] of splitByWeight(part, weights).entries()) {
        const action = match.actions[index] ?? ''
        matchSavings[index]?.set(hour, (matchSavings[index]?.get(hour) ?? 0n) - share)
        amounts.set(action, (amounts.get(action) ?? 0n) + share)
        const isBack =
          match.match === 'identity' && hour >= firstHour && share > 0n && part * 100n >= saved * returnedPercent
        if (isBack && !returned.has(action)) returned.set(action, hour)
      }
    }
  }
}

/** Cost of a match's replacements in an hour, above their usual level and at most up to their limit. */
function aboveBaseline(
  { replacements, baseline_hourly_costs, hourly_limit }: SubstitutionMatch,
  costs: ReadonlyMap<string, HourlyCosts>,
): (hour: Hour) => Nano {
  const baseline = baseline_hourly_costs.map((text) => toNano(exact(text)))
  const limit = hourly_limit === null ? null : toNano(exact(hourly_limit))
  const counted = replacements.map(({ resource, begins, hourly_cost }) => ({
    hourly: costs.get(resource),
    from: toHour(begins),
    before: toNano(exact(hourly_cost)),
  }))
  return (hour) => {
    const cost = counted.reduce(
      (sum, { hourly, from, before }) => sum + (hour < from ? before : (hourly?.get(hour) ?? 0n)),
      0n,
    )
    const above = positive(cost - (baseline[baseline.length === 1 ? 0 : hourOfWeek(hour)] ?? 0n))
    return limit !== null && above > limit ? limit : above
  }
}

function positive(amount: Nano): Nano {
  return amount > 0n ? amount : 0n
}
