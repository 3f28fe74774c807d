/** A signed token for one connection and one cloud. Nothing in it comes from a request. */
import { signedToken } from '@kept/connectors/live-token.ts'
import type { Scope } from '@kept/domain/scope.ts'
import { federationSubject } from '@kept/domain/sync/federation.ts'
import { type KeyDeps, signingKey } from './signing-keys.ts'

/** Kept: an exchange takes seconds. */
const TOKEN_SECONDS = 300

export function signIdentityToken(
  keys: KeyDeps,
  { issuer, scope, connectionId, audience }: { issuer: string; scope: Scope; connectionId: string; audience: string },
): Promise<string> {
  const { privateKey, publicKey } = signingKey(keys)
  const seconds = Math.floor(keys.now().getTime() / 1000)
  return signedToken(privateKey, {
    header: { alg: 'RS256', kid: publicKey.kid },
    claims: {
      iss: issuer,
      sub: federationSubject(scope, connectionId),
      aud: audience,
      iat: seconds,
      exp: seconds + TOKEN_SECONDS,
      jti: crypto.randomUUID(),
    },
    whose: 'this Kept',
  })
}
