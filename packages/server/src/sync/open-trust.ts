/** Whether a cloud also lets others in: a trust policy that compares no subject would trust any connection of this Kept. */
import type { Scope } from '@kept/domain/scope.ts'
import { SyncFailure } from '@kept/domain/sync/failure.ts'
import { openCloud, type SessionServices } from './open-cloud.ts'
import { accessMethodOf, type SealedAccess } from './sealed-access.ts'

/** The id of no connection: a token for it must open nothing. */
const noConnection = '00000000-0000-0000-0000-000000000000'

/** One sentence with what to do; '' when the cloud refuses the token of no connection, as it should. */
export async function describeOpenTrust(
  services: SessionServices,
  scope: Scope,
  sealed: SealedAccess,
): Promise<string> {
  if ('simulated' in sealed || accessMethodOf(sealed) !== 'federation') return ''
  try {
    await openCloud(services, scope, { id: noConnection, sealed }).prove()
  } catch (error) {
    if (error instanceof SyncFailure) return ''
    throw error
  }
  return 'Your cloud trusts every connection of this Kept, and not only this one: limit the trust to the subject shown, then check again.'
}
