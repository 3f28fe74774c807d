/** Lines as an import leaves them: written, rolled up, and current for their organization. */
import { randomUUID } from 'node:crypto'
import type { Reconciliation } from '@kept/domain/ingest.ts'
import type { Scope } from '@kept/domain/scope.ts'
import { rollUpLoads } from '../ledger/roll-up.ts'
import { type TestLine, writeLines } from './lines.ts'
import type { World } from './world.ts'

export async function publishLines(
  { database, warehouse }: Pick<World, 'database' | 'warehouse'>,
  scope: Scope,
  loadId: string,
  lines: TestLine[],
  reconciliation: Reconciliation | null = null,
): Promise<void> {
  const days = lines.map((line) => String(line.ChargePeriodStart).slice(0, 10)).sort()
  const organization_id = scope.organizationId
  await database.scoped(scope, async (tx) => {
    const connection = await tx
      .insertInto('connection')
      .values({ organization_id, kind: 'upload', key: loadId, name: loadId })
      .returning('id')
      .executeTakeFirstOrThrow()
    const imported = await tx
      .insertInto('import')
      .values({
        id: randomUUID(),
        organization_id,
        status: 'done',
        sources: '[]',
        inputs: '[]',
        progress: '{}',
        reconciliation: reconciliation && JSON.stringify(reconciliation),
        finished_at: new Date('2024-04-02T00:00:00Z'),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await tx
      .insertInto('cost_load')
      .values({
        id: loadId,
        organization_id,
        import_id: imported.id,
        connection_id: connection.id,
        format: 'focus-1.0',
        provider: 'AWS',
        billing_account_id: '1',
        billing_period: `${(days[0] ?? '2024-01-01').slice(0, 7)}-01`,
        status: 'current',
        rows: lines.length,
        billed: '[]',
        first_charged_on: days[0] ?? '2024-01-01',
        last_charge_on: days.at(-1) ?? '2024-01-01',
      })
      .execute()
  }) // After the load is in Postgres: a running sweep deletes lines without a load.
  await writeLines(warehouse, scope, loadId, lines)
  await rollUpLoads(warehouse, scope, [loadId])
}
