/**
 * Remediation actions: stored with their plan before anything is sent, so that they can be undone after any failure.
 */
import { randomUUID } from 'node:crypto'
import { KeptError } from '@kept/domain/errors.ts'
import type { RemediationPlan } from '@kept/domain/remediation.ts'
import type { ActionState, RemediationAction } from '@kept/domain/remediation-action.ts'
import type { Scope } from '@kept/domain/scope.ts'
import { type Selectable, sql } from 'kysely'
import { type NewAuditEvent, recordAudit } from '../audit/record.ts'
import type { Database, ScopedTransaction } from '../database/connect.ts'
import { isLeaseOver, isUnleased, leaseFor } from '../database/lease.ts'
import type { RemediationSchema } from './schema.ts'

type ActionRow = Selectable<RemediationSchema['remediation_action']>
type AuditContext = Pick<NewAuditEvent, 'actor' | 'at' | 'ip' | 'requestId'>

/** An action with what is needed to execute and undo it. */
export interface StoredAction {
  action: RemediationAction
  plan: RemediationPlan
  accountId: string | null
  /** When its deletion began, after the grace period; null: only the mark was set, or there is no grace period. */
  deletionStartedAt: Date | null
  /** When its deletion was sent; null before, and once its result was read. Until then its backup has to stay. */
  deleteSentAt: Date | null
  /** When one was sent that came to nothing. Its backup stays, but what disappears later was not deleted by it. */
  earlierDeleteSentAt: Date | null
  /** Only the holder of this token may complete it. */
  leaseToken: string | null
  /** Who asked to restore it while it was prepared for deletion. */
  restoreRequestedBy: string | null
  /** Since when its deletion has been put off or failed; null where it was not. */
  putOffSince: Date | null
  isPutOffNotified: boolean
  deletionAttempts: number
}

interface NewAction {
  /** Default: a random one. */
  id?: string
  subject: RemediationAction['subject']
  subjectId: string
  account: { id: string | null; name: string }
  automatic: boolean
  actorName: string
  plan: RemediationPlan
  state: 'planned' | 'doing'
  at: Date
  revertAt: Date | null
  /** For so long its process is alive; afterwards another one undoes it. Null: its time limit ends it. */
  holdMs?: number | null
  /** When the grace period ends; null without one. */
  deleteAfter?: Date | null
}

/** States in which an action may still be in effect in the cloud. */
const activeStates: ActionState[] = ['doing', 'waiting', 'done', 'undoing']

