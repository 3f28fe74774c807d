/** Deeds: written down with their plan before anything is sent, so that whatever happens they can be undone. */
import type { Deed, DeedState } from '@kept/domain/deed.ts'
import { KeptError } from '@kept/domain/errors.ts'
import type { RemediationPlan } from '@kept/domain/remediation.ts'
import type { Scope } from '@kept/domain/scope.ts'
import { type Selectable, sql } from 'kysely'
import type { Database, ScopedTransaction } from '../database/connect.ts'
import { type NewAuditEvent, recordAudit } from '../people/audit.ts'
import type { RemediationSchema } from './schema.ts'

type DeedRow = Selectable<RemediationSchema['deed']>
type Stamp = Pick<NewAuditEvent, 'actor' | 'at' | 'ip' | 'requestId'>

/** A deed with what is needed to do and undo it. */
export interface KnownDeed {
  deed: Deed
  plan: RemediationPlan
  accountId: string | null
}

export interface NewDeed {
  subject: Deed['subject']
  subjectId: string
  account: { id: string | null; name: string }
  automatic: boolean
  by: string
  plan: RemediationPlan
  state: 'rehearsed' | 'doing'
  at: Date
  revertAt: Date | null
}

/** States in which something of a deed may still stand in the cloud. */
const standing: DeedState[] = ['doing', 'done', 'undoing']

/** One deed at a time stands for a subject: a second one would undo to the first one's state. */
export async function writeDeed(database: Database, scope: Scope, deed: NewDeed): Promise<KnownDeed> {
  return database.scoped(scope, async (tx) => {
    if (deed.state === 'doing') {
      await sql`SELECT pg_advisory_xact_lock(7253027, hashtext(${`${scope.organizationId} ${deed.plan.order.target.id}`}))`.execute(
        tx,
      )
      const other = await tx
        .selectFrom('deed')
        .select('id')
        .where('state', 'in', standing)
        .where(sql<string>`plan #>> '{order,target,id}'`, '=', deed.plan.order.target.id)
        .executeTakeFirst()
      if (other)
        throw new KeptError(
          'conflict',
          `Something done to ${deed.plan.order.target.name} still stands; undo it before anything else is done.`,
          { details: { deed: other.id } },
        )
    }
    const row = await tx
      .insertInto('deed')
      .values({
        organization_id: scope.organizationId,
        subject: deed.subject,
        subject_id: deed.subjectId,
        account_id: deed.account.id,
        account_name: deed.account.name,
        automatic: deed.automatic,
        by_name: deed.by,
        state: deed.state,
        plan: JSON.stringify(deed.plan),
        at: deed.at,
        revert_at: deed.revertAt,
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    return toDeed(row)
  })
}

/** How a deed went: its state, and a word in the audit trail. */
export async function settleDeed(
  database: Database,
  scope: Scope,
  { deed }: KnownDeed,
  settled: { state: DeedState; trouble?: string; summary: string; stamp: Stamp },
  alsoWrite: (tx: ScopedTransaction) => Promise<void> = async () => undefined,
): Promise<KnownDeed> {
  const { state, trouble = '', summary, stamp } = settled
  return database.scoped(scope, async (tx) => {
    const row = await tx
      .updateTable('deed')
      .set({ state, trouble, held_until: null, ended_at: standing.includes(state) ? null : stamp.at })
      .where('id', '=', deed.id)
      .returningAll()
      .executeTakeFirstOrThrow()
    await alsoWrite(tx)
    await recordAudit(tx, {
      ...stamp,
      action: `remediation.${state}`,
      target: deed.subject_id,
      summary,
      details: { deed: deed.id, step: deed.step, resource: deed.target.id, automatic: deed.automatic, trouble },
    })
    return toDeed(row)
  })
}

export async function findDeed(database: Database, scope: Scope, id: string): Promise<KnownDeed> {
  const row = await database.scoped(scope, (tx) =>
    tx.selectFrom('deed').selectAll().where('id', '=', id).executeTakeFirst(),
  )
  if (!row) throw new KeptError('not_found', 'There is no such deed.')
  return toDeed(row)
}

/** Of one loop or environment, the newest first. */
export async function listDeeds(
  database: Database,
  scope: Scope,
  { subject, subjectId }: { subject: Deed['subject']; subjectId: string },
): Promise<KnownDeed[]> {
  const rows = await database.scoped(scope, (tx) =>
    tx
      .selectFrom('deed')
      .selectAll()
      .where('subject', '=', subject)
      .where('subject_id', '=', subjectId)
      .orderBy('at', 'desc')
      .orderBy('id')
      .limit(100)
      .execute(),
  )
  return rows.map(toDeed)
}

/** What Kept did by itself since then, rehearsals left out. */
export async function countAutomaticDeeds(database: Database, scope: Scope, since: Date): Promise<number> {
  const { count } = await database.scoped(scope, (tx) =>
    tx
      .selectFrom('deed')
      .select((of) => of.fn.countAll<string>().as('count'))
      .where('automatic', '=', true)
      .where('state', '<>', 'rehearsed')
      .where('at', '>', since)
      .executeTakeFirstOrThrow(),
  )
  return Number(count)
}

/**
 * Takes a deed to be undone: of several who want to, one does. One whose undoer died is free again when its time is up.
 * Undefined when there is nothing to undo any more.
 */
export async function holdForUndo(
  database: Database,
  scope: Scope,
  id: string,
  { now, until }: { now: Date; until: Date },
): Promise<KnownDeed | undefined> {
  const row = await database.scoped(scope, (tx) =>
    tx
      .updateTable('deed')
      .set({ state: 'undoing', held_until: until })
      .where('id', '=', id)
      .where((or) =>
        or.or([
          or('state', 'in', ['doing', 'done']),
          or.and([or('state', '=', 'undoing'), or.or([or('held_until', 'is', null), or('held_until', '<=', now)])]),
        ]),
      )
      .returningAll()
      .executeTakeFirst(),
  )
  return row && toDeed(row)
}

/** Deeds whose time is over and that still stand. */
export async function deedsToRevert(database: Database, scope: Scope, now: Date): Promise<string[]> {
  const rows = await database.scoped(scope, (tx) =>
    tx
      .selectFrom('deed')
      .select('id')
      .where('state', 'in', standing)
      .where('revert_at', '<=', now)
      .where((or) => or.or([or('held_until', 'is', null), or('held_until', '<=', now)]))
      .orderBy('revert_at')
      .limit(100)
      .execute(),
  )
  return rows.map(({ id }) => id)
}

function toDeed(row: DeedRow): KnownDeed {
  const { plan } = row
  const { provider, kind, id, name, region } = plan.order.target
  return {
    accountId: row.account_id,
    plan,
    deed: {
      id: row.id,
      subject: row.subject,
      subject_id: row.subject_id,
      step: plan.order.step,
      target: { provider, kind, id, name, region },
      account_name: row.account_name,
      automatic: row.automatic,
      by_name: row.by_name,
      state: row.state,
      words: plan.words,
      undo_words: plan.undo_words,
      requests: plan.requests,
      permissions: plan.permissions,
      at: row.at.toISOString(),
      revert_at: row.revert_at?.toISOString() ?? null,
      ended_at: row.ended_at?.toISOString() ?? null,
      trouble: row.trouble,
    },
  }
}
