/** Whether a cloud also lets others in: a trust policy that compares no subject would trust any connection of this Kept. */
import type { Scope } from '@kept/domain/scope.ts'
import { SyncFailure, type SyncFailureKind } from '@kept/domain/sync/failure.ts'
import { noConnection } from '@kept/domain/sync/federation.ts'
import { openCloud, type SessionServices } from './open-cloud.ts'
import { accessMethodOf, type SealedAccess } from './sealed-access.ts'

/** How a cloud says no. One that limits requests or does not answer has not said so. */
const refusals: readonly SyncFailureKind[] = ['credentials', 'denied']

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
    if (!(error instanceof SyncFailure)) throw error
    if (refusals.includes(error.kind)) return ''
    return 'Your cloud did not say whether it refuses other connections of this Kept: check again in a minute.'
  }
  return 'Your cloud trusts every connection of this Kept, and not only this one: limit the trust to the subject shown, then check again.'
}
