/** A recommendation is carried out in the cloud, and undone: options, dry run, apply, verify, revert. */
import { setTimeout } from 'node:timers/promises'
import { remedyFor } from '@kept/connectors/remediation/remedies.ts'
import { terraformOptionOf } from '@kept/connectors/remediation/terraform/terraform-option.ts'
import type { RecommendationActionResult, RecommendationRemediation } from '@kept/contract/routes/remediation.ts'
import { KeptError } from '@kept/domain/errors.ts'
import { type GraceDays, isGraceKind } from '@kept/domain/grace-period.ts'
import type { Recommendation } from '@kept/domain/recommendation.ts'
import { mayMove } from '@kept/domain/recommendation-life.ts'
import type { RemedyStep } from '@kept/domain/remediation.ts'
import type { Scope } from '@kept/domain/scope.ts'
import { listPullRequests } from '@kept/store/pull-requests/pull-requests.ts'
import { findRecommendation } from '@kept/store/recommendations/find.ts'
import { toRecommendation } from '@kept/store/recommendations/row.ts'
import { findRemediationAction, listRemediationActions, type StoredAction } from '@kept/store/remediation/actions.ts'
import { type StoredApproval, waitingApprovalOf } from '@kept/store/remediation/approvals.ts'
import { requestRestore } from '@kept/store/remediation/deletions.ts'
import { readPolicy } from '@kept/store/remediation/policy.ts'
import { readTagsOf } from '@kept/store/resources/tags-of.ts'
import { readEnforcedPolicies } from '@kept/store/security/enforced-policies.ts'
import { deleteNow } from '../grace/delete-now.ts'
import { type Actor, dryRunOf, planAction, undo } from '../public/actions.ts'
import { answered } from '../public/answered.ts'
import { approvalReason, requestApproval, topicOf } from '../public/approvals.ts'
import { isCritical } from '../public/critical-tags.ts'
import { killSwitchReason } from '../public/kill-switch.ts'
import { type RemediationDeps, registryOf } from '../public/registry.ts'
import { changeRecorder } from './change-recorder.ts'
import { ordersFor, type RecommendedOrder } from './orders.ts'
import { answerAfterMs, performAndAnswer } from './perform-verified.ts'

const noRemedy = 'Kept cannot carry out this recommendation. Follow its steps.'

/** The recommendation with the orders that carry it out. `not_found` for that of another organization. */
export async function readRecommendation(deps: Pick<RemediationDeps, 'state'>, scope: Scope, id: string) {
  const { database } = deps.state
  const row = await database.scoped(scope, (tx) => findRecommendation(tx, id))
  const recommendation = toRecommendation(row)
  const tags = await readTagsOf(database, scope, recommendation.resource_id)
  return { recommendation, tags, orders: ordersFor(recommendation, tags) }
}

export async function describeRemediation(
  deps: RemediationDeps,
  scope: Scope,
  id: string,
): Promise<RecommendationRemediation> {
  const { recommendation, orders, tags } = await readRecommendation(deps, scope, id)
  const { waiting, policies, pullRequests } = await deps.state.database.scoped(scope, async (tx) => ({
    waiting: await waitingApprovalOf(tx, 'recommendation', id),
    policies: await readEnforcedPolicies(tx),
    pullRequests: await listPullRequests(tx, id),
  }))
  const registry = registryOf(deps, scope)
  const { policy } = await readPolicy(deps.state.database, scope)
  const [first] = orders
  const access = first && (await registry.accessTo(first.order.target))
  const actions = await listRemediationActions(deps.state.database, scope, { subject: 'recommendation', subjectId: id })
  return {
    options: orders.map(({ order, label }) => {
      const { permissions, undoPrice, deletionGrace } = remedyFor(order.target.kind, order.step)
      return {
        step: order.step,
        label,
        permissions: [...permissions],
        undo_price: undoPrice?.(order) ?? '',
        grace_days: deletionGrace && 'marking' in deletionGrace ? graceDaysIn(policy.grace_days, order.target.kind) : 0,
        no_grace_reason: deletionGrace && 'none' in deletionGrace ? deletionGrace.none : '',
        script: registry.scriptFor(order),
        terraform: terraformOptionOf(order),
      }
    }),
    possible: Boolean(access?.port),
    critical: isCritical(tags),
    skip_reasons: access === undefined ? noRemedy : access.port ? '' : access.skip_reasons,
    approval: waiting ? answered(waiting) : null,
    approval_reason: approvalReason(policies, topicOf(recommendation)),
    remediation_actions: actions.map(({ action }) => action).filter(({ state }) => state !== 'planned'),
    pull_requests: pullRequests,
  }
}

interface ActionRequest {
  id: string
  step: RemedyStep
  dryRun: boolean
  /** The dry run that was shown: exactly that is applied, or nothing. */
  dryRunId: string | undefined
  actor: Actor
  /** Who asks: they approve nothing of it. */
  asker: { id: string; name: string }
}

