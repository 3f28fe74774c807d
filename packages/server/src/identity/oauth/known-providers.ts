/** Whom one may sign in with: Google and GitHub by configuration, and the identity provider of an organisation. */
import { KeptError } from '@kept/domain/errors.ts'
import { findOrganization } from '@kept/store/organizations/find.ts'
import { findSignInProvider, listIdentityProviders } from '@kept/store/people/identity-providers.ts'
import {
  allowInsecureRequests,
  ClientSecretBasic,
  ClientSecretPost,
  Configuration,
  customFetch,
  discovery,
} from 'openid-client'
import type { OAuthClient } from '../../platform/config.ts'
import type { Services } from '../../platform/context.ts'
import { guardedFetch, type OutboundOptions, politeFetch } from '../../platform/outbound.ts'

export interface KnownProvider {
  /** "google", "github", or "oidc:<id>": what an account is linked under. */
  id: string
  kind: 'oidc' | 'github'
  client: Configuration
  scope: string
  /** For a provider of one organisation: whose word counts there and nowhere else. */
  organization?: { id: string; default_role: 'user' | 'billing_admin' | null; domains: string[] }
}

const notHere = () => new KeptError('not_found', 'This way to sign in is not set up here.')

/** The provider to begin with: by name, and for an organisation by its slug. */
export async function chooseProvider(
  services: Services,
  { provider, organization }: { provider: 'google' | 'github' | 'organization'; organization?: string },
): Promise<KnownProvider> {
  if (provider !== 'organization') return providerOf(services, provider)
  const found = await findOrganization(services.state.database, organization ?? '')
  const [first] = found
    ? await services.state.database
        .scoped({ organizationId: found.id }, listIdentityProviders)
        .then((all) => all.filter(({ enabled }) => enabled))
    : []
  if (!first) throw notHere()
  return providerOf(services, `oidc:${first.id}`)
}

/** By the id a sign-in was begun with. */
export async function providerOf(services: Services, id: string): Promise<KnownProvider> {
  const { google, github } = services.config
  if (id === 'google' && google)
    return { id, kind: 'oidc', client: await discover(google), scope: 'openid email profile' }
  if (id === 'github' && github)
    return { id, kind: 'github', client: gitHubClient(github), scope: 'read:user user:email' }
  if (!id.startsWith('oidc:')) throw notHere()
  const found = await findSignInProvider(services.state.database, id.slice('oidc:'.length))
  if (!found) throw notHere()
  const { organization_id, default_role, domains, issuer, client_id } = found
  const place = { organization: organization_id, table: 'identity_provider', row: found.id, column: 'client_secret' }
  const reachable = services.config.privateNetworks
  const client = await discover(
    { issuer, clientId: client_id, clientSecret: services.secrets.open(place, found.client_secret) },
    // An admin typed this address in: it must not lead into the network Kept stands in.
    (url, options) => guardedFetch(url, options as OutboundOptions, reachable),
  )
  return {
    id,
    kind: 'oidc',
    client,
    scope: 'openid email profile',
    organization: { id: organization_id, default_role, domains },
  }
}

async function discover(
  { issuer, clientId, clientSecret }: OAuthClient,
  fetchWith: (url: string, options: object) => Promise<Response> = politeFetch,
): Promise<Configuration> {
  try {
    const client = await discovery(new URL(issuer), clientId, clientSecret, ClientSecretBasic(clientSecret), {
      execute: mayBePlain(issuer) ? [allowInsecureRequests] : [],
      timeout: 10,
      [customFetch]: fetchWith,
    })
    checkEndpoints(client.serverMetadata())
    return client
  } catch (cause) {
    if (cause instanceof KeptError) throw cause
    throw new KeptError('unavailable', 'The identity provider does not answer; please try again later.', { cause })
  }
}

/** A provider publishes where browsers are sent and codes are exchanged: nowhere but to web addresses. */
function checkEndpoints(metadata: object): void {
  for (const [name, address] of Object.entries(metadata)) {
    if (!/_endpoint$|^jwks_uri$/.test(name) || address === undefined) continue
    const url = typeof address === 'string' ? URL.parse(address) : null
    if (url?.protocol === 'https:' || (url && mayBePlain(url.href))) continue
    throw new KeptError(
      'unavailable',
      `The identity provider publishes a ${name} that is not an https:// address; its administrator has to correct that.`,
    )
  }
}

/** GitHub speaks OAuth 2 and publishes no description of itself. */
function gitHubClient({ issuer, clientId, clientSecret }: OAuthClient): Configuration {
  const base = issuer.replace(/\/+$/, '')
  const client = new Configuration(
    {
      issuer: base,
      authorization_endpoint: `${base}/login/oauth/authorize`,
      token_endpoint: `${base}/login/oauth/access_token`,
    },
    clientId,
    clientSecret,
    ClientSecretPost(clientSecret),
  )
  if (mayBePlain(base)) allowInsecureRequests(client)
  client[customFetch] = politeFetch
  return client
}

/** Without TLS only on this very machine. */
function mayBePlain(address: string): boolean {
  const { protocol, hostname } = new URL(address)
  return protocol === 'http:' && ['127.0.0.1', 'localhost', '[::1]'].includes(hostname)
}
