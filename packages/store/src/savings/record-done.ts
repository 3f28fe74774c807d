/**
 * The door through which any feature puts on record what it did or saw done: a loop was stopped, an environment got a
 * schedule. What is told here is no saving yet. It waits until the customer's bill shows the change; then the baseline is
 * frozen with its hash, and only then does the action count (`server/savings/freeze-action.ts`).
 */
import { KeptError } from '@kept/domain/errors.ts'
import { fromHour, toHour } from '@kept/domain/hour.ts'
import {
  type ActionSource,
  type RecordedKind,
  type SavingsActionInput,
  savingsActionInputSchema,
  validateActionInput,
} from '@kept/domain/savings-record.ts'
import type { Scope } from '@kept/domain/scope.ts'
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
  /** ResourceId as it stands in the bill. */
  resource_id: string
  /** A loop that was stopped or throttled is a `loop_stop`: counted as avoidance, for a day at most. */
  kind: RecordedKind
  /** When it was done, an ISO instant; the change is looked for in the bill from its hour on. */
  at: string
  source: Exclude<ActionSource, 'person' | 'recommendation'>
  /** Of the loop or schedule. The same source and resource are on record once. */
  source_id: string
  /** For people: "Loop in image-resizer stopped". */
  title: string
  actorName: string
  /** What shows that it was done; its hash goes into the action. */
  evidence?: string
  currency?: string
  /** What a month is thought to save. */
  estimate?: string
}

/** False when it was on record already. */
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

/** Takes back what waits still, when the loop goes on or the schedule is lifted; what counts ends by the bill alone. */
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
