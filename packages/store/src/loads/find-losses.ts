/** What the current loads of the same billing periods have and a new import lacks. */
import type { Dataset } from '@kept/domain/bill-format.ts'
import { compareContents, findUnreadableLoss, type PeriodContents } from '@kept/domain/import-losses.ts'
import type { ImportLoss } from '@kept/domain/ingest.ts'
import type { Money } from '@kept/domain/money.ts'
import type { Scope } from '@kept/domain/scope.ts'
import type { ScopedTransaction } from '../database/connect.ts'
import { currentDemoVisit } from '../database/demo-visit.ts'
import type { Warehouse } from '../warehouse/client.ts'
import { measureLoads } from './measure.ts'
import type { LoadDraft } from './of-attempt.ts'

export type PlacedLoad = LoadDraft & { format: string; dataset: Dataset; connectionId: string }

/** Contracts and lists of billing periods may shrink; these two datasets are money. */
const comparedDatasets: ReadonlySet<Dataset> = new Set<Dataset>(['cost_and_usage', 'invoice_detail'])

/** Call this under the lock of the organization's loads, so that the current loads stay current. */
export async function findLosses(
  tx: ScopedTransaction,
  warehouse: Warehouse,
  scope: Scope,
  loads: PlacedLoad[],
  rows: { read: number; rejected: number },
): Promise<ImportLoss[]> {
  const losses = findUnreadableLoss(rows)
  for (const periodLoads of byPlace(loads).values()) {
    const [first] = periodLoads
    if (!first || !comparedDatasets.has(first.dataset)) continue
    const current = await tx
      .selectFrom('cost_load')
      .select(['id', 'provider', 'billing_account_id', 'rows', 'billed'])
      .where('dataset', '=', first.dataset)
      .where('connection_id', '=', first.connectionId)
      .where('billing_period', '=', first.billingPeriod)
      .where('status', '=', 'current')
      // The bill of a visit of the demo stands beside the demo's, and replaces only its own.
      .where('demo_visit', 'is not distinct from', currentDemoVisit() ?? null)
      .execute()
    const [currentLoad] = current
    if (!currentLoad) continue
    const isCost = first.dataset === 'cost_and_usage'
    const [previous, next] = isCost
      ? await Promise.all([
          measureLoads(warehouse, scope, idsOf(current)),
          measureLoads(warehouse, scope, idsOf(periodLoads)),
        ])
      : [contentsOf(current), contentsOf(periodLoads)]
    const location = {
      billing_period: first.billingPeriod,
      account: [currentLoad.provider, currentLoad.billing_account_id].filter(Boolean).join(' '),
    }
    losses.push(...compareContents(location, previous, next))
  }
  return losses
}

/** Loads that are replaced together: of one dataset, connection and billing period. */
export function byPlace<T extends Pick<PlacedLoad, 'dataset' | 'connectionId' | 'billingPeriod'>>(
  loads: T[],
): Map<string, T[]> {
  return Map.groupBy(loads, (load) => `${load.dataset} ${load.connectionId} ${load.billingPeriod}`)
}

const idsOf = (loads: { id: string }[]) => loads.map(({ id }) => id)

/** For datasets without roll-ups: the figures stored with the loads. */
function contentsOf(loads: { rows: number | string; billed: Money[] }[]): PeriodContents {
  return {
    rows: loads.reduce((total, { rows }) => total + Number(rows), 0),
    charges: loads.flatMap(({ billed }) =>
      billed.map(({ amount, currency }) => ({ currency, amount, column: 'billed' as const })),
    ),
  }
}
