import type { Load } from '@kept/domain/ingest.ts'
import type { Scope } from '@kept/domain/scope.ts'
import type { Database } from '../database/connect.ts'

/** Loaded billing periods (of cost lines) of one status, newest period first, and how many there are in all. */
export async function listLoads(
  database: Database,
  scope: Scope,
  { page, page_size, status }: { page: number; page_size: number; status: 'current' | 'superseded' | 'discarded' },
): Promise<{ loads: Load[]; total: number }> {
  return database.scoped(scope, async (tx) => {
    const { total } = await tx
      .selectFrom('cost_load')
      .select((eb) => eb.fn.countAll<string>().as('total'))
      .where('status', '=', status)
      .where('dataset', '=', 'cost_and_usage')
      .executeTakeFirstOrThrow()
    const rows = await tx
      .selectFrom('cost_load')
      .innerJoin('connection', 'connection.id', 'cost_load.connection_id')
      .selectAll('cost_load')
      .select('connection.name as connection_name')
      .where('cost_load.status', '=', status)
      .where('cost_load.dataset', '=', 'cost_and_usage')
      .orderBy('billing_period', 'desc')
      .orderBy('published_at', 'desc')
      .orderBy('cost_load.id')
      .limit(page_size)
      .offset((page - 1) * page_size)
      .execute()
    return {
      total: Number(total),
      loads: rows.map((row) => ({
        id: row.id,
        import_id: row.import_id,
        connection_id: row.connection_id,
        connection_name: row.connection_name,
        format: row.format,
        provider: row.provider,
        billing_account_id: row.billing_account_id,
        billing_period: row.billing_period,
        status: row.status,
        rows: Number(row.rows),
        billed: row.billed,
        first_charged_on: row.first_charged_on,
        last_charge_on: row.last_charge_on,
        created_at: row.created_at.toISOString(),
        published_at: row.published_at?.toISOString() ?? null,
      })),
    }
  })
}