export async function actOnRecommendation(
  deps: RemediationDeps,
  scope: Scope,
  { id, step, dryRun, dryRunId, actor, asker }: ActionRequest,
): Promise<RecommendationActionResult> {
  const { recommendation, tags, orders } = await readRecommendation(deps, scope, id)
  const { order } = orderOf(orders, step)
  if (!mayMove(recommendation.status, 'done'))
    throw new KeptError('conflict', `A recommendation that is ${recommendation.status} cannot be carried out.`)
  const registry = registryOf(deps, scope)
  const script = registry.scriptFor(order)
  const critical = isCritical(tags)
  const access = await registry.accessTo(order.target)
  if (!access.port) {
    if (!dryRun) throw new KeptError('conflict', access.skip_reasons)
    return {
      recommendation,
      remediation_action: null,
      approval: null,
      script,
      critical,
      skip_reasons: access.skip_reasons,
    }
  }
  const request = { subject: 'recommendation', subjectId: id, order, automatic: false, actor } as const
  if (dryRun) {
    const { action } = await planAction(deps, scope, request)
    return { recommendation, remediation_action: action, approval: null, script, critical, skip_reasons: '' }
  }
  const stopReason = await killSwitchReason(deps, scope)
  if (stopReason !== '') throw new KeptError('conflict', stopReason)
  const shownDryRun = dryRunId === undefined ? undefined : await dryRunOf(deps, scope, dryRunId, request)
  const approval = await approvalOf(deps, scope, { recommendation, request, shownDryRun, asker })
  if (approval) {
    const planned = await findRemediationAction(deps.state.database, scope, approval.dryRunId ?? '')
    const answer = { approval: answered(approval), remediation_action: planned.action }
    return { recommendation, ...answer, script, critical, skip_reasons: '' }
  }
  const action = await performAndAnswer(deps, scope, request, shownDryRun)
  const { recommendation: changed } = await readRecommendation(deps, scope, id)
  return { recommendation: changed, remediation_action: action, approval: null, script, critical, skip_reasons: '' }
}

/** The request for a second person, where a policy demands one. */
async function approvalOf(
  deps: RemediationDeps,
  scope: Scope,
  {
    recommendation,
    request,
    shownDryRun,
    asker,
  }: {
    recommendation: Recommendation
    request: Parameters<typeof performAndAnswer>[2]
    shownDryRun: StoredAction | undefined
    asker: ActionRequest['asker']
  },
): Promise<StoredApproval | undefined> {
  const policies = await deps.state.database.scoped(scope, readEnforcedPolicies)
  const reason = approvalReason(policies, topicOf(recommendation))
  if (reason === '') return undefined
  const { action } = shownDryRun ?? (await planAction(deps, scope, request))
  const { auditContext } = request.actor
  return deps.state.database.scoped(scope, (tx) =>
    requestApproval(deps, tx, {
      ...{ topic: topicOf(recommendation), reason, asker, auditContext },
      step: request.order.step,
      description: action.description,
      dryRunId: action.id,
    }),
  )
}

export async function revertRecommendation(
  deps: RemediationDeps,
  scope: Scope,
  id: string,
  actor: Actor,
): Promise<RecommendationActionResult> {
  await readRecommendation(deps, scope, id)
  const actions = await listRemediationActions(deps.state.database, scope, { subject: 'recommendation', subjectId: id })
  const active = actions.find(
    ({ action, deletionStartedAt }) =>
      ['done', 'waiting', 'undoing'].includes(action.state) ||
      (action.state === 'doing' && action.grace_days > 0 && deletionStartedAt !== null),
  )
  if (!active) throw new KeptError('conflict', 'There is nothing to undo for this recommendation.')
  const run = undo(deps, scope, active.action.id, { actor, onStateChange: changeRecorder(actor.name, deps.now) })
  run.catch(() => undefined)
  const undone = await Promise.race([
    run.then((stored) => stored ?? ('busy' as const)),
    setTimeout(answerAfterMs, active, { ref: false }),
  ])
  const stopped =
    undone === 'busy' ? await requestRestore(deps.state.database, scope, active.action.id, actor.name) : undone
  if (!stopped)
    throw new KeptError('conflict', 'It is being undone or deleted already. Try again when that is complete.')
  const { recommendation } = await readRecommendation(deps, scope, id)
  return {
    recommendation,
    remediation_action: stopped.action,
    approval: null,
    script: null,
    critical: false,
    skip_reasons: '',
  }
}

export async function deleteRecommendedNow(
  deps: RemediationDeps,
  scope: Scope,
  id: string,
  people: Parameters<typeof deleteNow>[3],
): Promise<RecommendationActionResult> {
  await readRecommendation(deps, scope, id)
  const { stored, approval } = await deleteNow(deps, scope, id, people)
  const { recommendation, tags } = await readRecommendation(deps, scope, id)
  return {
    recommendation,
    remediation_action: stored.action,
    approval: approval ? answered(approval) : null,
    script: null,
    critical: isCritical(tags),
    skip_reasons: '',
  }
}

function graceDaysIn(days: GraceDays, kind: string): number {
  return isGraceKind(kind) ? days[kind] : 0
}

/** Throws `bad_input` for a step that is not among them. */
export function orderOf(orders: readonly RecommendedOrder[], step: RemedyStep): RecommendedOrder {
  const match = orders.find(({ order }) => order.step === step)
  if (match) return match
  const steps = orders.map(({ order }) => order.step).join(', ')
  throw new KeptError('bad_input', orders.length === 0 ? noRemedy : `Choose one of these steps: ${steps}.`)
}
