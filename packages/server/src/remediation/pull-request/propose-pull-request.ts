/** A recommendation becomes a pull request in the repository that declares its resource: first shown, then opened. */
import { hash, randomUUID } from 'node:crypto'
import { planTerraformEdit, type TerraformEdit } from '@kept/connectors/remediation/terraform/plan-edit.ts'
import { terraformChangeOf } from '@kept/connectors/remediation/terraform/terraform-change.ts'
import { KeptError } from '@kept/domain/errors.ts'
import type { ProposedPullRequest, PullRequest } from '@kept/domain/pull-request.ts'
import { pullRequestReference } from '@kept/domain/pull-request-reference.ts'
import type { Recommendation } from '@kept/domain/recommendation.ts'
import { mayMove } from '@kept/domain/recommendation-life.ts'
import type { RemedyStep } from '@kept/domain/remediation.ts'
import { recordAudit } from '@kept/store/audit/record.ts'
import {
  claimPullRequest,
  listPullRequests,
  recordPullRequest,
  releasePullRequest,
} from '@kept/store/pull-requests/pull-requests.ts'
import { openRepository, type RepositoryClient } from '../../alerts/public/open-repository.ts'
import { actingOf } from '../../platform/acting.ts'
import type { SignedInContext } from '../../platform/context.ts'
import { refuseInDemo } from '../../platform/demo-limits.ts'
import { orderOf, readRecommendation } from '../recommended/act.ts'
import { codeHosts } from './code-host.ts'
import type { OpenedPullRequest } from './proposal.ts'
import { type PullRequestText, pullRequestText } from './pull-request-text.ts'
import type { TerraformSnapshot } from './terraform-files.ts'

interface ProposalRequest {
  id: string
  step: RemedyStep
  channel_id: string
  dry_run: boolean
  plan_hash?: string | undefined
}

/**
 * The host is asked outside of a transaction, so the pull request is claimed before and recorded after. Throws what it
 * answered as `conflict`, or as `busy` where another try may succeed.
 */
export async function proposePullRequest(
  context: SignedInContext,
  request: ProposalRequest,
): Promise<ProposedPullRequest> {
  refuseInDemo(context)
  const { services, scope } = context
  const { recommendation } = await readRecommendation(services, scope, request.id)
  if (request.dry_run) {
    const { repository, earlier } = await services.state.database.scoped(scope, async (tx) => ({
      repository: await openRepository(services, tx, scope, request.channel_id),
      earlier: (await listPullRequests(tx, request.id)).find(({ channel }) => channel.id === request.channel_id),
    }))
    if (earlier) return answerWith(earlier)
    return describePlan(await planProposal(context, repository, request))
  }
  if (!mayMove(recommendation.status, 'done'))
    throw new KeptError('conflict', `A recommendation that is ${recommendation.status} cannot be carried out.`)
  return carryOut(context, request, recommendation)
}

async function carryOut(
  context: SignedInContext,
  request: ProposalRequest,
  recommendation: Recommendation,
): Promise<ProposedPullRequest> {
  const { services, scope, me } = context
  const { database } = services.state
  const { channel_id: channelId } = request
  const { repository, claim } = await database.scoped(scope, async (tx) => {
    const opened = await openRepository(services, tx, scope, channelId)
    const createdBy = me.user.full_name || me.user.email
    const subject = { recommendationId: recommendation.id, channelId, repository: opened.name }
    const values = { id: randomUUID(), title: recommendation.title, createdBy, now: services.now() }
    return { repository: opened, claim: await claimPullRequest(tx, { ...subject, ...values }) }
  })
  if (claim.state === 'exists') return answerWith(claim.pullRequest)
  try {
    const opened = await openOrFind(context, repository, request)
    return answerWith(await record(context, claim.id, opened, request))
  } catch (error) {
    await releasePullRequest(database, scope, claim.id)
    throw error
  }
}

/** After a lost response, the pull request of the branch is there already. */
async function openOrFind(
  context: SignedInContext,
  repository: RepositoryClient,
  request: ProposalRequest,
): Promise<OpenedPullRequest & { title?: string }> {
  const branch = `kept/${request.id.slice(0, 8)}`
  const host = codeHosts[repository.host]
  const existing = await host.findBranch(repository, branch)
  const earlier = existing === undefined ? undefined : await host.findPullRequest(repository, branch)
  if (earlier) return earlier
  const plan = await planProposal(context, repository, request)
  if ('reason' in plan) throw new KeptError('conflict', plan.reason)
  if (request.plan_hash !== undefined && request.plan_hash !== hashOf(plan))
    throw new KeptError('conflict', 'The files have changed since the diff was shown. Look at the new diff first.')
  const { edit, snapshot, text } = plan
  const opened = await host.openPullRequest(repository, { branch, existing, snapshot, files: edit.files, text })
  return { ...opened, title: text.title }
}

function record(
  context: SignedInContext,
  id: string,
  opened: OpenedPullRequest & { title?: string },
  { id: recommendation, channel_id: channel }: ProposalRequest,
): Promise<PullRequest> {
  const { services, scope } = context
  const { auditContext } = actingOf(context)
  return services.state.database.scoped(scope, async (tx) => {
    const recorded = await recordPullRequest(tx, id, opened)
    await recordAudit(tx, {
      ...auditContext,
      action: 'pull_request.created',
      target: recorded.id,
      summary: `The pull request ${pullRequestReference(recorded)} was opened for a recommendation.`,
      details: { url: recorded.url, recommendation, channel },
    })
    return recorded
  })
}

const answerWith = (pullRequest: PullRequest): ProposedPullRequest => ({
  ...{ edit: null, skip_reasons: '', plan_hash: '', pull_request: pullRequest },
})

type Plan = { edit: TerraformEdit; snapshot: TerraformSnapshot; text: PullRequestText; repository: string }

async function planProposal(
  { services, scope }: SignedInContext,
  repository: RepositoryClient,
  { id, step }: ProposalRequest,
): Promise<Plan | { reason: string }> {
  const { recommendation, tags, orders } = await readRecommendation(services, scope, id)
  const { order, before } = orderOf(orders, step)
  const change = terraformChangeOf(order)
  if (typeof change === 'string') return { reason: change }
  const snapshot = await codeHosts[repository.host].readTerraform(repository)
  const { files } = snapshot
  const edit = planTerraformEdit({ change, tags, before, repository: repository.name, files })
  if ('reason' in edit) return edit
  const link = `${services.origin()}/savings?recommendation=${id}`
  const text = pullRequestText(recommendation, { change, edit, link })
  return { edit, snapshot, text, repository: repository.name }
}

function describePlan(plan: Plan | { reason: string }): ProposedPullRequest {
  if ('reason' in plan) return { edit: null, skip_reasons: plan.reason, plan_hash: '', pull_request: null }
  const { files: _complete, ...edit } = plan.edit
  return { edit, skip_reasons: '', plan_hash: hashOf(plan), pull_request: null }
}

/** The repository and the diff: another file that changed in the meantime does not matter. */
function hashOf({ edit, repository }: Plan): string {
  return hash('sha256', `${repository}\n${edit.diff}`)
}
