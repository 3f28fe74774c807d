/** A person's step in the life of a finding, checked and remembered. */
import type { Finding, FindingStep } from '@kept/domain/finding.ts'
import { type FindingMove, moveFinding } from '@kept/domain/finding-life.ts'
import type { Scope } from '@kept/domain/scope.ts'
import type { Database, ScopedTransaction } from '../database/connect.ts'
import { publishLive } from '../live/publish.ts'
import { findFinding } from './find.ts'
import { type FindingRow, toFinding } from './row.ts'

export interface FindingMoveInput {
  id: string
  move: FindingMove
  /** Who, by name, for whoever reads its life later. */
  by: string
  now: Date
  note?: string
  /** With `accept`. */
  owner?: string
  due_on?: string | null
  /** With `dismiss`. */
  reason?: string
  until?: string | null
}

export async function moveOneFinding(database: Database, scope: Scope, input: FindingMoveInput): Promise<Finding> {
  return database.scoped(scope, async (tx) => {
    const found = await findFinding(tx, input.id)
    const status = moveFinding(found.status, input.move)
    const row = await tx
      .updateTable('finding')
      .set({ status, ...changes(input), ...(status === 'open' && { counted_in: await countedElsewhere(tx, found) }) })
      .where('id', '=', input.id)
      .returningAll()
      .executeTakeFirstOrThrow()
    await rememberStep(tx, scope, {
      findingId: input.id,
      before: found.status,
      after: status,
      by: input.by,
      note: input.note ?? input.reason ?? '',
      at: input.now,
    })
    await publishLive(tx, scope, {
      channel: 'metrics',
      payload: { kind: 'recommendation_changed', id: input.id, before: found.status, after: status },
    })
    return toFinding(row)
  })
}

/**
 * The rule of another open finding that counts money of the same resource, or ''. Until the rules are evaluated again
 * a finding that is opened anew is its alternative, so that no money is counted twice meanwhile.
 */
async function countedElsewhere(tx: ScopedTransaction, finding: FindingRow): Promise<string> {
  if (finding.resource_id === '') return finding.counted_in
  const other = await tx
    .selectFrom('finding')
    .select('rule')
    .where('resource_id', '=', finding.resource_id)
    .where('provider', '=', finding.provider)
    .where('currency', '=', finding.currency)
    .where('status', 'in', ['open', 'accepted', 'regressed'])
    .where('counted_in', '=', '')
    .where('monthly_saving', 'is not', null)
    .where('id', '<>', finding.id)
    .orderBy('monthly_saving', 'desc')
    .limit(1)
    .executeTakeFirst()
  return other?.rule ?? ''
}

function changes({ move, now, owner = '', due_on = null, reason = '', until = null }: FindingMoveInput) {
  const free = { dismissed_reason: '', dismissed_until: null }
  if (move === 'accept') return { owner, due_on, ...free }
  if (move === 'done') return { done_at: now, done_by: 'claim' as const, ...free }
  if (move === 'dismiss') return { dismissed_reason: reason, dismissed_until: until }
  return { ...free, owner: '', due_on: null, done_at: null, done_by: '' as const, verified_at: null }
}

export interface RememberedStep {
  findingId: string
  before: string
  after: string
  by: string
  note: string
  at: Date
}

export async function rememberStep(tx: ScopedTransaction, scope: Scope, ...steps: RememberedStep[]): Promise<void> {
  for (let at = 0; at < steps.length; at += 1_000) {
    await tx
      .insertInto('finding_step')
      .values(
        steps.slice(at, at + 1_000).map(({ findingId, before, after, by, note, at: moment }) => ({
          organization_id: scope.organizationId,
          finding_id: findingId,
          status_before: before,
          status_after: after,
          by_name: by,
          note,
          at: moment,
        })),
      )
      .execute()
  }
}

/** Every step of one finding, the first one first. */
export async function listFindingSteps(database: Database, scope: Scope, id: string): Promise<FindingStep[]> {
  const rows = await database.scoped(scope, async (tx) => {
    await findFinding(tx, id)
    return tx.selectFrom('finding_step').selectAll().where('finding_id', '=', id).orderBy('id').execute()
  })
  return rows.map(({ status_before, status_after, by_name, note, at }) => ({
    status_before: status_before as FindingStep['status_before'],
    status_after: status_after as FindingStep['status_after'],
    by_name,
    note,
    at: at.toISOString(),
  }))
}
