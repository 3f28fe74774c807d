/** Access reviews of an organization, and what each of them reviews. */
import type { AccessDecision, AccessReviewStatus, ReviewedAccess } from '@kept/domain/access-review.ts'
import { KeptError } from '@kept/domain/errors.ts'
import { isUuid } from '@kept/foundation/uuid.ts'
import { type Selectable, sql } from 'kysely'
import type { ScopedTransaction } from '../database/connect.ts'
import type { SecuritySchema } from './schema.ts'

type Row = Selectable<SecuritySchema['access_review']>
type ItemRow = Selectable<SecuritySchema['access_review_item']>

export interface StoredReview
  extends Omit<Row, 'organization_id' | 'created_at' | 'due_at' | 'ended_at' | 'reminded_at'> {
  created_at: string
  due_at: string
  ended_at: string | null
  reminded_at: string | null
  /** How many items have each decision. */
  counts: Record<AccessDecision, number>
}

export interface ReviewItem extends ReviewedAccess {
  id: string
  decision: AccessDecision
  note: string
  decided_by: string
  decided_at: string | null
}

interface NewReview {
  name: string
  reviewers: readonly string[]
  revoke_overdue: boolean
  due_at: Date
}

/** Returns undefined while another review is open. */
export async function createReview(
  tx: ScopedTransaction,
  { reviewers, ...review }: NewReview,
  items: readonly ReviewedAccess[],
  { actor, at }: { actor: string; at: Date },
): Promise<string | undefined> {
  const row = await tx
    .insertInto('access_review')
    .values({
      ...{ organization_id: tx.scopedTo, ...review, reviewers: JSON.stringify(reviewers) },
      ...{ status: 'open', created_by: actor, created_at: at },
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!row) return undefined
  for (let start = 0; start < items.length; start += 500)
    await tx
      .insertInto('access_review_item')
      .values(
        items.slice(start, start + 500).map(({ permissions, unused, ...item }) => ({
          ...{ organization_id: tx.scopedTo, review_id: row.id, ...item, permissions: JSON.stringify(permissions) },
          unused: unused && JSON.stringify(unused),
        })),
      )
      .execute()
  return row.id
}

/** The newest first. */
export async function listReviews(
  tx: ScopedTransaction,
  { page, page_size }: { page: number; page_size: number },
): Promise<{ reviews: StoredReview[]; total: number }> {
  const reviews = tx.selectFrom('access_review').where('organization_id', '=', tx.scopedTo)
  const { total } = await reviews.select((eb) => eb.fn.countAll<string>().as('total')).executeTakeFirstOrThrow()
  const rows = await reviews
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(page_size)
    .offset((page - 1) * page_size)
    .execute()
  return { reviews: await withCounts(tx, rows), total: Number(total) }
}

export async function findReview(tx: ScopedTransaction, id: string): Promise<StoredReview> {
  const rows = isUuid(id)
    ? await tx
        .selectFrom('access_review')
        .selectAll()
        .where('organization_id', '=', tx.scopedTo)
        .where('id', '=', id)
        .execute()
    : []
  const [review] = await withCounts(tx, rows)
  if (!review) throw new KeptError('not_found', 'There is no access review with this ID.')
  return review
}

export async function findOpenReview(tx: ScopedTransaction): Promise<StoredReview | undefined> {
  const rows = await tx
    .selectFrom('access_review')
    .selectAll()
    .where('organization_id', '=', tx.scopedTo)
    .where('status', '=', 'open')
    .execute()
  return (await withCounts(tx, rows))[0]
}

/** When the last review was completed; null without one. */
export async function lastReviewedAt(tx: ScopedTransaction): Promise<string | null> {
  const row = await tx
    .selectFrom('access_review')
    .select((eb) => eb.fn.max('ended_at').as('ended_at'))
    .where('organization_id', '=', tx.scopedTo)
    .where('status', '=', 'completed')
    .executeTakeFirst()
  return row?.ended_at?.toISOString() ?? null
}

/** Undecided ones first, then by kind and name. */
export async function listReviewItems(tx: ScopedTransaction, reviewId: string): Promise<ReviewItem[]> {
  const rows = await tx
    .selectFrom('access_review_item')
    .selectAll()
    .where('organization_id', '=', tx.scopedTo)
    .where('review_id', '=', reviewId)
    .orderBy(sql`decision <> 'pending'`)
    .orderBy(sql`array_position(ARRAY['person', 'custom_role', 'group_role', 'api_key'], kind)`)
    .orderBy(sql`lower(name)`)
    .orderBy('id')
    .execute()
  return rows.map(toItem)
}

/** Undefined when it is decided, or the review has ended. */
export async function findPendingItem(tx: ScopedTransaction, id: string): Promise<ReviewItem | undefined> {
  const row = await tx
    .selectFrom('access_review_item as item')
    .innerJoin('access_review as review', 'review.id', 'item.review_id')
    .selectAll('item')
    .where('item.organization_id', '=', tx.scopedTo)
    .where('item.id', '=', id)
    .where('item.decision', '=', 'pending')
    .where('review.status', '=', 'open')
    .executeTakeFirst()
  return row && toItem(row)
}

interface Decided {
  decision: Exclude<AccessDecision, 'pending'>
  note: string
  actor: string
  at: Date
}

export async function decideItem(
  tx: ScopedTransaction,
  id: string,
  { decision, note, actor, at }: Decided,
): Promise<void> {
  await tx
    .updateTable('access_review_item')
    .set({ decision, note, decided_by: actor, decided_at: at })
    .where('organization_id', '=', tx.scopedTo)
    .where('id', '=', id)
    .execute()
}

export async function endReview(
  tx: ScopedTransaction,
  id: string,
  status: Exclude<AccessReviewStatus, 'open'>,
  at: Date,
): Promise<void> {
  await tx
    .updateTable('access_review')
    .set({ status, ended_at: at })
    .where('organization_id', '=', tx.scopedTo)
    .where('id', '=', id)
    .execute()
}

export async function noteReminder(tx: ScopedTransaction, id: string, at: Date): Promise<void> {
  await tx
    .updateTable('access_review')
    .set({ reminded_at: at })
    .where('organization_id', '=', tx.scopedTo)
    .where('id', '=', id)
    .execute()
}

async function withCounts(tx: ScopedTransaction, rows: readonly Row[]): Promise<StoredReview[]> {
  if (rows.length === 0) return []
  const counted = await tx
    .selectFrom('access_review_item')
    .select(['review_id', 'decision', (eb) => eb.fn.countAll<string>().as('items')])
    .where('organization_id', '=', tx.scopedTo)
    .where(
      'review_id',
      'in',
      rows.map(({ id }) => id),
    )
    .groupBy(['review_id', 'decision'])
    .execute()
  return rows.map(({ organization_id: _, created_at, due_at, ended_at, reminded_at, ...review }) => {
    const countOf = (decision: AccessDecision) =>
      Number(counted.find((row) => row.review_id === review.id && row.decision === decision)?.items ?? 0)
    return {
      ...review,
      created_at: created_at.toISOString(),
      due_at: due_at.toISOString(),
      ended_at: ended_at?.toISOString() ?? null,
      reminded_at: reminded_at?.toISOString() ?? null,
      counts: {
        ...{ pending: countOf('pending'), confirmed: countOf('confirmed') },
        ...{ revoked: countOf('revoked'), retained: countOf('retained') },
      },
    }
  })
}

function toItem({ organization_id: _, review_id: __, last_active_at, decided_at, ...item }: ItemRow): ReviewItem {
  return {
    ...item,
    last_active_at: last_active_at?.toISOString() ?? null,
    decided_at: decided_at?.toISOString() ?? null,
  }
}
