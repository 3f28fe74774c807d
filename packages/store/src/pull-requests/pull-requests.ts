/** Pull requests: one per recommendation and channel, claimed before GitHub is asked. */
import { KeptError } from '@kept/domain/errors.ts'
import type { PullRequest } from '@kept/domain/pull-request.ts'
import type { Scope } from '@kept/domain/scope.ts'
import type { Selectable } from 'kysely'
import type { Database, ScopedTransaction } from '../database/connect.ts'
import { isClaimOver, leaseFor } from '../database/lease.ts'
import type { PullRequestsSchema } from './schema.ts'

/** Longer than it takes to read a repository and to write a branch. */
const claimMs = 5 * 60_000

/** The newest first, without those that are being opened. */
export async function listPullRequests(tx: ScopedTransaction, recommendationId: string): Promise<PullRequest[]> {
  const rows = await withChannel(tx)
    .where('recommendation_id', '=', recommendationId)
    .orderBy('pull_request.created_at', 'desc')
    .execute()
  return rows.flatMap(toPullRequest)
}

interface NewPullRequest {
  id: string
  recommendationId: string
  channelId: string
  repository: string
  title: string
  createdBy: string
  now: Date
}

type Claim = { state: 'exists'; pullRequest: PullRequest } | { state: 'claimed'; id: string }

/**
 * Reserves the pull request, so that of two requests at once only one writes to the repository; the other one is a
 * `conflict`. The caller holds the lock of the channel in the same transaction.
 */
export async function claimPullRequest(
  tx: ScopedTransaction,
  { recommendationId, channelId, now, ...pullRequest }: NewPullRequest,
): Promise<Claim> {
  const { id, repository, title, createdBy } = pullRequest
  const claimed_until = leaseFor(claimMs)
  const values = { repository, title, created_by: createdBy, created_at: now, claimed_until }
  const existing = await withChannel(tx)
    .select(isClaimOver.as('is_claim_over'))
    .where('recommendation_id', '=', recommendationId)
    .where('channel_id', '=', channelId)
    .executeTakeFirst()
  if (!existing) {
    const subject = { organization_id: tx.scopedTo, recommendation_id: recommendationId, channel_id: channelId }
    await tx
      .insertInto('pull_request')
      .values({ id, ...subject, ...values })
      .execute()
    return { state: 'claimed', id }
  }
  const [earlier] = toPullRequest(existing)
  if (earlier) return { state: 'exists', pullRequest: earlier }
  if (!existing.is_claim_over)
    throw new KeptError('conflict', 'The pull request is being opened. Look again in a moment.')
  await tx.updateTable('pull_request').set(values).where('id', '=', existing.id).execute()
  return { state: 'claimed', id: existing.id }
}

/** Records the pull request of a claim in the caller's transaction. */
export async function recordPullRequest(
  tx: ScopedTransaction,
  id: string,
  opened: { number: number; url: string; title?: string },
): Promise<PullRequest> {
  await tx.updateTable('pull_request').set(opened).where('id', '=', id).execute()
  const [recorded] = toPullRequest(await withChannel(tx).where('pull_request.id', '=', id).executeTakeFirstOrThrow())
  if (!recorded) throw new Error(`Pull request ${id} has no number after it was recorded.`)
  return recorded
}

/** Gives a claim back. The next request looks for the branch first, whatever became of this one. */
export async function releasePullRequest(database: Database, scope: Scope, id: string): Promise<void> {
  await database.scoped(scope, (tx) =>
    tx.deleteFrom('pull_request').where('id', '=', id).where('url', 'is', null).execute(),
  )
}

function withChannel(tx: ScopedTransaction) {
  return tx
    .selectFrom('pull_request')
    .innerJoin('alert_channel', 'alert_channel.id', 'pull_request.channel_id')
    .selectAll('pull_request')
    .select('alert_channel.name as channel_name')
}

/** None while GitHub is asked. */
function toPullRequest(row: Selectable<PullRequestsSchema['pull_request']> & { channel_name: string }): PullRequest[] {
  const { id, channel_id, channel_name, repository, number, url, title, created_by, created_at } = row
  if (number === null || url === null) return []
  const channel = { id: channel_id, name: channel_name }
  return [{ id, channel, repository, number, url, title, created_by, created_at: created_at.toISOString() }]
}
