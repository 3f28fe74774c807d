/** Differences between the rail and the journal: found, and resolved once both sides agree. For the operator. */
import type { Selectable } from 'kysely'
import type { Database } from '../database/connect.ts'
import type { Schema } from '../database/schema.ts'

interface FoundDifference {
  kind: 'missing_in_journal' | 'missing_at_rail' | 'amount_differs'
  chargeRef: string
  paymentId: string | null
  organizationId: string | null
  currency: string
  railMinor: bigint
  journalMinor: bigint
}

interface Run {
  readUntil: Date
  charges: number
  differences: readonly FoundDifference[]
  now: Date
}

/** Stores the run and its differences at once; those of earlier runs that were not found again are resolved. */
export async function saveReconciliation(
  database: Database,
  { readUntil, charges, differences, now }: Run,
): Promise<void> {
  await database.shared.transaction().execute(async (tx) => {
    const open = await tx
      .selectFrom('billing_reconciliation_difference')
      .select(['id', 'charge_ref', 'currency'])
      .where('resolved_at', 'is', null)
      .forUpdate()
      .execute()
    const isFound = (row: { charge_ref: string; currency: string }) =>
      differences.some(({ chargeRef, currency }) => chargeRef === row.charge_ref && currency === row.currency)
    for (const { id } of open.filter((row) => !isFound(row)))
      await tx.updateTable('billing_reconciliation_difference').set({ resolved_at: now }).where('id', '=', id).execute()
    for (const { kind, chargeRef, paymentId, organizationId, currency, railMinor, journalMinor } of differences) {
      const change = { kind, payment_id: paymentId, customer_id: organizationId }
      const amounts = { rail_minor: railMinor, journal_minor: journalMinor }
      await tx
        .insertInto('billing_reconciliation_difference')
        .values({ ...change, ...amounts, charge_ref: chargeRef, currency, found_at: now })
        .onConflict((conflict) =>
          conflict
            .columns(['charge_ref', 'currency'])
            .where('resolved_at', 'is', null)
            .doUpdateSet({ ...change, ...amounts }),
        )
        .execute()
    }
    await tx
      .insertInto('billing_reconciliation_run')
      .values({ read_until: readUntil, finished_at: now, charges, differences: differences.length })
      .execute()
  })
}

type ReconciliationRun = Selectable<Schema['billing_reconciliation_run']>

export function readLastRun(database: Database): Promise<ReconciliationRun | undefined> {
  return database.shared
    .selectFrom('billing_reconciliation_run')
    .selectAll()
    .orderBy('finished_at', 'desc')
    .limit(1)
    .executeTakeFirst()
}

export function listDifferences(
  database: Database,
): Promise<Selectable<Schema['billing_reconciliation_difference']>[]> {
  return database.shared
    .selectFrom('billing_reconciliation_difference')
    .selectAll()
    .where('resolved_at', 'is', null)
    .orderBy('found_at', 'desc')
    .orderBy('id')
    .limit(1000)
    .execute()
}

export function listFailedEvents(
  database: Database,
): Promise<Pick<Selectable<Schema['billing_rail_event']>, 'id' | 'type' | 'error' | 'attempts'>[]> {
  return database.shared
    .selectFrom('billing_rail_event')
    .select(['id', 'type', 'error', 'attempts'])
    .where('handled_at', 'is', null)
    .where('attempts', '>', 0)
    .orderBy('received_at', 'desc')
    .limit(200)
    .execute()
}
