/** From all costs to one line of a bill: each click filters by a value and groups by what is below it. */
import type { Filter, GroupKey } from '@kept/domain/cost-query.ts'
import { nameOfValue } from '../../spend/group-key.ts'
import { type Explorer, filterByValue } from './explorer.ts'

/** The levels, from the widest to the line. */
const levels: readonly GroupKey[] = ['provider', 'service', 'sub_account', 'resource', 'description']

/** What a dimension that is no level, such as a region or a tag, is divided by first. */
const firstLevel = 'service'

/** The state filtered by the values of a row and grouped by the next level; at the last level only filtered. */
export function drillInto(state: Explorer, row: readonly { key: GroupKey; value: string }[]): Explorer {
  const filtered = row.reduce((before, { key, value }) => filterByValue(before, key, value), state)
  const next = levelBelow(
    row.map(({ key }) => key),
    filtered.filters,
  )
  return { ...filtered, groupBy: next ? [next] : state.groupBy, sort: null, page: 1 }
}

/** The first level below all of these that is not one value already. */
function levelBelow(keys: readonly GroupKey[], filters: readonly Filter[]): GroupKey | undefined {
  const lowest = Math.max(...keys.map((key) => levels.indexOf(key)))
  const from = lowest < 0 ? levels.indexOf(firstLevel) : lowest + 1
  return levels.slice(from).find((level) => !filters.some((filter) => filter.dimension === level && isOneValue(filter)))
}

interface Crumb {
  label: string
  state: Explorer
}

/**
 * The way back: all costs, then each filter by one value in the order in which it was set, without the last, which is
 * where the reader is. Empty without such a filter.
 */
export function crumbsOf(state: Explorer): { crumbs: Crumb[]; here: string } | null {
  const steps = state.filters.filter(isOneValue)
  const last = steps.at(-1)
  if (!last) return null
  const others = state.filters.filter((filter) => !isOneValue(filter))
  const crumbs = steps.map((step, index) => ({
    label: index === 0 ? 'All costs' : labelOf(steps[index - 1]),
    state: { ...state, filters: [...others, ...steps.slice(0, index)], groupBy: [step.dimension], sort: null, page: 1 },
  }))
  return { crumbs, here: labelOf(last) }
}

function isOneValue({ op, values }: Filter): boolean {
  return op === 'is' && values.length === 1
}

function labelOf(filter: Filter | undefined): string {
  return filter ? nameOfValue(filter.dimension, filter.values[0] ?? '') : ''
}
