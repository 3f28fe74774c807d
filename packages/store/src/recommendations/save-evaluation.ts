/** Stores an evaluation of the rules. The same waste found again keeps its id, first day and status. */
import type { Recommendation, RecommendationDraft, RuleEvaluation } from '@kept/domain/recommendation.ts'
import type { Scope } from '@kept/domain/scope.ts'
import type { Database, ScopedTransaction } from '../database/connect.ts'
import { lockLoads } from '../loads/lock.ts'
import { addNotification, type NewNotification } from '../notifications/add.ts'
import { decisionsStand, type RecommendationDecisions } from './decisions.ts'
import { evaluatedColumns, evaluatedValues, toRecommendation } from './row.ts'
import { transitionRecommendations } from './transition-recommendations.ts'

interface EvaluationToSave {
  /** The loads the facts were read from; if others have become current since, nothing is written. */
  loadIds: readonly string[]
  /** What the rules knew of people's decisions; if others were made since, nothing is written. Default: any. */
  decisions?: RecommendationDecisions | undefined
  recommendations: readonly RecommendationDraft[]
  outcomes: readonly RuleEvaluation[]
  evaluatedAt: Date
  /** The notification about new recommendations; undefined sends none. */
  notifyNew(recommendations: Recommendation[]): NewNotification | undefined
  /** The notification about savings that regressed; default: none. */
  notifyRegressed?(regressed: Recommendation[]): NewNotification
}

export interface SavedEvaluation {
  created: number
  seenAgain: number
  gone: number
}

/** Rows per insert statement: a row has some 25 parameters, a statement may have 65,535. */
const batch = 1_000

/** Undefined when the loads or decisions changed while the rules ran: the facts are outdated, evaluate again. */
export async function saveEvaluation(
  database: Database,
  scope: Scope,
  { loadIds, decisions, recommendations, outcomes, evaluatedAt, notifyNew, notifyRegressed }: EvaluationToSave,
): Promise<SavedEvaluation | undefined> {
  return database.scoped(scope, async (tx) => {
    // Until this commits the current loads cannot change, and no second evaluation can be written.
    await lockLoads(tx, scope)
    if (!(await stillCurrent(tx, loadIds))) return undefined
    // An evaluation from before a decision would list two options for the same money, and could be the last to save.
    if (decisions && !(await decisionsStand(tx, decisions, evaluatedAt))) return undefined
    const before = await readStates(tx)
    const existing = new Map(before.map((row) => [row.fingerprint, row]))
    const seenFingerprints = new Set(recommendations.map(({ fingerprint }) => fingerprint))
    const newFingerprints = new Set([...seenFingerprints].filter((print) => !existing.has(print)))
    for (let offset = 0; offset < recommendations.length; offset += batch) {
      await writeRecommendations(tx, scope, recommendations.slice(offset, offset + batch), evaluatedAt)
    }
    const { gone, regressed } = await transitionRecommendations(tx, scope, before, {
      seenFingerprints,
      evaluatedAt,
      hasBill: loadIds.length > 0,
    })
    await writeOutcomes(tx, scope, outcomes, evaluatedAt)
    const created = await newRecommendations(tx, newFingerprints)
    const notification = created.length > 0 ? notifyNew(created) : undefined
    if (notification) await addNotification(tx, scope, notification)
    if (notifyRegressed && regressed.length > 0)
      await addNotification(tx, scope, notifyRegressed(await recommendationsOf(tx, regressed)))
    return { created: created.length, seenAgain: seenFingerprints.size - newFingerprints.size, gone }
  })
}

async function stillCurrent(tx: ScopedTransaction, loadIds: readonly string[]): Promise<boolean> {
  const current = await tx.selectFrom('cost_load').select('id').where('status', '=', 'current').execute()
  const evaluated = new Set(loadIds)
  return current.length === evaluated.size && current.every(({ id }) => evaluated.has(id))
}

async function writeRecommendations(
  tx: ScopedTransaction,
  scope: Scope,
  drafts: readonly RecommendationDraft[],
  evaluatedAt: Date,
) {
  const { organizationId: organization_id } = scope
  await tx
    .insertInto('recommendation')
    .values(
      drafts.map((draft) => ({
        organization_id,
        ...evaluatedValues(draft, evaluatedAt),
        status: 'open' as const,
        first_seen_at: evaluatedAt,
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['organization_id', 'fingerprint']).doUpdateSet((eb) => ({
        ...Object.fromEntries(evaluatedColumns.map((column) => [column, eb.ref(`excluded.${column}`)])),
      })),
    )
    .execute()
}

/** The stored state of every recommendation, from before this evaluation. */
function readStates(tx: ScopedTransaction) {
  return tx
    .selectFrom('recommendation')
    .select([
      'id',
      'fingerprint',
      'status',
      'dismissed_reason',
      'dismissed_until',
      'completed_at',
      'completed_by',
      'verified_at',
      'last_absent_at',
    ])
    .execute()
}

async function writeOutcomes(
  tx: ScopedTransaction,
  scope: Scope,
  outcomes: readonly RuleEvaluation[],
  evaluatedAt: Date,
) {
  await tx.deleteFrom('rule_evaluation').execute()
  if (outcomes.length === 0) return
  await tx
    .insertInto('rule_evaluation')
    .values(
      outcomes.map(({ skip_reasons, ...outcome }) => ({
        organization_id: scope.organizationId,
        ...outcome,
        skip_reasons: JSON.stringify(skip_reasons),
        evaluated_at: evaluatedAt,
      })),
    )
    .execute()
}

async function recommendationsOf(tx: ScopedTransaction, ids: readonly string[]): Promise<Recommendation[]> {
  const rows = await tx
    .selectFrom('recommendation')
    .selectAll()
    .where('id', 'in', [...ids])
    .orderBy('monthly_savings', 'desc')
    .orderBy('id')
    .execute()
  return rows.map(toRecommendation)
}

async function newRecommendations(tx: ScopedTransaction, prints: ReadonlySet<string>): Promise<Recommendation[]> {
  if (prints.size === 0) return []
  const rows = await tx.selectFrom('recommendation').selectAll().where('status', '=', 'open').execute()
  return rows.filter(({ fingerprint }) => prints.has(fingerprint)).map(toRecommendation)
}
