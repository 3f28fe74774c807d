/** Recorded actions: they wait until the bill shows them, then are frozen with their baseline permanently. */
import type { SavingsAction } from '@kept/domain/action.ts'
import { KeptError } from '@kept/domain/errors.ts'
import type { Baseline, CommitmentBaseline } from '@kept/domain/saving.ts'
import type { ActionSource, ActionState, SavingsActionInput } from '@kept/domain/savings-record.ts'
import type { Scope } from '@kept/domain/scope.ts'
import { type Selectable, sql } from 'kysely'
import type { Database, ScopedTransaction } from '../database/connect.ts'
import type { Schema } from '../database/schema.ts'

export type ActionRow = Selectable<Schema['savings_action']>

interface NewAction {
  input: SavingsActionInput
  title: string
  recommendation_id?: string | null
  rule?: string
  currency?: string
  /** The estimated monthly saving of the recommendation. */
  estimate?: string | null
  source?: ActionSource
  source_id?: string
  actorName: string
  now: Date
}

export async function recordAction(database: Database, scope: Scope, action: NewAction): Promise<ActionRow> {
  const row = await addAction(database, scope, action)
  if (row) return row
  throw new KeptError('conflict', 'An action is already recorded for this recommendation.')
}

/** Undefined when it is already recorded: once per recommendation, once per loop or schedule and resource. */
export async function addAction(database: Database, scope: Scope, action: NewAction): Promise<ActionRow | undefined> {
  const [row] = await addActions(database, scope, [action])
  return row
}

const atOnce = 500

/** Those that were not recorded yet. */
export async function addActions(
  database: Database,
  scope: Scope,
  actions: readonly NewAction[],
): Promise<ActionRow[]> {
  const added: ActionRow[] = []
  for (let offset = 0; offset < actions.length; offset += atOnce) {
    const values = actions.slice(offset, offset + atOnce).map((action) => newRow(scope, action))
    added.push(...(await database.scoped(scope, (tx) => insertActions(tx, values))))
  }
  return added
}

/** Records an action in the transaction of the change that it is about. */
export async function addActionIn(tx: ScopedTransaction, scope: Scope, action: NewAction): Promise<void> {
  await insertActions(tx, [newRow(scope, action)])
}

function insertActions(tx: ScopedTransaction, values: readonly ReturnType<typeof newRow>[]): Promise<ActionRow[]> {
  return tx
    .insertInto('savings_action')
    .values(values)
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .execute()
}

/** Withdraws what was recorded about a recommendation, as long as it does not count yet: its change was undone. */
export async function withdrawOfRecommendation(tx: ScopedTransaction, id: string, reason: string): Promise<void> {
  await tx
    .updateTable('savings_action')
    .set({ state: 'withdrawn', reason })
    .where('recommendation_id', '=', id)
    .where('state', 'in', ['waiting', 'refused'])
    .execute()
}

function newRow(
  { organizationId: organization_id }: Scope,
  {
    input,
    title,
    recommendation_id = null,
    rule = '',
    currency = '',
    estimate = null,
    actorName,
    now,
    ...from
  }: NewAction,
) {
  const { source = recommendation_id ? 'recommendation' : 'person', source_id = recommendation_id ?? '' } = from
  return {
    ...{ organization_id, recommendation_id, rule, title, currency, estimate, source, source_id },
    ...{ input: JSON.stringify(input), state: 'waiting' as const, reason: 'Not checked against the bill yet.' },
    ...{ recorded_by: actorName, recorded_at: now },
  }
}

export function listActions(
  database: Database,
  scope: Scope,
  { state }: { state?: ActionState | undefined } = {},
): Promise<ActionRow[]> {
  return database.scoped(scope, (tx) =>
    tx
      .selectFrom('savings_action')
      .selectAll()
      .$if(state !== undefined, (query) => query.where('state', '=', state ?? 'counting'))
      .orderBy('recorded_at', 'desc')
      .orderBy('id')
      .execute(),
  )
}

export interface Explanation {
  id: string
  state: 'waiting' | 'refused'
  reason: string
}

/** Why they do not count yet, or never will. */
export async function explainActions(
  database: Database,
  scope: Scope,
  explanations: readonly Explanation[],
): Promise<void> {
  if (explanations.length === 0) return
  await database.scoped(scope, (tx) =>
    sql`UPDATE savings_action AS a SET state = said.state, reason = said.reason
      FROM jsonb_to_recordset(${JSON.stringify(explanations)}::jsonb) AS said (id uuid, state text, reason text)
      WHERE a.id = said.id AND a.state IN ('waiting', 'refused')`.execute(tx),
  )
}

export interface FrozenAction {
  id: string
  action: SavingsAction
  currency: string
  baseline: { hash: string; baseline: Baseline } | null
  commitments: readonly CommitmentBaseline[]
  now: Date
}

