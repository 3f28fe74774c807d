/** What is read on a schedule counts once: one connection reads it, and no other import has the same month of an account. */
import type { Scope } from '@kept/domain/scope.ts'
import type { SyncConnection } from '@kept/domain/sync/connection.ts'
import { SyncFailure } from '@kept/domain/sync/failure.ts'
import type { CheckedCapability, CostReport, CostReportSource } from '@kept/domain/sync/port.ts'
import { describeLoaded } from '@kept/store/loads/find-doubles.ts'
import { listSyncConnections } from '@kept/store/sync/connections.ts'
import { listExportUnits, loadedElsewhere } from '@kept/store/sync/exports.ts'
import type { Services } from '../../platform/context.ts'

type StateOnly = Pick<Services, 'state'>
interface Reading {
  connection: SyncConnection
  source: CostReportSource
}

/** A run of another connection, begun earlier, could publish after a newer one. */
export async function refuseRival({ state }: StateOnly, scope: Scope, { connection, source }: Reading): Promise<void> {
  const { database } = state
  const reads = async ({ id, account_id }: SyncConnection) =>
    account_id === source.accountId ||
    (await listExportUnits(database, scope, id)).some(({ exportName }) => exportName === source.accountId)
  // The oldest first.
  const others = (await listSyncConnections(database, scope)).filter(
    ({ kind, paused_at }) => kind === connection.kind && !paused_at,
  )
  for (const other of others) {
    if (other.id === connection.id) return
    if (other.capabilities.some(isComplete) && (await reads(other)))
      throw new SyncFailure(
        'not_enabled',
        `The connection "${other.name}" already reads ${source.label}, and a bill must not be counted twice.`,
      )
  }
}

function isComplete({ dataset, state }: CheckedCapability): boolean {
  return dataset === 'exports' && state === 'complete'
}

/** An upload, a bucket or another export may have the same month of the same billing account. */
export async function refuseDoubledMonths(
  { state }: StateOnly,
  scope: Scope,
  { source, reports }: { source: CostReportSource; reports: readonly CostReport[] },
): Promise<void> {
  const months = reports.flatMap(({ month, accounts = [] }) => accounts.map((account) => ({ month, account })))
  const double = await loadedElsewhere(state.database, scope, { address: source.address, months })
  if (double) throw new SyncFailure('unexpected', describeLoaded(double))
}
