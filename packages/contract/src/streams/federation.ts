/** What clouds read to verify identity tokens of Kept. Their form is that of the standards. */
import * as z from 'zod'
import type { StreamRoute } from './stream-route.ts'

const open = { tag: 'Federation', method: 'GET', needs: 'public', idempotency: 'safe', mayBeMissing: true } as const
const description = '404 with the reason where clouds cannot reach the public URL.'

export const federationStreams: readonly StreamRoute[] = [
  {
    ...open,
    operationId: 'federation.discovery',
    path: '/.well-known/openid-configuration',
    summary: 'Get the OpenID Connect discovery document',
    description,
    answer: {
      status: 200,
      description: 'OpenID Connect Discovery 1.0, without sign-in',
      content: {
        'application/json': z.object({
          issuer: z.url(),
          jwks_uri: z.url(),
          response_types_supported: z.array(z.string()),
          subject_types_supported: z.array(z.string()),
          id_token_signing_alg_values_supported: z.array(z.string()),
          claims_supported: z.array(z.string()),
        }),
      },
    },
  },
  {
    ...open,
    operationId: 'federation.keys',
    path: '/.well-known/jwks.json',
    summary: 'List the keys of identity tokens',
    description,
    answer: {
      status: 200,
      description: 'A JSON Web Key Set (RFC 7517): while a key is replaced, two keys',
      content: {
        'application/json': z.object({
          keys: z.array(
            z.object({
              kty: z.literal('RSA'),
              kid: z.string(),
              use: z.literal('sig'),
              alg: z.literal('RS256'),
              n: z.string(),
              e: z.string(),
            }),
          ),
        }),
      },
    },
  },
]
