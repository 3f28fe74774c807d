/** What Postgres knows beside the spend: how far the loads are proven, and what open findings would save. */
import { decimal } from '@kept/domain/decimal.ts'
import type { Scope } from '@kept/domain/scope.ts'
import { sql } from 'kysely'
import type { Database } from '../database/connect.ts'

export interface Standing {
  reconciliation: { loads: number; ok: number; rows_set_aside: number; invoiced: number }
  lastImportAt: Date | null
  findings: { currency: string; count: number; monthly_saving: string; low: string; high: string }[]
}

export async function readStanding(database: Database, scope: Scope): Promise<Standing> {
  return database.scoped(scope, async (tx) => {
    const loads = await tx
      .selectFrom('cost_load')
      .innerJoin('import', 'import.id', 'cost_load.import_id')
      .where('cost_load.status', '=', 'current')
      .select([
        'import.id',
        sql<string>`count(*)`.as('loads'),
        sql<boolean>`coalesce((import.reconciliation ->> 'ok')::boolean, false)`.as('ok'),
        sql<string>`coalesce((import.reconciliation -> 'rows' ->> 'set_aside')::bigint, 0)`.as('set_aside'),
      ])
      .groupBy('import.id')
      .execute()
    const { last } = await tx
      .selectFrom('import')
      .where('status', '=', 'done')
      .select((of) => of.fn.max('finished_at').as('last'))
      .executeTakeFirstOrThrow()
    // An invoice is compared with the bill of its month and account, whichever of the two came first.
    const { invoiced } = await tx
      .selectFrom('cost_load as cost')
      .where('cost.status', '=', 'current')
      .where('cost.dataset', '=', 'cost_and_usage')
      .where((of) =>
        of.exists(
          of
            .selectFrom('cost_load as invoice')
            .select('invoice.id')
            .where('invoice.status', '=', 'current')
            .where('invoice.dataset', '=', 'invoice_detail')
            .whereRef('invoice.billing_period', '=', 'cost.billing_period')
            .whereRef('invoice.billing_account_id', '=', 'cost.billing_account_id'),
        ),
      )
      .select((of) => of.fn.countAll<string>().as('invoiced'))
      .executeTakeFirstOrThrow()
    const findings = await tx
      .selectFrom('finding')
      .where('status', '=', 'open')
      // An alternative to another finding is listed under that one.
      .where('counted_in', '=', '')
      .select([
        'currency',
        sql<string>`count(*)`.as('count'),
        sql<string>`coalesce(sum(monthly_saving), 0)`.as('monthly_saving'),
        sql<string>`coalesce(sum(monthly_saving_low), 0)`.as('low'),
        sql<string>`coalesce(sum(monthly_saving_high), 0)`.as('high'),
      ])
      .groupBy('currency')
      .execute()
    return {
      reconciliation: {
        loads: loads.reduce((total, row) => total + Number(row.loads), 0),
        ok: loads.reduce((total, row) => total + (row.ok ? Number(row.loads) : 0), 0),
        rows_set_aside: loads.reduce((total, row) => total + Number(row.set_aside), 0),
        invoiced: Number(invoiced),
      },
      lastImportAt: last,
      findings: findings.map((row) => ({
        currency: row.currency,
        count: Number(row.count),
        monthly_saving: decimal(row.monthly_saving),
        low: decimal(row.low),
        high: decimal(row.high),
      })),
    }
  })
}
