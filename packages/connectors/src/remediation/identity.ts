/**
 * Which resource a deletion is about, where its name can be given again: planned with what the cloud calls it, and compared
 * before it is sent. Clouds that delete by name take no condition with the request.
 */
import { KeptError } from '@kept/domain/errors.ts'
import type { RemediationOrder, RemediationPlan } from '@kept/domain/remediation.ts'
import { type CloudRequest, deletes, type Remedy } from './remedy.ts'

/** Undefined for a remedy that deletes nothing by name. Throws where the cloud does not say which resource it is. */
export async function readIdentity(
  { identityOf }: Remedy,
  { target, step }: RemediationOrder,
  send: CloudRequest,
  signal?: AbortSignal,
): Promise<string | undefined> {
  if (!identityOf || !deletes(step)) return undefined
  const identity = await identityOf(send, target, signal)
  if (identity !== undefined) return identity
  throw new KeptError(
    'conflict',
    `The cloud gives ${target.name} no identity of its own, so Kept cannot tell it from another one with the same name and does not delete it. Delete it with the commands.`,
  )
}

/** Throws where another resource has the name by now. */
export async function requirePlanned(
  remedy: Remedy,
  { order, identity, grace }: RemediationPlan,
  send: CloudRequest,
  signal?: AbortSignal,
): Promise<void> {
  if (!remedy.identityOf || !deletes(order.step)) return
  if (identity === undefined) {
    // Of a version before identities: the mark on the resource, which no new one has, says that it is the same.
    if (grace !== undefined) return
    throw new KeptError('conflict', `The plan does not say which ${order.target.name} it is about. Run it again.`)
  }
  if ((await remedy.identityOf(send, order.target, signal)) === identity) return
  throw new KeptError('conflict', madeAgain(order.target.name))
}

export function madeAgain(name: string): string {
  return `${name} is another resource than the one of the plan: it was made again with the same name. Kept left it.`
}
