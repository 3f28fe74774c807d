/** The token with which a cloud recognizes one connection. */
import type { Scope } from '@kept/domain/scope.ts'
import { SyncFailure } from '@kept/domain/sync/failure.ts'
import { type IdentityToken, noConnection } from '@kept/domain/sync/federation.ts'
import { type TokenRefusal, tokenRefusal } from '@kept/store/sync/federation.ts'
import type { Services } from '../../platform/context.ts'
import { signIdentityToken } from '../sign-identity-token.ts'
import { issuerOf } from './issuer.ts'

type TokenServices = Pick<Services, 'state' | 'config' | 'secrets' | 'now'>

const sentences: Readonly<Record<TokenRefusal, string>> = {
  // No form lets a visitor get this far; a token for the demo would still be one of this installation.
  demo: 'The demo has simulated clouds only. Sign up to connect your own.',
  // A run that was under way asks again when the credentials of an hour end.
  deleted: 'This connection was removed, so Kept signs no more tokens for it.',
}

/** `audience` is the constant of the cloud. */
export function identityTokenOf(
  { state, config, secrets, now }: TokenServices,
  scope: Scope,
  { connectionId, audience }: { connectionId: string; audience: string },
): IdentityToken {
  return async () => {
    const { issuer, unavailableReason } = issuerOf(config)
    if (issuer === undefined) throw new SyncFailure('credentials', unavailableReason)
    const holder = connectionId === noConnection ? undefined : connectionId
    const refusal = await tokenRefusal(state.database, scope, holder)
    if (refusal !== undefined) throw new SyncFailure('credentials', sentences[refusal])
    const keys = { sharedFolder: config.sharedFolder, secrets, now }
    return signIdentityToken(keys, { issuer, scope, connectionId, audience })
  }
}
