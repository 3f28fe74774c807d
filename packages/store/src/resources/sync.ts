/** Updates the resource rows to the current loads: all of them in one transaction, or none. */
import type { Scope } from '@kept/domain/scope.ts'
import { isZero } from '@kept/foundation/decimal.ts'
import { sql } from 'kysely'
import type { Database, ScopedTransaction } from '../database/connect.ts'
import { lockLoads } from '../loads/lock.ts'
import type { Warehouse } from '../warehouse/client.ts'
import { type BilledResource, readBilledResources } from './read-bill.ts'
import { refreshResourceSearchText } from './refresh-search-text.ts'

interface SyncedResources {
  in_bill: number
  /** Deleted rows: neither on a bill nor in an inventory any more. */
  removed: number
}

/** Idempotent: the same loads give the same rows. */
export async function syncResources(database: Database, warehouse: Warehouse, scope: Scope): Promise<SyncedResources> {
  return database.scoped(scope, async (tx) => {
    // Until this commits the current loads cannot change: what is read is what is visible.
    await lockLoads(tx, scope)
    const loads = await tx
      .selectFrom('cost_load')
      .select('id')
      .where('status', '=', 'current')
      .where('dataset', '=', 'cost_and_usage')
      .execute()
    const reading = await nextReading(tx)
    let inBill = 0
    for await (const rows of readBilledResources(
      warehouse,
      scope,
      loads.map(({ id }) => id),
    )) {
      await writeRows(tx, scope, rows, reading)
      inBill += rows.length
    }
    await tx
      .updateTable('resource')
      .set({ in_bill: false, costs: '[]', effective: '0', currency: '' })
      .where('in_bill', '=', true)
      .where('bill_reading', '!=', String(reading))
      .execute()
    const removed = await tx
      .deleteFrom('resource')
      .where('in_bill', '=', false)
      .where('in_inventory', '=', false)
      .executeTakeFirst()
    await refreshResourceSearchText(tx)
    return { in_bill: inBill, removed: Number(removed.numDeletedRows) }
  })
}

async function nextReading(tx: ScopedTransaction): Promise<number> {
  const { last } = await tx
    .selectFrom('resource')
    .select((eb) => eb.fn.max('bill_reading').as('last'))
    .executeTakeFirstOrThrow()
  return Number(last ?? 0) + 1
}

/** The rows are sent as one JSON text: a statement has at most 65,535 parameters. */
async function writeRows(tx: ScopedTransaction, scope: Scope, rows: BilledResource[], reading: number): Promise<void> {
  const texts = rows.map(({ costs, ...row }) => ({
    ...row,
    // No charge in the last 30 days is not a cost of zero.
    costs: costs.filter(({ effective, billed }) => !isZero(effective) || (billed !== null && !isZero(billed))),
  }))
  await sql`
    INSERT INTO resource (organization_id, provider, resource_id, in_bill, bill_name, bill_type,
      bill_billing_account_id, bill_sub_account_id, bill_sub_account_name, bill_service, bill_region, bill_tags,
      currency, effective, costs, first_charged_on, last_charged_on, bill_reading)
    SELECT ${scope.organizationId}::uuid, provider, resource_id, true, name, type, billing_account_id, sub_account_id,
      sub_account_name, service, region, tags, currency, effective, costs, first_charged_on, last_charged_on,
      ${reading}::bigint
    FROM jsonb_to_recordset(${JSON.stringify(texts)}::jsonb) AS row (provider text, resource_id text, name text,
      type text, billing_account_id text, sub_account_id text, sub_account_name text, service text, region text,
      tags jsonb, currency text, effective numeric, costs jsonb, first_charged_on date, last_charged_on date)
    ON CONFLICT (organization_id, provider, resource_id) DO UPDATE SET
      in_bill = true, bill_name = excluded.bill_name, bill_type = excluded.bill_type,
      bill_billing_account_id = excluded.bill_billing_account_id, bill_sub_account_id = excluded.bill_sub_account_id,
      bill_sub_account_name = excluded.bill_sub_account_name, bill_service = excluded.bill_service,
      bill_region = excluded.bill_region, bill_tags = excluded.bill_tags, currency = excluded.currency,
      effective = excluded.effective, costs = excluded.costs, first_charged_on = excluded.first_charged_on,
      last_charged_on = excluded.last_charged_on, bill_reading = excluded.bill_reading
  `.execute(tx)
}
