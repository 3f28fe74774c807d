/**
 * What clouds read to verify a token: OpenID Connect Discovery 1.0 and the keys (RFC 7517), below the path of the public
 * URL. The same for everyone, and without any secret.
 */
import { KeptError } from '@kept/domain/errors.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { RawRoutes } from '../platform/app.ts'
import type { RequestContext } from '../platform/context.ts'
import { ipv6Network } from '../platform/network-block.ts'
import { countAgainst } from '../platform/rate-limit.ts'
import { issuerOf } from './public/issuer.ts'
import { publishedKeys } from './signing-keys.ts'

/** Kept: far below the day for which a key is published before it signs. */
const CACHE_SECONDS = 300
/** Kept: a cloud reads both once per token at most; 600 in a quarter of an hour are 300 exchanges of one network. */
const limit = { max: 600, windowSeconds: 900 }

export const discoveryRoutes: RawRoutes = (app, contextOf) => {
  const serve =
    (body: (issuer: string, context: RequestContext) => object) =>
    async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
      const context = await contextOf(request)
      const { issuer, unavailableReason } = issuerOf(context.services.config)
      if (issuer === undefined) throw new KeptError('not_found', unavailableReason)
      const network = context.ip.includes(':') ? ipv6Network(context.ip) : context.ip
      await countAgainst(context.services, [{ key: `issuer:${network}`, ...limit }])
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
    serve((_issuer, { services: { config: settings, secrets, now } }) => ({
      keys: publishedKeys({ sharedFolder: settings.sharedFolder, secrets, now }),
    })),
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
