/** Sign-in providers: Google and GitHub by configuration, and identity providers of organizations. */
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

/** The organization of an identity provider, and the role of users who sign in for the first time. */
export interface ProviderOrganization {
  id: string
  default_role: 'user' | 'billing_admin' | null
  default_custom_role_id?: string | null | undefined
  domains: string[]
}

export interface KnownProvider {
  /** "google", "github", or "oidc:<id>": the key an account is linked under. */
  id: string
  kind: 'oidc' | 'github'
  client: Configuration
  scope: string
  /** Set for a provider of one organization. It is trusted only there. */
  organization?: ProviderOrganization
}

const notHere = () => new KeptError('not_found', 'This sign-in method is not configured.')

/** Finds a provider by name, or an organization's by slug. */
export async function chooseProvider(
  services: Services,
  { provider, organization }: { provider: 'google' | 'github' | 'organization'; organization?: string },
): Promise<KnownProvider> {
  if (provider !== 'organization') return providerOf(services, provider)
  const match = await findOrganization(services.state.database, organization ?? '')
  const [first] = match
    ? await services.state.database
        .scoped({ organizationId: match.id }, listIdentityProviders)
        .then((all) => all.filter(({ enabled, saml }) => enabled && saml === null))
    : []
  if (!first) throw notHere()
  return providerOf(services, `oidc:${first.id}`)
}

/** Finds a provider by the id stored at the start. */
export async function providerOf(services: Services, id: string): Promise<KnownProvider> {
  const { google, github } = services.config
  if (id === 'google' && google)
    return { id, kind: 'oidc', client: await discover(google), scope: 'openid email profile' }
  if (id === 'github' && github)
    return { id, kind: 'github', client: gitHubClient(github), scope: 'read:user user:email' }
  if (!id.startsWith('oidc:')) throw notHere()
  const provider = await findSignInProvider(services.state.database, id.slice('oidc:'.length))
  if (!provider || provider.saml) throw notHere()
  const { organization_id, default_role, default_custom_role_id, domains, issuer, client_id } = provider
  const sealLocation = {
    organization: organization_id,
    table: 'identity_provider',
    row: provider.id,
    column: 'client_secret',
  }
  const reachable = services.config.privateNetworks
  const client = await discover(
    { issuer, clientId: client_id, clientSecret: services.secrets.open(sealLocation, provider.client_secret) },
    // The address is entered by an admin and must not reach the server's own network.
    (url, options) => guardedFetch(url, options as OutboundOptions, reachable),
  )
  return {
    id,
    kind: 'oidc',
    client,
    scope: 'openid email profile',
    organization: { id: organization_id, default_role, default_custom_role_id, domains },
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
    throw new KeptError('unavailable', 'The identity provider is not responding. Try again later.', { cause })
  }
}

/** Rejects endpoints of a provider that are not web addresses. */
function checkEndpoints(metadata: object): void {
  for (const [name, address] of Object.entries(metadata)) {
    if (!/_endpoint$|^jwks_uri$/.test(name) || address === undefined) continue
    const url = typeof address === 'string' ? URL.parse(address) : null
    if (url?.protocol === 'https:' || (url && mayBePlain(url.href))) continue
    throw new KeptError(
      'unavailable',
      `The identity provider's ${name} is not an https:// address. Ask its administrator to fix it.`,
    )
  }
}

/** GitHub uses OAuth 2 without discovery. */
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

/** Plain HTTP only on localhost. */
function mayBePlain(address: string): boolean {
  const { protocol, hostname } = new URL(address)
  return protocol === 'http:' && ['127.0.0.1', 'localhost', '[::1]'].includes(hostname)
}