/** Stores baselines, prior commitments and actions in one transaction: from now on they count. */
export async function freezeActions(database: Database, scope: Scope, frozen: readonly FrozenAction[]): Promise<void> {
  if (frozen.length === 0) return
  const { organizationId: organization_id } = scope
  const baselines = frozen.flatMap(({ baseline: frozenBaseline, now: frozen_at }) =>
    frozenBaseline
      ? [{ organization_id, hash: frozenBaseline.hash, baseline: JSON.stringify(frozenBaseline.baseline), frozen_at }]
      : [],
  )
  const commitments = frozen.flatMap(({ commitments: frozenCommitments, currency, now: frozen_at }) =>
    frozenCommitments.map((commitment) => ({
      ...{ organization_id, commitment: commitment.commitment, currency, frozen_at },
      baseline: JSON.stringify(commitment),
    })),
  )
  const actions = frozen.map(({ id, action, currency, baseline, now }) => ({
    ...{ id, action, currency, baseline_hash: baseline?.hash ?? null, counts_since: now },
  }))
  await database.scoped(scope, async (tx) => {
    if (baselines.length > 0) {
      await tx
        .insertInto('savings_baseline')
        .values(baselines)
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    }
    // The first one is final: a later one would include what our own actions left unused.
    if (commitments.length > 0) {
      await tx
        .insertInto('savings_commitment_baseline')
        .values(commitments)
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    }
    await sql`UPDATE savings_action AS a SET state = 'counting', reason = '', action = new.action,
        baseline_hash = new.baseline_hash, currency = new.currency, counts_since = new.counts_since
      FROM jsonb_to_recordset(${JSON.stringify(actions)}::jsonb)
        AS new (id uuid, action jsonb, baseline_hash text, currency text, counts_since timestamptz)
      WHERE a.id = new.id AND a.action IS NULL`.execute(tx)
  })
}

/** Withdraws an action recorded by mistake, as long as it does not count yet. */
export async function withdrawAction(database: Database, scope: Scope, id: string, reason: string): Promise<ActionRow> {
  return database.scoped(scope, async (tx) => {
    const row = await tx.selectFrom('savings_action').select('state').where('id', '=', id).executeTakeFirst()
    if (!row) throw new KeptError('not_found', 'Action not found.')
    if (row.state === 'counting')
      throw new KeptError('conflict', 'This action already counts; only the bill can correct its saving now.')
    return tx
      .updateTable('savings_action')
      .set({ state: 'withdrawn', reason })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow()
  })
}

export async function readBaselines(database: Database, scope: Scope, hashes: readonly string[]): Promise<Baseline[]> {
  if (hashes.length === 0) return []
  const rows = await database.scoped(scope, (tx) =>
    tx
      .selectFrom('savings_baseline')
      .select('baseline')
      .where('hash', 'in', [...new Set(hashes)])
      .orderBy('hash')
      .execute(),
  )
  return rows.map(({ baseline }) => baseline)
}

export async function readCommitmentBaselines(
  database: Database,
  scope: Scope,
  currency: string,
): Promise<CommitmentBaseline[]> {
  const rows = await database.scoped(scope, (tx) =>
    tx
      .selectFrom('savings_commitment_baseline')
      .select('baseline')
      .where('currency', '=', currency)
      .orderBy('commitment')
      .execute(),
  )
  return rows.map(({ baseline }) => baseline)
}

interface UnrecordedRecommendation {
  id: string
  rule: string
  title: string
  resource_id: string
  currency: string
  monthly_savings: string | null
  completed_at: Date
}

/** Recommendations that are done, marked by a user or detected in the data, without a recorded action. */
export async function findUnrecordedRecommendations(
  database: Database,
  scope: Scope,
): Promise<UnrecordedRecommendation[]> {
  const rows = await database.scoped(scope, (tx) =>
    tx
      .selectFrom('recommendation as f')
      .select(['f.id', 'f.rule', 'f.title', 'f.resource_id', 'f.currency', 'f.monthly_savings', 'f.completed_at'])
      .where('f.status', 'in', ['done', 'verifying', 'verified'])
      // Marked by a visitor of the demo, for as long as the visit: the action is the visit's own.
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('demo_change as c')
              .select('c.id')
              .where('c.table_name', '=', 'recommendation')
              .where(sql<boolean>`c.row_id = f.id::text`),
          ),
        ),
      )
      .where('f.resource_id', '<>', '')
      .where('f.completed_at', 'is not', null)
      .where(({ not, exists, selectFrom }) =>
        not(exists(selectFrom('savings_action as a').select('a.id').whereRef('a.recommendation_id', '=', 'f.id'))),
      )
      .orderBy('f.id')
      .execute(),
  )
  return rows.flatMap((row) => (row.completed_at ? [{ ...row, completed_at: row.completed_at }] : []))
}

/** Waiting actions that the current visit of the demo has recorded, oldest first. */
export function listActionsOfVisit(database: Database, scope: Scope): Promise<ActionRow[]> {
  return database.scoped(scope, (tx) =>
    tx
      .selectFrom('savings_action')
      .selectAll()
      .where('state', '=', 'waiting')
      .where('demo_visit', 'is not', null)
      .orderBy('recorded_at')
      .execute(),
  )
}
