/** Who may send an operation, in the words of OpenAPI. */
import { apiKeyPermissions, type Permission } from '@kept/domain/permission.ts'
import type { StreamRoute } from '../streams/stream-route.ts'
import type { SecurityRequirement } from './document.ts'

export const securitySchemes = {
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: 'kept',
    description:
      'The session of a browser, set by signing in; behind HTTPS the cookie is called `__Host-kept`. Requests that change something carry the CSRF token as well.',
  },
  csrfToken: {
    type: 'apiKey',
    in: 'header',
    name: 'X-CSRF-Token',
    description: 'The token of GET /api/auth/csrf-token, bound to the session.',
  },
  accessToken: {
    type: 'http',
    scheme: 'bearer',
    description: 'The short-lived access token of GET /api/auth/session, for the platform API.',
  },
  apiKey: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'kept_<id>_<secret>_<checksum>',
    description:
      'An API key of Settings, API keys. It reaches as far as its scopes and the permissions of whoever made it; an operation lists the scope it needs. A key is never given a scope that could create another way in.',
  },
  operatorToken: {
    type: 'http',
    scheme: 'bearer',
    description: 'The token of the running Kept, from its data folder; accepted from the same machine only.',
  },
  metricsToken: { type: 'http', scheme: 'bearer', description: 'KEPT_METRICS_TOKEN.' },
} as const

type AnyNeeds = StreamRoute['needs']

/** `changes`: a browser must send the CSRF token with it. */
export function securityOf(needs: AnyNeeds, changes: boolean): SecurityRequirement[] {
  const csrf: SecurityRequirement = changes ? { csrfToken: [] } : {}
  if (needs === 'public') return changes ? [csrf] : []
  if (needs === 'operator') return [{ operatorToken: [] }]
  if (needs === 'metrics') return [{}, { metricsToken: [] }]
  const people: SecurityRequirement[] = [{ session: [], ...csrf }, { accessToken: [] }]
  if (needs === 'person') return people
  if (needs === 'signed_in') return [...people, { apiKey: [] }]
  return apiKeyPermissions.includes(needs) ? [...people, { apiKey: [needs] }] : people
}

export function describeNeeds(needs: AnyNeeds): string {
  if (needs === 'public') return ''
  if (needs === 'operator') return 'For the command line of the same machine.'
  if (needs === 'metrics') return ''
  if (needs === 'signed_in') return 'Needs a session, an access token or any API key.'
  if (needs === 'person') return 'Needs a person who is signed in; no API key can do this.'
  return `Needs the permission \`${needs}\`${isForPeople(needs) ? '; no API key can have it' : ''}.`
}

function isForPeople(needs: Permission): boolean {
  return !apiKeyPermissions.includes(needs)
}
