/**
 * Tags and SKUs cut across the tree of providers, accounts, services and resources: the same money seen another way.
 * What they show is the same incident when the tree has one for it, and the place where it happened when the tree has
 * none that says as much.
 */
import type { ScopePart } from '@kept/domain/anomaly.ts'
import { addDays } from '@kept/foundation/calendar/day.ts'
import type { ScopeIncident } from './scope-incident.ts'

/** The level of accounts: incidents there and above say little of where it happened. */
const shallow = 2
/** A part that carries this share of the whole explains it. */
const carries = 0.8
/** What explains this much of it is the same story. */
const sameShare = 0.5
const pause = 2

export function mergeTagIncidents(
  tree: readonly ScopeIncident[],
  crossCutting: readonly ScopeIncident[],
): ScopeIncident[] {
  const merged = [...tree]
  // The largest first: of several tags on the same resources one is reported.
  for (const incident of crossCutting.toSorted((a, b) => Math.abs(excessOf(b)) - Math.abs(excessOf(a)))) {
    const touching = merged.filter((other) => meets(incident, other))
    const outer = touching.filter(({ scope }) => isOuter(scope, incident.scope))
    const inner = touching.filter(({ scope }) => !isOuter(scope, incident.scope))
    if (inner.some((other) => share(other, incident) >= sameShare)) continue
    const outerMatch = outer.find((other) => share(incident, other) >= carries)
    if (outerMatch) merged.splice(merged.indexOf(outerMatch), 1, incident)
    // No scope of the tree explains it, so it is spread over many: reported unless it is small.
    else if (outer.length === 0 && incident.severity !== 'low') merged.push(incident)
  }
  return merged
}

const excessOf = ({ actual, expected }: ScopeIncident) => Number(actual) - Number(expected)
const share = (part: ScopeIncident, total: ScopeIncident) => Math.abs(excessOf(part)) / Math.abs(excessOf(total) || 1)

/** The same money off to the same side at the same time, in places that may share it. */
function meets(incident: ScopeIncident, other: ScopeIncident): boolean {
  if (incident.currency !== other.currency || incident.direction !== other.direction) return false
  const near = (a: ScopeIncident, b: ScopeIncident) => a.first_day <= addDays(b.last_day, pause)
  return near(incident, other) && near(other, incident) && mayShare(incident.scope, other.scope)
}

/** Tags lie across everything; a SKU shares money with what is above it and with the resources of its service. */
function mayShare(scope: readonly ScopePart[], other: readonly ScopePart[]): boolean {
  const sku = isSku(scope) ? scope : isSku(other) ? other : undefined
  if (!sku || isTag(scope) || isTag(other)) return true
  const otherParts = (sku === scope ? other : scope).slice(0, sku.length - 1)
  return otherParts.every(
    ({ dimension, value }, depth) => sku[depth]?.dimension === dimension && sku[depth]?.value === value,
  )
}

/** True for places of the tree that say less of where it happened than this one. */
function isOuter(scope: readonly ScopePart[], than: readonly ScopePart[]): boolean {
  if (isTag(scope) || isSku(scope)) return false
  return isTag(than) ? scope.length <= shallow : scope.length < than.length
}

const isTag = (scope: readonly ScopePart[]) => scope.at(-1)?.dimension.startsWith('tag:') ?? false
const isSku = (scope: readonly ScopePart[]) => scope.at(-1)?.dimension === 'sku'
