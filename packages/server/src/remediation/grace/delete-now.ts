/** A person does not wait for the end of a grace period: with the approval that the remedy itself needs. */
import { setTimeout } from 'node:timers/promises'
import { KeptError } from '@kept/domain/errors.ts'
import type { Scope } from '@kept/domain/scope.ts'
import type { ScopedTransaction } from '@kept/store/database/connect.ts'
import { findRecommendation } from '@kept/store/recommendations/find.ts'
import { toRecommendation } from '@kept/store/recommendations/row.ts'
import { findRemediationAction, listRemediationActions, type StoredAction } from '@kept/store/remediation/actions.ts'
import { approvedSince, type StoredApproval } from '@kept/store/remediation/approvals.ts'
import { readEnforcedPolicies } from '@kept/store/security/enforced-policies.ts'
import type { Actor } from '../public/actions.ts'
import { approvalReason, requestApproval, topicOf } from '../public/approvals.ts'
import { refuseWhileStopped } from '../public/kill-switch.ts'
import type { RemediationDeps } from '../public/registry.ts'
import { changeRecorder } from '../recommended/change-recorder.ts'
import { answerAfterMs } from '../recommended/perform-verified.ts'
import { type DeletionGuard, deleteMarked } from './delete-marked.ts'

/** Deletes at once, or asks a second person where a policy demands one. */
export async function deleteNow(
  deps: RemediationDeps,
  scope: Scope,
  recommendationId: string,
  { actor, asker }: { actor: Actor; asker: { id: string; name: string } },
): Promise<{ stored: StoredAction; approval: StoredApproval | undefined }> {
  const { database } = deps.state
  const listed = { subject: 'recommendation', subjectId: recommendationId } as const
  const waiting = (await listRemediationActions(database, scope, listed)).find(
    ({ action }) => action.state === 'waiting',
  )
  if (!waiting) throw new KeptError('conflict', 'Nothing of this recommendation waits to be deleted.')
  await refuseWhileStopped(deps, scope)
  const approval = await database.scoped(scope, async (tx) => {
    const topic = topicOf(toRecommendation(await findRecommendation(tx, recommendationId)))
    const reason = approvalReason(await readEnforcedPolicies(tx), topic)
    if (reason === '') return undefined
    const { step, target, id } = waiting.action
    const description = `Delete ${target.name} now, before its grace period ends. ${waiting.action.description}`
    const { auditContext } = actor
    return requestApproval(deps, tx, { topic, step, description, reason, asker, dryRunId: id, auditContext })
  })
  if (approval) return { stored: waiting, approval }
  return { stored: await deleteEarly(deps, scope, waiting, actor), approval: undefined }
}

/** After the approval. A deletion that takes long goes on after the answer. Throws where it was not deleted. */
export async function deleteEarly(
  deps: RemediationDeps,
  scope: Scope,
  { action }: StoredAction,
  actor: Actor,
): Promise<StoredAction> {
  const onStateChange = changeRecorder(actor.name, deps.now)
  const run = deleteMarked(deps, scope, action.id, { actor, onStateChange, guard: unguarded, isEarly: true })
  run.catch(() => undefined)
  await Promise.race([run, setTimeout(answerAfterMs, undefined, { ref: false })])
  const stored = await findRemediationAction(deps.state.database, scope, action.id)
  if (stored.action.state === 'left') throw new KeptError('conflict', stored.action.failure_reason)
  if (stored.action.state === 'waiting')
    throw new KeptError('conflict', stored.action.failure_reason || `${action.target.name} still waits. Try again.`)
  return stored
}

/** Its approval was checked before, and no policy decides for the person. */
const unguarded: DeletionGuard = async () => undefined

/** A policy may demand a second person by now, also for a change from before: then it waits until one approved. */
export async function missingSecondPerson(
  tx: ScopedTransaction,
  { action }: StoredAction,
): Promise<string | undefined> {
  const topic = topicOf(toRecommendation(await findRecommendation(tx, action.subject_id)))
  const reason = approvalReason(await readEnforcedPolicies(tx), topic)
  if (reason === '') return undefined
  const approvedFrom = new Date(Date.parse(action.at) - decidedBeforeMs)
  return (await approvedSince(tx, 'recommendation', action.subject_id, approvedFrom)) ? undefined : reason
}

/** An approved change is carried out with its approval, within this time. */
const decidedBeforeMs = 3_600_000
