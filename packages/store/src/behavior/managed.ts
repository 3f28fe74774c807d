/** Applied schedules, exceptions to them, and what was started and stopped. */
import type {
  DesiredState,
  EnvironmentResource,
  StoredException,
  Switch,
  SwitchedBy,
} from '@kept/domain/managed-schedule.ts'
import type { RemediationReceipt } from '@kept/domain/remediation.ts'
import type { ActionState } from '@kept/domain/savings-record.ts'
import type { ScheduleException, WeekSchedule } from '@kept/domain/schedule.ts'
import type { Scope } from '@kept/domain/scope.ts'
import type { Database, ScopedTransaction } from '../database/connect.ts'
import { isUnleased, leaseFor } from '../database/lease.ts'

interface ManagedRow {
  environment_id: string
  environment_name: string
  schedule: WeekSchedule
  weekly_hours: number
  resources: EnvironmentResource[]
  switched_by: SwitchedBy
  applied_by: string
  applied_at: Date
  reached: DesiredState | null
  failure_reason: string
  receipts: Record<string, RemediationReceipt>
}

export interface KnownManaged extends ManagedRow {
  actions: { id: string; state: ActionState; reason: string }[]
  exceptions: StoredException[]
  switches: Switch[]
}

const maxSwitches = 20
const columns = [
  ...(['environment_id', 'environment_name', 'schedule', 'weekly_hours', 'resources', 'switched_by'] as const),
  ...(['applied_by', 'applied_at', 'reached', 'failure_reason', 'receipts'] as const),
] as const

type NewManaged = Omit<ManagedRow, 'reached' | 'failure_reason' | 'receipts'>

/** Replaces the previous schedule; exceptions and history stay. */
export async function putManaged(tx: ScopedTransaction, managed: NewManaged): Promise<void> {
  const { environment_id, schedule, resources, ...rest } = managed
  const values = {
    ...rest,
    schedule: JSON.stringify(schedule),
    resources: JSON.stringify(resources),
    failure_reason: '',
  }
  await tx
    .insertInto('managed_schedule')
    .values({ organization_id: tx.scopedTo, environment_id, ...values })
    .onConflict((conflict) =>
      conflict.columns(['organization_id', 'environment_id', 'visit_key']).doUpdateSet({
        ...values,
        // What Kept had stopped was started before it was handed over: nothing is left to start.
        ...(managed.switched_by === 'by_hand' && { reached: null, receipts: '{}' }),
      }),
    )
    .execute()
}

async function findManagedRow(tx: ScopedTransaction, environmentId: string): Promise<ManagedRow | undefined> {
  return tx
    .selectFrom('managed_schedule')
    .select(columns)
    .where('environment_id', '=', environmentId)
    .executeTakeFirst()
}

/** With the exceptions that apply at `now` or later. */
export async function listManaged(
  database: Database,
  scope: Scope,
  now: Date,
  environmentId?: string,
): Promise<KnownManaged[]> {
  return database.scoped(scope, async (tx) => {
    let query = tx.selectFrom('managed_schedule').select(columns).orderBy('environment_id')
    if (environmentId !== undefined) query = query.where('environment_id', '=', environmentId)
    const rows = await query.execute()
    return Promise.all(
      rows.map(async (row) => ({
        ...row,
        actions: await actionsOf(tx, row.environment_id),
        exceptions: await exceptionsOf(tx, row.environment_id, now),
        switches: await switchesOf(tx, row.environment_id),
      })),
    )
  })
}

export async function removeManaged(tx: ScopedTransaction, environmentId: string): Promise<void> {
  await tx.deleteFrom('managed_schedule').where('environment_id', '=', environmentId).execute()
}

/** The id of the savings action, from `record-done`. */
async function actionsOf(tx: ScopedTransaction, environmentId: string): Promise<KnownManaged['actions']> {
  return tx
    .selectFrom('savings_action')
    .select(['id', 'state', 'reason'])
    .where('source', '=', 'schedule')
    .where('source_id', '=', environmentId)
    .where('state', '<>', 'withdrawn')
    .orderBy('recorded_at')
    .orderBy('id')
    .execute()
}

