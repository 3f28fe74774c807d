/** The token with which a cloud recognizes one connection. */
import type { Scope } from '@kept/domain/scope.ts'
import { SyncFailure } from '@kept/domain/sync/failure.ts'
import type { IdentityToken } from '@kept/domain/sync/federation.ts'
import { isDemoOrganization } from '@kept/store/organizations/list.ts'
import type { Services } from '../../platform/context.ts'
import { signIdentityToken } from '../sign-identity-token.ts'
import { issuerOf } from './issuer.ts'

type TokenServices = Pick<Services, 'state' | 'config' | 'secrets' | 'now'>

/** `audience` is the constant of the cloud. */
export function identityTokenOf(
  { state, config, secrets, now }: TokenServices,
  scope: Scope,
  { connectionId, audience }: { connectionId: string; audience: string },
): IdentityToken {
  return async () => {
    const { issuer, unavailableReason } = issuerOf(config)
    if (issuer === undefined) throw new SyncFailure('credentials', unavailableReason)
    // No form lets a visitor get this far; a token for the demo would still be one of this installation.
    if (await isDemoOrganization(state.database, scope))
      throw new SyncFailure('credentials', 'The demo has simulated clouds only. Sign up to connect your own.')
    const keys = { sharedFolder: config.sharedFolder, secrets, now }
    return signIdentityToken(keys, { issuer, scope, connectionId, audience })
  }
}
