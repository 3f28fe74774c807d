/**
 * What clouds read to verify a token: OpenID Connect Discovery 1.0 and the keys (RFC 7517), below the path of the public
 * URL. The same for everyone, and without any secret.
 */
import { KeptError } from '@kept/domain/errors.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { RawRoutes } from '../platform/app.ts'
import type { RequestContext, Services } from '../platform/context.ts'
import { issuerOf } from './public/issuer.ts'
import { publishedKeys } from './signing-keys.ts'

/** Kept: far below the day for which a key is published before it signs. */
const CACHE_SECONDS = 300
/** Kept: how long a process repeats what it has read of the folder. */
const REREAD_MS = 1000

/**
 * No limit by address: behind one proxy or in one network, any visitor could use up what the clouds need, and no
 * connection could sign in. The folder is read once a second instead, however many requests arrive.
 */
export const discoveryRoutes: RawRoutes = (app, contextOf) => {
  let read: { atMs: number; keys: ReturnType<typeof publishedKeys> } | undefined
  const currentKeys = ({ config: { sharedFolder }, secrets, now }: Services) => {
    const atMs = now().getTime()
    if (read === undefined || Math.abs(atMs - read.atMs) >= REREAD_MS)
      read = { atMs, keys: publishedKeys({ sharedFolder, secrets, now }) }
    return read.keys
  }
  const serve =
    (body: (issuer: string, context: RequestContext) => object) =>
    async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
      const context = await contextOf(request)
      const { issuer, unavailableReason } = issuerOf(context.services.config)
      if (issuer === undefined) throw new KeptError('not_found', unavailableReason)
      return reply
        .header('content-type', 'application/json; charset=utf-8')
        .header('cache-control', `public, max-age=${CACHE_SECONDS}`)
        .send(body(issuer, context))
    }
  const config = { needs: 'public' } as const
  app.get('/.well-known/openid-configuration', { config }, serve(discoveryDocument))
  app.get(
    '/.well-known/jwks.json',
    { config },
    serve((_issuer, { services }) => ({ keys: currentKeys(services) })),
  )
}

/** Only what is needed to verify a token: no one signs in here. */
function discoveryDocument(issuer: string): object {
  return {
    issuer,
    jwks_uri: `${issuer}/.well-known/jwks.json`,
    response_types_supported: ['id_token'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
    claims_supported: ['iss', 'sub', 'aud', 'iat', 'exp', 'jti'],
  }
}
