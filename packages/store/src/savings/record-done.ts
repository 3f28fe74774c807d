/**
 * The function by which a feature records a change it made or detected: a loop was stopped, an environment got a
 * schedule. A recorded action is not a saving yet. It waits until the customer's bill shows the change; then the
 * baseline is frozen with its hash, and only then does the action count (`server/savings/freeze-action.ts`).
 */
import { KeptError } from '@kept/domain/errors.ts'
import {
  type ActionSource,
  type RecordedKind,
  type SavingsActionInput,
  savingsActionInputSchema,
  validateActionInput,
} from '@kept/domain/savings-record.ts'
import type { Scope } from '@kept/domain/scope.ts'
import { fromHour, toHour } from '@kept/foundation/calendar/hour.ts'
import type { Database } from '../database/connect.ts'
import { addAction } from './actions.ts'

type Inputs =
  | 'off_mask'
  | 'from_sku'
  | 'to_sku'
  | 'sku'
  | 'started_at'
  | 'hourly_quantity'
  | 'demand'
  | 'environment'
  | 'expires'

export interface DoneAction extends Pick<SavingsActionInput, Inputs> {
  /** ResourceId as on the bill. */
  resource_id: string
  /** A loop that was stopped or throttled is a `loop_stop`: counted as avoidance, for a day at most. */
  kind: RecordedKind
  /** When it was done, an ISO instant; the change is searched for in the bill from this hour on. */
  at: string
  source: Exclude<ActionSource, 'person' | 'recommendation'>
  /** The id of the loop or schedule. The same source and resource are recorded once. */
  source_id: string
  /** For users: "Loop in image-resizer stopped". */
  title: string
  actorName: string
  /** Evidence of the change; its hash becomes part of the action. */
  evidence?: string
  currency?: string
  /** The estimated monthly saving. */
  estimate?: string
}

/** False when it was already recorded. */
export async function recordDone(
  database: Database,
  scope: Scope,
  { at, source, source_id, title, actorName, currency, estimate, evidence, ...fields }: DoneAction,
  now: Date,
): Promise<boolean> {
  const input = savingsActionInputSchema.parse({
    ...fields,
    not_before: fromHour(toHour(at)),
    evidence: evidence ?? `${source} ${source_id}`,
  })
  const validationError = validateActionInput(input)
  if (validationError) throw new KeptError('bad_input', validationError)
  const row = await addAction(database, scope, {
    ...{ input, title, source, source_id, actorName, now },
    ...(currency !== undefined && { currency }),
    ...(estimate !== undefined && { estimate }),
  })
  return row !== undefined
}

/**
 * Withdraws what still waits, when the loop continues or the schedule is lifted; an action that counts ends by the
 * bill.
 */
export async function withdrawDone(
  database: Database,
  scope: Scope,
  { source, source_id, reason }: Pick<DoneAction, 'source' | 'source_id'> & { reason: string },
): Promise<number> {
  const { numUpdatedRows } = await database.scoped(scope, (tx) =>
    tx
      .updateTable('savings_action')
      .set({ state: 'withdrawn', reason })
      .where('source', '=', source)
      .where('source_id', '=', source_id)
      .where('state', 'in', ['waiting', 'refused'])
      .executeTakeFirstOrThrow(),
  )
  return Number(numUpdatedRows)
}
