/** A deletion whose process died, or whose result could not be read: the resource decides its result. */
import { isOtherAccount } from '@kept/connectors/remediation/aws/identity.ts'
import type { RemediationPort } from '@kept/domain/remediation.ts'
import type { Scope } from '@kept/domain/scope.ts'
import { takeOverDeletion } from '@kept/store/remediation/deletions.ts'
import { type RemediationDeps, registryOf } from '../public/registry.ts'
import { holdMs } from '../public/while-held.ts'
import {
  type Attempt,
  complete,
  completeDeleted,
  continueLater,
  endUndeleted,
  endWithoutAccount,
  isBeingDeleted,
  isGone,
} from './end-deletion.ts'

/** A cloud that accepted a deletion may show the resource for so long. */
const settleMs = 600_000

export async function continueDeletion(
  deps: RemediationDeps,
  scope: Scope,
  id: string,
  { actor, onStateChange }: Pick<Attempt, 'actor' | 'onStateChange'>,
): Promise<void> {
  const now = deps.now()
  const stored = await takeOverDeletion(deps.state.database, scope, id, holdMs)
  if (!stored) return
  const attempt = { deps, scope, stored, actor, onStateChange }
  const port = await registryOf(deps, scope).portOfAction(stored)
  if (!port) {
    await endWithoutAccount(attempt)
    return
  }
  try {
    await concludeDeletion(attempt, port, now)
  } catch (error) {
    if (!isOtherAccount(error)) throw error
    await endWithoutAccount(attempt, error.message)
  }
}

/** By what the cloud says. */
async function concludeDeletion(attempt: Attempt, port: RemediationPort, now: Date): Promise<void> {
  const { stored } = attempt
  const { deleteSentAt, action } = stored
  const { name } = action.target
  const wasSent = deleteSentAt !== null
  if (await isGone(port, stored)) {
    if (wasSent) await completeDeleted(attempt)
    else await endUndeleted(attempt, port, { to: 'left', reason: `${name} no longer exists.` })
    return
  }
  // A deletion that goes on may still fail.
  if (wasSent && (now.getTime() - deleteSentAt.getTime() < settleMs || (await isBeingDeleted(port, stored))))
    return continueLater(attempt)
  const reason = wasSent
    ? `${name} still exists ${settleMs / 60_000} minutes after its deletion was sent.`
    : 'The process ended before it was deleted.'
  if (stored.plan.grace) {
    await endUndeleted(attempt, port, { to: 'waiting', reason })
    return
  }
  const failureReason = `${reason} Its backup is left, if it has one.`
  await complete(attempt, 'failed', { summary: `${name} was not deleted: ${failureReason}`, failureReason })
}
