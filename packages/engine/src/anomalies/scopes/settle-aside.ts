/**
 * Tags and SKUs cut across the tree of providers, accounts, services and resources: the same money seen another way.
 * What they show is the same incident when the tree has one for it, and the place where it happened when the tree has
 * none that says as much.
 */
import type { ScopePart } from '@kept/domain/anomaly.ts'
import type { ScopeIncident } from './scope-incident.ts'

/** The level of accounts: incidents there and above say little of where it happened. */
const shallow = 2
/** A part that carries this share of the whole explains it. */
const carries = 0.8
/** What explains this much of it is the same story. */
const same = 0.5
const pause = 2

export function settleAside(tree: readonly ScopeIncident[], aside: readonly ScopeIncident[]): ScopeIncident[] {
  const settled = [...tree]
  // The largest first: of several tags on the same things one is told.
  for (const one of aside.toSorted((a, b) => Math.abs(excessOf(b)) - Math.abs(excessOf(a)))) {
    const touching = settled.filter((other) => meets(one, other))
    const outer = touching.filter(({ scope }) => isOuter(scope, one.scope))
    const inner = touching.filter(({ scope }) => !isOuter(scope, one.scope))
    if (inner.some((other) => share(other, one) >= same)) continue
    const whole = outer.find((other) => share(one, other) >= carries)
    if (whole) settled.splice(settled.indexOf(whole), 1, one)
    // With nothing in the tree beside it, it is thinly spread: told when it is worth something.
    else if (outer.length === 0 && one.severity !== 'low') settled.push(one)
  }
  return settled
}

const excessOf = ({ actual, expected }: ScopeIncident) => Number(actual) - Number(expected)
const share = (part: ScopeIncident, of: ScopeIncident) => Math.abs(excessOf(part)) / Math.abs(excessOf(of) || 1)

/** The same money off to the same side at the same time, in places that may share it. */
function meets(one: ScopeIncident, other: ScopeIncident): boolean {
  if (one.currency !== other.currency || one.direction !== other.direction) return false
  const near = (a: ScopeIncident, b: ScopeIncident) =>
    a.first_day <= Temporal.PlainDate.from(b.last_day).add({ days: pause }).toString()
  return near(one, other) && near(other, one) && mayShare(one.scope, other.scope)
}

/** Tags lie across everything; a SKU shares money with what is above it and with the resources of its service. */
function mayShare(one: readonly ScopePart[], other: readonly ScopePart[]): boolean {
  const sku = isSku(one) ? one : isSku(other) ? other : undefined
  if (!sku || isTag(one) || isTag(other)) return true
  const rest = (sku === one ? other : one).slice(0, sku.length - 1)
  return rest.every(({ by, value }, depth) => sku[depth]?.by === by && sku[depth]?.value === value)
}

/** True for places of the tree that say less of where it happened than this one. */
function isOuter(scope: readonly ScopePart[], than: readonly ScopePart[]): boolean {
  if (isTag(scope) || isSku(scope)) return false
  return isTag(than) ? scope.length <= shallow : scope.length < than.length
}

const isTag = (scope: readonly ScopePart[]) => scope.at(-1)?.by.startsWith('tag:') ?? false
const isSku = (scope: readonly ScopePart[]) => scope.at(-1)?.by === 'sku'
