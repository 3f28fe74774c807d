/** A change for a person: applied, read back, and undone where it is not as planned. */
import { setTimeout } from 'node:timers/promises'
import { KeptError } from '@kept/domain/errors.ts'
import type { RemediationOrder } from '@kept/domain/remediation.ts'
import type { Scope } from '@kept/domain/scope.ts'
import type { StoredAction } from '@kept/store/remediation/actions.ts'
import { type Actor, perform, undo, verifyAction } from '../public/actions.ts'
import type { RemediationDeps } from '../public/registry.ts'
import { changeRecorder } from './change-recorder.ts'

/** A request waits this long for a change; longer ones go on, and the screen follows them. */
export const answerAfterMs = 15_000

interface RecommendedRequest {
  subject: 'recommendation'
  subjectId: string
  order: RemediationOrder
  automatic: false
  actor: Actor
}

/** The state of the action when it is complete, or as it is after a while. */
export async function performAndAnswer(
  deps: RemediationDeps,
  scope: Scope,
  request: RecommendedRequest,
  dryRun: StoredAction | undefined,
) {
  let started: StoredAction | undefined
  const run = performVerified(deps, scope, request, {
    ...(dryRun && { dryRun }),
    onStart: (stored) => {
      started = stored
    },
  })
  // A failure after the answer is stored with the action.
  run.catch(() => undefined)
  const complete = await Promise.race([run, setTimeout(answerAfterMs, undefined, { ref: false })])
  const stored = complete ?? started
  if (!stored) throw new KeptError('unavailable', 'The cloud does not answer. Try again in a minute.')
  return stored.action
}

interface VerifiedOptions {
  dryRun?: StoredAction
  onStart?(stored: StoredAction): Promise<void> | void
}

/** Applies and reads back; what is not as planned is undone. */
async function performVerified(
  deps: RemediationDeps,
  scope: Scope,
  request: RecommendedRequest,
  options: VerifiedOptions,
): Promise<StoredAction> {
  const { actor } = request
  const onStateChange = changeRecorder(actor.name, deps.now)
  const stored = await perform(deps, scope, request, { revertAt: null, onStateChange, ...options })
  const { verified, message } = await verifyAction(deps, scope, stored)
  if (verified) return stored
  await undo(deps, scope, stored.action.id, { actor, onStateChange })
  throw new KeptError('unavailable', `${message} Kept has undone the change.`)
}
