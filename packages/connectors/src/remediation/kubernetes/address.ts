/**
 * What stands in an id of a workload: `namespace/name`, or `namespace/kind/name` as telemetry has it. The server's
 * address is the account's: requests are planned for `kubernetes.invalid`, and led to it when they are sent.
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
