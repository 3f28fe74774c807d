/** Kept as a SAML service provider: its metadata, and the request that starts a sign-in. */
import { randomBytes } from 'node:crypto'
import { deflateRawSync } from 'node:zlib'
import type { SamlAddresses } from '../../platform/saml-addresses.ts'
import { escapeXml, namespaces } from './xml.ts'

const post = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST'

export function serviceProviderMetadata({ entity_id, acs_url }: SamlAddresses): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<md:EntityDescriptor xmlns:md="${namespaces.metadata}" entityID="${escapeXml(entity_id)}">
  <md:SPSSODescriptor AuthnRequestsSigned="false" WantAssertionsSigned="true" protocolSupportEnumeration="${namespaces.protocol}">
    <md:NameIDFormat>urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress</md:NameIDFormat>
    <md:NameIDFormat>urn:oasis:names:tc:SAML:2.0:nameid-format:persistent</md:NameIDFormat>
    <md:AssertionConsumerService Binding="${post}" Location="${escapeXml(acs_url)}" index="0" isDefault="true"/>
  </md:SPSSODescriptor>
</md:EntityDescriptor>
`
}

export function newRequestId(): string {
  return `_${randomBytes(20).toString('hex')}`
}

interface AuthnRequest {
  id: string
  ssoUrl: string
  relayState: string
  at: Date
}

/** The address of the provider with the request (HTTP-Redirect binding). */
export function authnRequestUrl(
  { entity_id, acs_url }: SamlAddresses,
  { id, ssoUrl, relayState, at }: AuthnRequest,
): string {
  const xml =
    `<samlp:AuthnRequest xmlns:samlp="${namespaces.protocol}" xmlns:saml="${namespaces.assertion}" ID="${id}" ` +
    `Version="2.0" IssueInstant="${at.toISOString()}" Destination="${escapeXml(ssoUrl)}" ` +
    `AssertionConsumerServiceURL="${escapeXml(acs_url)}" ProtocolBinding="${post}">` +
    `<saml:Issuer>${escapeXml(entity_id)}</saml:Issuer></samlp:AuthnRequest>`
  const url = new URL(ssoUrl)
  url.searchParams.set('SAMLRequest', deflateRawSync(Buffer.from(xml)).toString('base64'))
  url.searchParams.set('RelayState', relayState)
  return url.href
}
