/** Many alerts, one incident: those of nested scopes at the same time, and those of consecutive rows, belong together. */
import { add, type Decimal, subtract, sum, toNumber } from '@kept/foundation/decimal.ts'
import { type ScopeAlert, type ScopePath, within } from './alert.ts'

export interface Incident {
  /** Where it happened: the deepest scope that accounts for nearly all of it. */
  scope: ScopePath
  from: number
  /** The end of its last row. */
  to: number
  /** What its scope cost beyond what was expected, so far. */
  excess: Decimal
  alerts: ScopeAlert[]
}

/** A part that carries this share of the whole explains it. */
const carries = 0.8
/** Rows that may be in line between two alerts of one incident. */
const pause = 2

/** The incidents behind the alerts, oldest first. Excess is that of one scope, so nothing is counted twice. */
export function mergeAlerts(alerts: readonly ScopeAlert[]): Incident[] {
  return gather(alerts)
    .flatMap(splitBySide)
    .map(asIncident)
    .sort((a, b) => a.from - b.from || compareScopes(a.scope, b.scope))
}

/** Alerts that touch, in time and in the tree, directly or through others. Scopes side by side stay apart. */
function gather(alerts: readonly ScopeAlert[]): ScopeAlert[][] {
  const groups: ScopeAlert[][] = []
  // From the leaves up, so that two leaves are not thrown together by the parent they share unless it needs both.
  const ordered = alerts.toSorted((a, b) => b.scope.length - a.scope.length || a.at - b.at)
  for (const alert of ordered) {
    const touched = groups.filter((group) => group.some((other) => touches(alert, other)))
    const [first, ...otherGroups] = touched
    if (!first) groups.push([alert])
    else {
      first.push(alert)
      for (const other of otherGroups) {
        first.push(...other)
        groups.splice(groups.indexOf(other), 1)
      }
    }
  }
  return groups
}

function touches(a: ScopeAlert, b: ScopeAlert): boolean {
  const related = within(a.scope, b.scope) || within(b.scope, a.scope)
  const step = Math.max(a.step, b.step)
  return related && a.at < b.at + b.step + pause * step && b.at < a.at + a.step + pause * step
}

/** Money too much and money too little are two stories. */
function splitBySide(group: ScopeAlert[]): ScopeAlert[][] {
  const above = group.filter((alert) => toNumber(excessOf(alert)) >= 0)
  const below = group.filter((alert) => toNumber(excessOf(alert)) < 0)
  return [above, below].filter((side) => side.length > 0)
}

const excessOf = ({ actual, expected }: ScopeAlert) => subtract(actual, expected)

function asIncident(alerts: ScopeAlert[]): Incident {
  const scope = levelOf(alerts)
  const scopeAlerts = alerts.filter((alert) => compareScopes(alert.scope, scope) === 0)
  return {
    scope,
    from: Math.min(...alerts.map(({ at }) => at)),
    to: Math.max(...alerts.map(({ at, step }) => at + step)),
    excess: sum(scopeAlerts.map(excessOf)),
    alerts: alerts.toSorted((a, b) => a.at - b.at || compareScopes(a.scope, b.scope)),
  }
}

/** Walks down from the top for as long as one part carries nearly all of its whole. */
function levelOf(alerts: readonly ScopeAlert[]): ScopePath {
  const totals = new Map<string, { scope: ScopePath; excess: Decimal }>()
  for (const alert of alerts) {
    const key = JSON.stringify(alert.scope)
    totals.set(key, { scope: alert.scope, excess: add(totals.get(key)?.excess ?? '0', excessOf(alert)) })
  }
  const scopes = [...totals.values()].sort((a, b) => a.scope.length - b.scope.length || compareScopes(a.scope, b.scope))
  let current = scopes[0] ?? { scope: [], excess: '0' }
  for (const below of scopes.slice(1)) {
    const carried = Math.abs(toNumber(below.excess)) >= carries * Math.abs(toNumber(current.excess))
    if (below.scope.length > current.scope.length && within(below.scope, current.scope) && carried) current = below
  }
  return current.scope
}

function compareScopes(a: ScopePath, b: ScopePath): number {
  const [first, other] = [JSON.stringify(a), JSON.stringify(b)]
  return first < other ? -1 : first > other ? 1 : 0
}
