/** Checks a connection and stores what it may read, dataset by dataset, so that an open screen ticks live. */
import { checkAccess } from '@kept/connectors/aws/live/check.ts'
import { homeRegion, homeRegionOf } from '@kept/connectors/aws/live/session.ts'
import type { Scope } from '@kept/domain/scope.ts'
import { SyncFailure } from '@kept/domain/sync/failure.ts'
import type { CheckedCapability } from '@kept/domain/sync/port.ts'
import { saveCheck } from '@kept/store/sync/connections.ts'
import { openAwsSession, type SealedAws, type SessionServices } from './open-session.ts'

export async function checkConnection(
  services: SessionServices,
  scope: Scope,
  id: string,
  sealed: SealedAws,
): Promise<void> {
  const { state, now } = services
  const save = (result: Omit<Parameters<typeof saveCheck>[3], 'checkedAt'>) =>
    saveCheck(state.database, scope, id, { ...result, checkedAt: now() })
  const capabilities: CheckedCapability[] = []
  try {
    const result = await checkAccess(openAwsSession(services, sealed), regionOf(sealed), async (capability) => {
      capabilities.push(capability)
      await save({ capabilities, error: '' })
    })
    await save({
      accountId: result.accountId,
      capabilities: result.capabilities,
      error: unknownRegions(sealed, result.regions),
    })
  } catch (error) {
    if (!(error instanceof SyncFailure)) throw error
    await save({ error: error.message })
  }
}

/** Throws when these credentials do not work at all; stores nothing. */
export async function proveCredentials(services: SessionServices, sealed: SealedAws): Promise<void> {
  const { callerIdentity } = await import('@kept/connectors/aws/live/discover.ts')
  await callerIdentity(openAwsSession(services, sealed), regionOf(sealed))
}

function regionOf({ role_arn, regions }: SealedAws): string {
  if (role_arn !== undefined) return homeRegionOf(role_arn)
  return regions[0] ?? homeRegion
}

function unknownRegions({ regions: chosen }: SealedAws, enabled: readonly string[]): string {
  if (enabled.length === 0) return ''
  const unknown = chosen.filter((region) => !enabled.includes(region))
  return unknown.length === 0
    ? ''
    : `${unknown.join(', ')} is not an enabled region of this account. Enable it in AWS, or connect without it.`
}
