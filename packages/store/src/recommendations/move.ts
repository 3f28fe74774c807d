/** A user changes the status of a recommendation: validated and recorded. */
import type { Recommendation, RecommendationOwner, RecommendationTransition } from '@kept/domain/recommendation.ts'
import { moveRecommendation, type RecommendationMove } from '@kept/domain/recommendation-life.ts'
import type { RecommendationStatus } from '@kept/domain/recommendation-status.ts'
import type { Scope } from '@kept/domain/scope.ts'
import type { Database, ScopedTransaction } from '../database/connect.ts'
import { publish } from '../live/publish.ts'
import { findRecommendation } from './find.ts'
import { type RecommendationRow, toRecommendation } from './row.ts'

interface RecommendationMoveInput {
  id: string
  move: RecommendationMove
  /** The user's name, for the history. */
  actorName: string
  now: Date
  note?: string
  /** With `accept`; a string is the name of someone who may be no user. */
  owner?: RecommendationOwner | string
  due_on?: string | null
  /** With `dismiss` and `snooze`. */
  reason?: string
  until?: string | null
}

export async function moveOneRecommendation(
  database: Database,
  scope: Scope,
  input: RecommendationMoveInput,
): Promise<Recommendation> {
  return database.scoped(scope, (tx) => moveRecommendationIn(tx, scope, input))
}

/** The same within a transaction: with the change in the cloud that it follows from. */
export async function moveRecommendationIn(
  tx: ScopedTransaction,
  scope: Scope,
  input: RecommendationMoveInput,
): Promise<Recommendation> {
  const recommendation = await findRecommendation(tx, input.id)
  const status = moveRecommendation(recommendation.status, input.move)
  const row = await tx
    .updateTable('recommendation')
    .set({
      status,
      ...changes(input, recommendation.status),
      ...(status === 'open' && { counted_in: await countedElsewhere(tx, recommendation) }),
    })
    .where('id', '=', input.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  await rememberStep(tx, scope, {
    recommendationId: input.id,
    before: recommendation.status,
    after: status,
    actorName: input.actorName,
    note: input.note ?? input.reason ?? '',
    at: input.now,
  })
  await publish(tx, scope, {
    channel: 'metrics',
    payload: { kind: 'recommendation_changed', id: input.id, before: recommendation.status, after: status },
  })
  return toRecommendation(row)
}

/** A line in the history of a recommendation whose status stays as it is. */
export async function noteRecommendation(
  tx: ScopedTransaction,
  scope: Scope,
  { id, actorName, now, note }: Required<Pick<RecommendationMoveInput, 'id' | 'actorName' | 'now' | 'note'>>,
): Promise<void> {
  const { status } = await findRecommendation(tx, id)
  await rememberStep(tx, scope, { recommendationId: id, before: status, after: status, actorName, note, at: now })
  await publish(tx, scope, {
    channel: 'metrics',
    payload: { kind: 'recommendation_changed', id, before: status, after: status },
  })
}

/** Whether it was accepted already when this note was written, the latest such one. */
export async function wasAcceptedBefore(tx: ScopedTransaction, id: string, note: string): Promise<boolean> {
  const row = await tx
    .selectFrom('recommendation_transition')
    .select('status_before')
    .where('recommendation_id', '=', id)
    .where('note', '=', note)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.status_before === 'accepted'
}

/**
 * The rule of another open recommendation that counts money of the same resource, or ''. Until the next evaluation a
 * reopened recommendation is its alternative, so that no money counts twice.
 */
async function countedElsewhere(tx: ScopedTransaction, recommendation: RecommendationRow): Promise<string> {
  if (recommendation.resource_id === '') return recommendation.counted_in
  const other = await tx
    .selectFrom('recommendation')
    .select('rule')
    .where('resource_id', '=', recommendation.resource_id)
    .where('provider', '=', recommendation.provider)
    .where('currency', '=', recommendation.currency)
    .where('status', 'in', ['open', 'accepted', 'regressed'])
    .where('counted_in', '=', '')
    .where('monthly_savings', 'is not', null)
    .where('id', '<>', recommendation.id)
    .orderBy('monthly_savings', 'desc')
    .limit(1)
    .executeTakeFirst()
  return other?.rule ?? ''
}

function changes(
  { move, now, owner = '', due_on = null, reason = '', until = null }: RecommendationMoveInput,
  before: RecommendationStatus,
) {
  const free = { dismissed_reason: '', dismissed_until: null }
  if (move === 'accept') return { ...ownerColumns(owner), due_on, ...free }
  if (move === 'done') return { completed_at: now, completed_by: 'claim' as const, ...free }
  if (move === 'dismiss' || move === 'snooze') return { dismissed_reason: reason, dismissed_until: until }
  // What was only held back keeps its owner.
  const assignment = before === 'dismissed' || before === 'snoozed' ? {} : { ...ownerColumns(''), due_on: null }
  return { ...free, ...assignment, completed_at: null, completed_by: '' as const, verified_at: null }
}

export function ownerColumns(owner: RecommendationOwner | string | null) {
  if (owner === null || typeof owner === 'string') return { owner: owner ?? '', owner_type: '' as const, owner_id: '' }
  return { owner: owner.name, owner_type: owner.type, owner_id: owner.id }
}

export interface RememberedStep {
  recommendationId: string
  before: string
  after: string
  actorName: string
  note: string
  at: Date
}

export async function rememberStep(tx: ScopedTransaction, scope: Scope, ...steps: RememberedStep[]): Promise<void> {
  for (let offset = 0; offset < steps.length; offset += 1_000) {
    await tx
      .insertInto('recommendation_transition')
      .values(
        steps.slice(offset, offset + 1_000).map(({ recommendationId, before, after, actorName, note, at: moment }) => ({
          organization_id: scope.organizationId,
          recommendation_id: recommendationId,
          status_before: before,
          status_after: after,
          actor_name: actorName,
          note,
          at: moment,
        })),
      )
      .execute()
  }
}

/** The history of one recommendation, oldest step first. */
export async function listRecommendationTransitions(
  database: Database,
  scope: Scope,
  id: string,
): Promise<RecommendationTransition[]> {
  const rows = await database.scoped(scope, async (tx) => {
    await findRecommendation(tx, id)
    return tx
      .selectFrom('recommendation_transition')
      .selectAll()
      .where('recommendation_id', '=', id)
      .orderBy('id')
      .execute()
  })
  return rows.map(({ status_before, status_after, actor_name, note, at }) => ({
    status_before: status_before as RecommendationTransition['status_before'],
    status_after: status_after as RecommendationTransition['status_after'],
    actor_name,
    note,
    at: at.toISOString(),
  }))
}
