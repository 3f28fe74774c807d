import { KeptError } from '@kept/domain/errors.ts'
import type { LoopEvidence } from '@kept/domain/loop.ts'
import type { LoopStep } from '@kept/domain/loop-life.ts'
import type { Scope } from '@kept/domain/scope.ts'
import type { Database, ScopedTransaction } from '../database/connect.ts'
import { type LoopRow, type StoredLoop, toLoop } from './row.ts'

export interface FoundLoop {
  loop: StoredLoop
  evidence: LoopEvidence
  rule_id: string
  rates: number[]
  /** Tagged as critical in its telemetry. */
  critical: boolean
  target_id: string
  steps: LoopStep[]
}

/** One incident with its evidence and its history, oldest step first. */
export async function findLoop(database: Database, scope: Scope, id: string): Promise<FoundLoop> {
  return database.snapshot(scope, async (tx) => {
    const row = await tx.selectFrom('loop_incident').selectAll().where('id', '=', id).executeTakeFirst()
    if (!row) throw noLoop()
    const steps = await tx.selectFrom('loop_transition').selectAll().where('loop_id', '=', id).orderBy('id').execute()
    return {
      loop: toLoop(row),
      evidence: row.evidence,
      rule_id: row.rule_id,
      rates: row.rates,
      critical: row.critical,
      target_id: row.target_id,
      steps: steps.map(({ event, status_before, status_after, actor_name, note, at }) => ({
        event,
        status_before,
        status_after,
        actor_name,
        note,
        at: at.toISOString(),
      })),
    }
  })
}

/** The row of a loop that is to be changed, locked until the transaction ends. */
export async function loopRow(tx: ScopedTransaction, id: string): Promise<LoopRow> {
  const row = await tx.selectFrom('loop_incident').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  if (!row) throw noLoop()
  return row
}

function noLoop(): KeptError {
  return new KeptError('not_found', 'Loop not found.')
}
