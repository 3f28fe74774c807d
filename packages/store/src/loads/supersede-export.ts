/**
 * A newer execution of a month of exports replaces all that the month contained, also periods and datasets that it no
 * longer has, and what was imported once from the same folder.
 */
import type { Scope } from '@kept/domain/scope.ts'
import { connectionOfExport } from '../connections/of-delivery.ts'
import type { ScopedTransaction } from '../database/connect.ts'
import type { PlacedLoad } from './find-losses.ts'

export async function supersedeExport(
  tx: ScopedTransaction,
  scope: Scope,
  importId: string,
  { address, month, placed, now }: { address: string; month: string; placed: readonly PlacedLoad[]; now: Date },
): Promise<void> {
  const replacement = { status: 'superseded' as const, superseded_by: importId, superseded_at: now }
  const connectionId = await connectionOfExport(tx, scope, { address, month })
  const stillThere = new Set(placed.map(({ dataset, billingPeriod }) => `${dataset} ${billingPeriod}`))
  const current = await tx
    .selectFrom('cost_load')
    .select(['id', 'dataset', 'billing_period'])
    .where('connection_id', '=', connectionId)
    .where('status', '=', 'current')
    .execute()
  // Those that are still there are superseded, and reported, where the new ones become current.
  const gone = current.filter(({ dataset, billing_period }) => !stillThere.has(`${dataset} ${billing_period}`))
  if (gone.length > 0)
    await tx
      .updateTable('cost_load')
      .set(replacement)
      .where(
        'id',
        'in',
        gone.map(({ id }) => id),
      )
      .execute()
  await tx
    .updateTable('cost_load')
    .set(replacement)
    .where('status', '=', 'current')
    .where('billing_period', 'in', [...new Set([`${month}-01`, ...placed.map((load) => load.billingPeriod)])])
    .where('connection_id', 'in', (query) =>
      query
        .selectFrom('connection')
        .select('id')
        .where('kind', '=', 'bucket')
        .where('key', 'in', [address, address.replace(/\/$/, '')]),
    )
    .execute()
}
