/**
 * Successors: what takes the place of a resource under another id. A group starts a machine anew, a pipeline replaces
 * it, somebody makes it again by hand. They join the lineage, so that what came back saves nothing.
 */
import type { Hour } from '@kept/domain/hour.ts'

export interface Identity {
  readonly resource: string
  readonly account: string
  readonly region: string
  /** "m5" of an m5.large: another size of the same family is still the same machine. */
  readonly skuFamily: string
  /** What one of these two have in common: address in the infrastructure's code, Name tag, scaling group. */
  readonly codeAddress: string | null
  readonly name: string | null
  readonly group: string | null
  /** The first hour in which the bill knows it. */
  readonly firstHour: Hour
}

/** Ids of all that followed the resource of an action, in the order they appeared. */
export function successorsOf(before: Identity, effective: Hour, all: readonly Identity[]): string[] {
  return all
    .filter((one) => one.resource !== before.resource && one.firstHour >= effective && isSamePlace(one, before))
    .filter(
      (one) =>
        isShared(one.codeAddress, before.codeAddress) ||
        isShared(one.name, before.name) ||
        isShared(one.group, before.group),
    )
    .toSorted((a, b) => a.firstHour - b.firstHour || (a.resource < b.resource ? -1 : 1))
    .map(({ resource }) => resource)
}

function isSamePlace(a: Identity, b: Identity): boolean {
  return a.account === b.account && a.region === b.region && a.skuFamily === b.skuFamily
}

/** Nothing is not the same as nothing. */
function isShared(a: string | null, b: string | null): boolean {
  return a !== null && a !== '' && a === b
}
