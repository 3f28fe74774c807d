/** Starts a SAML sign-in: a request with an ID of its own, bound to this browser. */
import type { SamlSettings } from '@kept/domain/saml.ts'
import { findOrganization } from '@kept/store/organizations/find.ts'
import { listIdentityProviders } from '@kept/store/people/identity-providers.ts'
import type { Services } from '../../platform/context.ts'
import { originFor } from '../../platform/origin.ts'
import { samlAddresses } from '../../platform/saml-addresses.ts'
import type { Visit } from '../../platform/visit.ts'
import { issueToken } from '../one-time-link.ts'
import { authnRequestUrl, newRequestId } from './service-provider.ts'

/** How long someone may take at the provider. */
const awayMs = 10 * 60_000

interface ChosenProvider {
  id: string
  saml: SamlSettings
}

/** The organization's first enabled provider, when it is a SAML provider. */
export async function chooseSamlProvider(
  { state }: Services,
  organization: string | undefined,
): Promise<ChosenProvider | undefined> {
  const match = await findOrganization(state.database, organization ?? '')
  if (!match) return undefined
  const providers = await state.database.scoped({ organizationId: match.id }, listIdentityProviders)
  const first = providers.find(({ enabled }) => enabled)
  return first?.saml ? { id: first.id, saml: first.saml } : undefined
}

export async function beginSaml(
  { services, visit }: { services: Services; visit: Visit },
  { id, saml }: ChosenProvider,
  invitation: string | undefined,
): Promise<{ url: string }> {
  const requestId = newRequestId()
  const value = { provider: id, request_id: requestId, ...(invitation && { invitation }) }
  const state = await issueToken(services, 'oauth', { subject: 'saml', lifeMs: awayMs, value })
  visit.setCookie('kept-oauth', state, awayMs / 1000)
  const addresses = samlAddresses(originFor(services, visit), id)
  const url = authnRequestUrl(addresses, {
    id: requestId,
    ssoUrl: saml.sso_url,
    relayState: state,
    at: services.now(),
  })
  return { url }
}