async function exceptionsOf(tx: ScopedTransaction, environmentId: string, now: Date): Promise<StoredException[]> {
  const rows = await tx
    .selectFrom('schedule_exception')
    .select(['id', 'kind', 'starts_at', 'ends_at', 'reason', 'created_by'])
    .where('environment_id', '=', environmentId)
    .where('ends_at', '>', now)
    .orderBy('starts_at')
    .orderBy('id')
    .execute()
  return rows.map(({ starts_at, ends_at, ...rest }) => ({
    ...rest,
    start_time: starts_at.toISOString(),
    end_time: ends_at.toISOString(),
  }))
}

async function switchesOf(tx: ScopedTransaction, environmentId: string): Promise<Switch[]> {
  const rows = await tx
    .selectFrom('schedule_switch')
    .select(['at', 'step', 'done', 'message'])
    .where('environment_id', '=', environmentId)
    .orderBy('at', 'desc')
    .limit(maxSwitches)
    .execute()
  return rows.map((row) => ({ ...row, at: row.at.toISOString() }))
}

export async function addException(
  tx: ScopedTransaction,
  environmentId: string,
  { kind, start_time: from, end_time: to, reason }: ScheduleException,
  { actorName, now }: { actorName: string; now: Date },
): Promise<string> {
  const { id } = await tx
    .insertInto('schedule_exception')
    .values({
      organization_id: tx.scopedTo,
      environment_id: environmentId,
      kind,
      starts_at: from,
      ends_at: to,
      reason,
      created_by: actorName,
      created_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** False when it did not exist. */
export async function removeException(tx: ScopedTransaction, environmentId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('schedule_exception')
    .where('environment_id', '=', environmentId)
    .where('id', '=', id)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Claims it for a limited time; false when another process has it. */
export async function holdManaged(
  database: Database,
  scope: Scope,
  environmentId: string,
  holdMs: number,
): Promise<boolean> {
  const row = await database.scoped(scope, (tx) =>
    tx
      .updateTable('managed_schedule')
      .set({ leased_until: leaseFor(holdMs) })
      .where('environment_id', '=', environmentId)
      .where(isUnleased)
      .returning('environment_id')
      .executeTakeFirst(),
  )
  return row !== undefined
}

/** How its resources were before they were stopped, while they are started or stopped; the claim lasts for so long. */
export async function storeReceipts(
  database: Database,
  scope: Scope,
  environmentId: string,
  { receipts, holdMs }: { receipts: Reached['receipts']; holdMs: number },
): Promise<void> {
  await database.scoped(scope, (tx) =>
    tx
      .updateTable('managed_schedule')
      .set({ receipts: JSON.stringify(receipts), leased_until: leaseFor(holdMs) })
      .where('environment_id', '=', environmentId)
      .execute(),
  )
}

interface Reached {
  /** Unchanged when nothing could be switched. */
  reached?: DesiredState
  failure_reason: string
  receipts: Readonly<Record<string, RemediationReceipt>>
  switches: readonly Switch[]
}

/** Records the result of an attempt and releases the claim. */
export async function noteReached(
  database: Database,
  scope: Scope,
  environmentId: string,
  { reached, failure_reason, receipts, switches }: Reached,
): Promise<void> {
  await database.scoped(scope, async (tx) => {
    await tx
      .updateTable('managed_schedule')
      .set({
        ...(reached && { reached }),
        failure_reason: failure_reason,
        receipts: JSON.stringify(receipts),
        leased_until: null,
      })
      .where('environment_id', '=', environmentId)
      .execute()
    const managedSchedule = await findManagedRow(tx, environmentId)
    if (!managedSchedule || switches.length === 0) return
    await tx
      .insertInto('schedule_switch')
      .values(
        switches.map((scheduleSwitch) => ({
          organization_id: tx.scopedTo,
          environment_id: environmentId,
          ...scheduleSwitch,
        })),
      )
      .execute()
  })
}

/** Deletes history from before `before`. */
export async function forgetSwitches(database: Database, scope: Scope, before: Date): Promise<void> {
  await database.scoped(scope, async (tx) => {
    await tx.deleteFrom('schedule_switch').where('at', '<', before).execute()
    await tx.deleteFrom('schedule_exception').where('ends_at', '<', before).execute()
  })
}
