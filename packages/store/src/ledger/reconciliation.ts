/** Reconciliation status of the loads and the total of open recommendations, from Postgres. */
import type { Scope } from '@kept/domain/scope.ts'
import { decimal } from '@kept/foundation/decimal.ts'
import { sql } from 'kysely'
import type { Database, ScopedTransaction } from '../database/connect.ts'

interface LedgerSummary {
  reconciliation: { loads: number; ok: number; rejected_rows: number; invoiced: number }
  lastImportAt: Date | null
  recommendations: { currency: string; count: number; monthly_savings: string; low: string; high: string }[]
}

export async function readReconciliation(database: Database, scope: Scope): Promise<LedgerSummary> {
  return database.snapshot(scope, async (tx) => ({
    reconciliation: { ...(await sumLoads(tx)), invoiced: await countInvoiced(tx) },
    lastImportAt: await lastImport(tx),
    recommendations: await sumRecommendations(tx),
  }))
}

async function sumLoads(tx: ScopedTransaction): Promise<Omit<LedgerSummary['reconciliation'], 'invoiced'>> {
  const loads = await tx
    .selectFrom('cost_load')
    .innerJoin('import', 'import.id', 'cost_load.import_id')
    .where('cost_load.status', '=', 'current')
    .select([
      'import.id',
      sql<string>`count(*)`.as('loads'),
      sql<boolean>`coalesce((import.reconciliation ->> 'ok')::boolean, false)`.as('ok'),
      sql<string>`coalesce((import.reconciliation -> 'rows' ->> 'rejected')::bigint, 0)`.as('rejected'),
    ])
    .groupBy('import.id')
    .execute()
  return {
    loads: loads.reduce((total, row) => total + Number(row.loads), 0),
    ok: loads.reduce((total, row) => total + (row.ok ? Number(row.loads) : 0), 0),
    rejected_rows: loads.reduce((total, row) => total + Number(row.rejected), 0),
  }
}

async function lastImport(tx: ScopedTransaction): Promise<Date | null> {
  const { last } = await tx
    .selectFrom('import')
    .where('status', '=', 'done')
    .select((eb) => eb.fn.max('finished_at').as('last'))
    .executeTakeFirstOrThrow()
  return last
}

/** Bills whose month and account has an invoice, whichever was imported first. */
async function countInvoiced(tx: ScopedTransaction): Promise<number> {
  const { invoiced } = await tx
    .selectFrom('cost_load as cost')
    .where('cost.status', '=', 'current')
    .where('cost.dataset', '=', 'cost_and_usage')
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('cost_load as invoice')
          .select('invoice.id')
          .where('invoice.status', '=', 'current')
          .where('invoice.dataset', '=', 'invoice_detail')
          .whereRef('invoice.billing_period', '=', 'cost.billing_period')
          .whereRef('invoice.billing_account_id', '=', 'cost.billing_account_id'),
      ),
    )
    .select((eb) => eb.fn.countAll<string>().as('invoiced'))
    .executeTakeFirstOrThrow()
  return Number(invoiced)
}

async function sumRecommendations(tx: ScopedTransaction): Promise<LedgerSummary['recommendations']> {
  const rows = await tx
    .selectFrom('recommendation')
    .where('status', '=', 'open')
    // An alternative to another recommendation is listed under that one.
    .where('counted_in', '=', '')
    .select([
      'currency',
      sql<string>`count(*)`.as('count'),
      sql<string>`coalesce(sum(monthly_savings), 0)`.as('monthly_savings'),
      sql<string>`coalesce(sum(monthly_savings_low), 0)`.as('low'),
      sql<string>`coalesce(sum(monthly_savings_high), 0)`.as('high'),
    ])
    .groupBy('currency')
    .execute()
  return rows.map((row) => ({
    currency: row.currency,
    count: Number(row.count),
    monthly_savings: decimal(row.monthly_savings),
    low: decimal(row.low),
    high: decimal(row.high),
  }))
}
