/**
 * The parts of a workload's id: `namespace/name`, or `namespace/kind/name` as in telemetry. The server's address
 * belongs to the account: requests are planned for `kubernetes.invalid`, which is replaced when they are sent.
 */
import { KeptError } from '@kept/domain/errors.ts'
import type { RemediationTarget } from '@kept/domain/remediation.ts'

export const cluster = 'https://kubernetes.invalid'
const label = /^[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?$/

export function workloadOf({ id, name }: RemediationTarget): { namespace: string; name: string } {
  const parts = id.split('/').filter(Boolean)
  const [namespace = '', last = ''] = [parts[0], parts.at(-1)]
  if (parts.length >= 2 && label.test(namespace) && label.test(last)) return { namespace, name: last }
  throw new KeptError('bad_input', `To act on ${name}, Kept needs namespace/name as its id.`)
}

export const mergePatch = { 'content-type': 'application/merge-patch+json' }

/** Finds containers by their name, where a merge patch would replace all of them. */
export const strategicPatch = { 'content-type': 'application/strategic-merge-patch+json' }
