/** What an identity provider is told about us, and what we show of it. */
import { X509Certificate } from 'node:crypto'
import type { SamlAnswer } from '@kept/contract/routes/organizations.ts'
import type { SamlSettings } from '@kept/domain/saml.ts'

export interface SamlAddresses {
  /** Our entity ID; it also serves our metadata. */
  entity_id: string
  /** Where responses are sent (assertion consumer service). */
  acs_url: string
}

export function samlAddresses(origin: string, providerId: string): SamlAddresses {
  const base = `${origin}/api/auth/saml/${providerId}`
  return { entity_id: `${base}/metadata`, acs_url: `${base}/acs` }
}

/** A provider as the API shows it. */
export function withSamlAnswer<Provider extends { id: string; saml: SamlSettings | null }>(
  origin: string,
  provider: Provider,
): Omit<Provider, 'saml'> & { saml: SamlAnswer | null } {
  const { saml } = provider
  if (saml === null) return { ...provider, saml }
  const certificates = saml.certificates.map((pem) => {
    const { fingerprint256, validTo } = new X509Certificate(pem)
    return { fingerprint: fingerprint256, valid_until: new Date(validTo).toISOString() }
  })
  return { ...provider, saml: { ...saml, ...samlAddresses(origin, provider.id), certificates } }
}
