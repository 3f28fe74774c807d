import type { Decimal } from '@kept/foundation/decimal.ts'

/** A place in the tree of scopes, from the organization down: ["aws", "production", "compute", "i-07"]. */
export type ScopePath = readonly string[]

/** A row of one scope that its detector alerted on, or that belongs to an alert still open. */
export interface ScopeAlert {
  scope: ScopePath
  /** Milliseconds since 1970: the row that is off, and its length. */
  at: number
  step: number
  actual: Decimal
  expected: Decimal
}

/** True when `inner` is `outer` or lies within it. */
export function within(inner: ScopePath, outer: ScopePath): boolean {
  return outer.length <= inner.length && outer.every((name, depth) => name === inner[depth])
}
