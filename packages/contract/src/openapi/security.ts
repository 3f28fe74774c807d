/** Who can call an operation, as OpenAPI security requirements. */
import { apiKeyPermissions, peopleOnlyReasonOf } from '@kept/domain/permission.ts'
import type { StreamRoute } from '../streams/stream-route.ts'
import type { SecurityRequirement } from './document.ts'

export const securitySchemes = {
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: 'kept',
    description:
      'The session cookie of a browser, set at sign-in. Over HTTPS its name is `__Host-kept`, or `__Secure-kept` where Kept is served under a path. Requests that change something also need the CSRF token.',
  },
  csrfToken: {
    type: 'apiKey',
    in: 'header',
    name: 'X-CSRF-Token',
    description: 'The token from GET /api/auth/csrf-token, bound to the session.',
  },
  accessToken: {
    type: 'http',
    scheme: 'bearer',
    description: 'The short-lived access token from GET /api/auth/session, for the platform API.',
  },
  apiKey: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'kept_<id>_<secret>_<checksum>',
    description:
      'An API key from Settings > API keys. It can do what both its scopes and the permissions of its creator allow; each operation lists the scope it needs. No scope allows creating users, keys or other credentials.',
  },
  operatorToken: {
    type: 'http',
    scheme: 'bearer',
    description: 'The token of the running server, from its data folder. Accepted only from the same machine.',
  },
  metricsToken: { type: 'http', scheme: 'bearer', description: 'The value of KEPT_METRICS_TOKEN.' },
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
  if (needs === 'operator') return 'For the command line on the same machine.'
  if (needs === 'metrics') return ''
  if (needs === 'signed_in') return 'Requires a session, an access token or any API key.'
  if (needs === 'person') return 'Requires a signed-in user. Not available to API keys.'
  const reason = peopleOnlyReasonOf(needs)
  return `Requires the \`${needs}\` permission.${reason === undefined ? '' : ` Not available to API keys, because ${reason}.`}`
}
