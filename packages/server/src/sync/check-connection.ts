/** Checks a connection and stores what it may read, dataset by dataset, so that an open screen ticks live. */
import type { Scope } from '@kept/domain/scope.ts'
import { SyncFailure } from '@kept/domain/sync/failure.ts'
import type { CheckedCapability } from '@kept/domain/sync/port.ts'
import { saveCheck } from '@kept/store/sync/connections.ts'
import { openCloud, type SessionServices } from './open-cloud.ts'
import { describeOpenTrust } from './open-trust.ts'
import type { SealedAccess } from './sealed-access.ts'

export async function checkConnection(
  services: SessionServices,
  scope: Scope,
  id: string,
  sealed: SealedAccess,
): Promise<void> {
  const { state, now } = services
  const save = (result: Omit<Parameters<typeof saveCheck>[3], 'checkedAt'>) =>
    saveCheck(state.database, scope, id, { ...result, checkedAt: now() })
  const capabilities: CheckedCapability[] = []
  try {
    const result = await openCloud(services, scope, { id, sealed }).check(async (capability) => {
      capabilities.push(capability)
      await save({ capabilities, error: '' })
    })
    await save({ ...result, error: result.error || (await describeOpenTrust(services, scope, sealed)) })
  } catch (error) {
    if (!(error instanceof SyncFailure)) throw error
    await save({ error: error.message })
  }
}
