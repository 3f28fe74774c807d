/** How a connection proves who it is, and from when on a stored key is old. */

import { instantOf } from './series.ts'

/** From the best to the last: nothing stored, a key that may only assume a role, a certificate, a key or secret. */
export const accessMethods = ['federation', 'role', 'certificate', 'keys'] as const
export type AccessMethod = (typeof accessMethods)[number]

/** CIS Benchmarks of AWS (1.14), Google Cloud (1.7) and Oracle Cloud (1.8): keys are replaced within 90 days. */
const MAX_KEY_AGE_DAYS = 90

/**
 * Full days since the key was stored, where there is one and it is old; otherwise undefined. A certificate has an end of
 * its own.
 */
export function oldKeyDays(
  { access_method, access_changed_at }: { access_method: AccessMethod | null; access_changed_at: string | null },
  nowMs: number,
): number | undefined {
  if ((access_method !== 'keys' && access_method !== 'role') || access_changed_at === null) return undefined
  const days = Math.floor((nowMs - instantOf(access_changed_at)) / 86_400_000)
  return days > MAX_KEY_AGE_DAYS ? days : undefined
}
