/** Writes what the rules said. The same waste found again keeps its id, its first day and the rest of its life. */
import type { Finding, FindingDraft, RuleOutcome } from '@kept/domain/finding.ts'
import type { Scope } from '@kept/domain/scope.ts'
import type { Database, ScopedTransaction } from '../database/connect.ts'
import { lockLoads } from '../loads/lock.ts'
import { addNotification, type NewNotification } from '../notifications/add.ts'
import { judgedColumns, judgedValues, toFinding } from './row.ts'
import { stepOnward } from './step-onward.ts'

export interface VerdictToSave {
  /** The loads the facts were read from; when others have become current meanwhile, nothing is written. */
  loadIds: readonly string[]
  findings: readonly FindingDraft[]
  outcomes: readonly RuleOutcome[]
  judgedAt: Date
  /** What people are told of findings that were not there before; undefined tells nothing. */
  tell(fresh: Finding[]): NewNotification | undefined
  /** And of savings that came undone; left out tells nothing. */
  tellRegressed?(regressed: Finding[]): NewNotification
}

export interface SavedVerdict {
  fresh: number
  seenAgain: number
  gone: number
}

/** How many rows one statement writes: a row has some 25 parameters, a statement may have 65,535. */
const batch = 1_000

/** Undefined when the loads changed while the rules ran: the facts were of another bill, judge again. */
export async function saveVerdict(
  database: Database,
  scope: Scope,
  { loadIds, findings, outcomes, judgedAt, tell, tellRegressed }: VerdictToSave,
): Promise<SavedVerdict | undefined> {
  return database.scoped(scope, async (tx) => {
    // Until this commits no load can become current or stop being so, and no second verdict can be written.
    await lockLoads(tx, scope)
    if (!(await stillCurrent(tx, loadIds))) return undefined
    const before = await readStates(tx)
    const known = new Map(before.map((row) => [row.fingerprint, row]))
    const seen = new Set(findings.map(({ fingerprint }) => fingerprint))
    const freshPrints = new Set([...seen].filter((print) => !known.has(print)))
    for (let at = 0; at < findings.length; at += batch) {
      await writeFindings(tx, scope, findings.slice(at, at + batch), judgedAt)
    }
    const { gone, regressed } = await stepOnward(tx, scope, before, { seen, judgedAt, hasBill: loadIds.length > 0 })
    await writeOutcomes(tx, scope, outcomes, judgedAt)
    const fresh = await freshFindings(tx, freshPrints)
    const notification = fresh.length > 0 ? tell(fresh) : undefined
    if (notification) await addNotification(tx, scope, notification)
    if (tellRegressed && regressed.length > 0)
      await addNotification(tx, scope, tellRegressed(await findingsOf(tx, regressed)))
    return { fresh: fresh.length, seenAgain: seen.size - freshPrints.size, gone }
  })
}

async function stillCurrent(tx: ScopedTransaction, loadIds: readonly string[]): Promise<boolean> {
  const current = await tx.selectFrom('cost_load').select('id').where('status', '=', 'current').execute()
  const judged = new Set(loadIds)
  return current.length === judged.size && current.every(({ id }) => judged.has(id))
}

async function writeFindings(tx: ScopedTransaction, scope: Scope, drafts: readonly FindingDraft[], judgedAt: Date) {
  const { organizationId: organization_id } = scope
  await tx
    .insertInto('finding')
    .values(
      drafts.map((draft) => ({
        organization_id,
        ...judgedValues(draft, judgedAt),
        status: 'open' as const,
        first_seen_at: judgedAt,
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['organization_id', 'fingerprint']).doUpdateSet((of) => ({
        ...Object.fromEntries(judgedColumns.map((column) => [column, of.ref(`excluded.${column}`)])),
      })),
    )
    .execute()
}

/** Everything that was ever found, as it stood before this judgement. */
function readStates(tx: ScopedTransaction) {
  return tx
    .selectFrom('finding')
    .select([
      'id',
      'fingerprint',
      'status',
      'dismissed_reason',
      'dismissed_until',
      'done_at',
      'done_by',
      'verified_at',
      'last_absent_at',
    ])
    .execute()
}

async function writeOutcomes(tx: ScopedTransaction, scope: Scope, outcomes: readonly RuleOutcome[], judgedAt: Date) {
  await tx.deleteFrom('rule_outcome').execute()
  if (outcomes.length === 0) return
  await tx
    .insertInto('rule_outcome')
    .values(
      outcomes.map(({ why_not, ...outcome }) => ({
        organization_id: scope.organizationId,
        ...outcome,
        why_not: JSON.stringify(why_not),
        judged_at: judgedAt,
      })),
    )
    .execute()
}

async function findingsOf(tx: ScopedTransaction, ids: readonly string[]): Promise<Finding[]> {
  const rows = await tx
    .selectFrom('finding')
    .selectAll()
    .where('id', 'in', [...ids])
    .orderBy('monthly_saving', 'desc')
    .orderBy('id')
    .execute()
  return rows.map(toFinding)
}

async function freshFindings(tx: ScopedTransaction, prints: ReadonlySet<string>): Promise<Finding[]> {
  if (prints.size === 0) return []
  const rows = await tx.selectFrom('finding').selectAll().where('status', '=', 'open').execute()
  return rows.filter(({ fingerprint }) => prints.has(fingerprint)).map(toFinding)
}