/** At most one action per resource is in effect: a second one would be undone to the state set by the first. */
export async function writeAction(database: Database, scope: Scope, action: NewAction): Promise<StoredAction> {
  return database.scoped(scope, async (tx) => {
    if (action.state === 'doing') {
      await sql`SELECT pg_advisory_xact_lock(7253027, hashtext(${`${scope.organizationId} ${action.plan.order.target.id}`}))`.execute(
        tx,
      )
      const other = await tx
        .selectFrom('remediation_action')
        .select('id')
        .where('state', 'in', activeStates)
        .where(sql<string>`plan #>> '{order,target,id}'`, '=', action.plan.order.target.id)
        .executeTakeFirst()
      if (other)
        throw new KeptError(
          'conflict',
          `An earlier action on ${action.plan.order.target.name} is still in effect. Undo it first.`,
          { details: { action: other.id } },
        )
    }
    const row = await tx
      .insertInto('remediation_action')
      .values({
        ...(action.id !== undefined && { id: action.id }),
        organization_id: scope.organizationId,
        subject: action.subject,
        subject_id: action.subjectId,
        account_id: action.account.id,
        account_name: action.account.name,
        automatic: action.automatic,
        actor_name: action.actorName,
        state: action.state,
        plan: JSON.stringify(action.plan),
        at: action.at,
        revert_at: action.revertAt,
        leased_until: action.holdMs == null ? null : leaseFor(action.holdMs),
        lease_token: action.state === 'doing' ? randomUUID() : null,
        delete_after: action.deleteAfter ?? null,
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    return toAction(row)
  })
}

/**
 * Stores the result of an action: its state, and an audit event. `conflict` where another process has taken the action
 * over meanwhile: a lease that has ended is no proof that its holder has stopped.
 */
export async function completeAction(
  database: Database,
  scope: Scope,
  { action, leaseToken }: StoredAction,
  outcome: { state: ActionState; failure_reason?: string; summary: string; auditContext: AuditContext; retryAt?: Date },
  alsoWrite: (tx: ScopedTransaction) => Promise<void> = async () => undefined,
): Promise<StoredAction> {
  const { state, failure_reason = '', summary, auditContext, retryAt = null } = outcome
  return database.scoped(scope, async (tx) => {
    const row = await tx
      .updateTable('remediation_action')
      .set({
        state,
        failure_reason: failure_reason,
        leased_until: retryAt,
        lease_token: null,
        ...(state === 'waiting' && {
          deletion_started_at: null,
          delete_sent_at: null,
          earlier_delete_sent_at: sql<Date>`coalesce(delete_sent_at, earlier_delete_sent_at)`,
        }),
        ...(state === 'waiting' &&
          failure_reason !== '' && {
            deletion_attempts: sql<number>`deletion_attempts + 1`,
            put_off_since: putOffSince(auditContext.at),
          }),
        ...(state === 'done' && { delete_sent_at: null }),
        ended_at: activeStates.includes(state) ? null : auditContext.at,
      })
      .where('id', '=', action.id)
      .where('state', '=', action.state)
      .where(sql<boolean>`lease_token IS NOT DISTINCT FROM ${leaseToken}::uuid`)
      .returningAll()
      .executeTakeFirst()
    if (!row) throw new KeptError('conflict', `Another process has taken over the action on ${action.target.name}.`)
    await alsoWrite(tx)
    await recordAudit(tx, {
      ...auditContext,
      action: `remediation.${state}`,
      target: action.subject_id,
      summary,
      details: {
        action: action.id,
        step: action.step,
        resource: action.target.id,
        automatic: action.automatic,
        failure_reason: failure_reason,
      },
    })
    return toAction(row)
  })
}

export async function findRemediationAction(database: Database, scope: Scope, id: string): Promise<StoredAction> {
  const stored = await tryRemediationAction(database, scope, id)
  if (!stored) throw new KeptError('not_found', 'Remediation action not found.')
  return stored
}

/** Undefined where there is none. */
export async function tryRemediationAction(
  database: Database,
  scope: Scope,
  id: string,
): Promise<StoredAction | undefined> {
  const row = await database.scoped(scope, (tx) =>
    tx.selectFrom('remediation_action').selectAll().where('id', '=', id).executeTakeFirst(),
  )
  return row && toAction(row)
}

/** Of one loop or environment, newest first. */
export async function listRemediationActions(
  database: Database,
  scope: Scope,
  { subject, subjectId }: { subject: RemediationAction['subject']; subjectId: string },
): Promise<StoredAction[]> {
  const rows = await database.scoped(scope, (tx) =>
    tx
      .selectFrom('remediation_action')
      .selectAll()
      .where('subject', '=', subject)
      .where('subject_id', '=', subjectId)
      .orderBy('at', 'desc')
      .orderBy('id')
      .limit(100)
      .execute(),
  )
  return rows.map(toAction)
}

/** Automatic actions since then, without dry runs. */
export async function countAutomaticActions(database: Database, scope: Scope, after: Date): Promise<number> {
  const { count } = await database.scoped(scope, (tx) =>
    tx
      .selectFrom('remediation_action')
      .select((eb) => eb.fn.countAll<string>().as('count'))
      .where('automatic', '=', true)
      .where('state', '<>', 'planned')
      .where('at', '>', after)
      .executeTakeFirstOrThrow(),
  )
  return Number(count)
}

/** From when it counts as put off: before its time has come, no attempt does. */
export function putOffSince(now: Date) {
  return sql<Date>`CASE WHEN delete_after <= ${now} THEN coalesce(put_off_since, ${now}) ELSE put_off_since END`
}

/** Actions about recommendations whose process died before they were complete: half applied, or half undone. */
export async function interruptedActions(database: Database, scope: Scope): Promise<string[]> {
  const rows = await database.scoped(scope, (tx) =>
    tx
      .selectFrom('remediation_action')
      .select('id')
      .where('subject', '=', 'recommendation')
      .where('state', 'in', ['doing', 'undoing'])
      .where(isLeaseOver)
      // Deletions after a grace period go on waiting: `interruptedDeletions`.
      .where((or) => or.or([or('state', '=', 'undoing'), or('deletion_started_at', 'is', null)]))
      .orderBy('at')
      .limit(100)
      .execute(),
  )
  return rows.map(({ id }) => id)
}

/** Actions whose time limit has passed and that are still in effect. */
export async function actionsToRevert(database: Database, scope: Scope, now: Date): Promise<string[]> {
  const rows = await database.scoped(scope, (tx) =>
    tx
      .selectFrom('remediation_action')
      .select('id')
      .where('state', 'in', activeStates)
      .where('revert_at', '<=', now)
      .where(isUnleased)
      .orderBy('revert_at')
      .limit(100)
      .execute(),
  )
  return rows.map(({ id }) => id)
}

export function toAction(row: ActionRow): StoredAction {
  const { plan } = row
  const { provider, kind, id, name, region } = plan.order.target
  return {
    accountId: row.account_id,
    deletionStartedAt: row.deletion_started_at,
    deleteSentAt: row.delete_sent_at,
    earlierDeleteSentAt: row.earlier_delete_sent_at,
    leaseToken: row.lease_token,
    restoreRequestedBy: row.restore_requested_by,
    putOffSince: row.put_off_since,
    isPutOffNotified: row.put_off_notified_at !== null,
    deletionAttempts: row.deletion_attempts,
    plan,
    action: {
      id: row.id,
      subject: row.subject,
      subject_id: row.subject_id,
      step: plan.order.step,
      target: { provider, kind, id, name, region },
      account_name: row.account_name,
      automatic: row.automatic,
      actor_name: row.actor_name,
      state: row.state,
      description: plan.description,
      undo_description: plan.undo_description,
      undo_price: plan.undo_price ?? '',
      requests: plan.requests,
      mark_requests: plan.grace?.requests ?? [],
      grace_days: plan.grace?.days ?? 0,
      delete_after: row.delete_after?.toISOString() ?? plan.grace?.delete_after ?? null,
      permissions: plan.permissions,
      at: row.at.toISOString(),
      revert_at: row.revert_at?.toISOString() ?? null,
      ended_at: row.ended_at?.toISOString() ?? null,
      failure_reason: row.failure_reason,
    },
  }
}
