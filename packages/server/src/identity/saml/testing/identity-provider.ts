/** For tests: a SAML identity provider that answers as it is asked to, rightly or wrongly. */
import { randomUUID } from 'node:crypto'
import { inflateRawSync } from 'node:zlib'
import { SignedXml } from 'xml-crypto'
import { escapeXml, namespaces } from '../xml.ts'
import { type SigningKey, selfSigned } from './self-signed.ts'

export interface AnswerParts {
  issuer: string
  audience: string
  recipient: string
  /** Empty: the provider started the sign-in. */
  inResponseTo: string
  nameId: string
  nameIdFormat: string
  attributes: Record<string, readonly string[]>
  /** When it was issued, in ms. */
  now: number
  notBefore: number
  notOnOrAfter: number
  status: string
  signs: 'assertion' | 'response' | 'both' | 'nothing'
  key: SigningKey
  algorithm: string
  /** Changes the XML before it is signed. */
  before(xml: string): string
}

export const entityId = 'https://idp.corp.example/saml'
const exclusive = 'http://www.w3.org/2001/10/xml-exc-c14n#'
const rsaSha256 = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256'

export class IdentityProviderForTest {
  readonly key = selfSigned('idp.corp.example')

  metadata(ssoUrl = 'https://idp.corp.example/sso', certificate = this.key.certificate): string {
    return `<?xml version="1.0"?>
<md:EntityDescriptor xmlns:md="${namespaces.metadata}" entityID="${entityId}">
  <md:IDPSSODescriptor protocolSupportEnumeration="${namespaces.protocol}">
    <md:KeyDescriptor use="signing">
      <ds:KeyInfo xmlns:ds="${namespaces.signature}"><ds:X509Data>
        <ds:X509Certificate>${certificate}</ds:X509Certificate>
      </ds:X509Data></ds:KeyInfo>
    </md:KeyDescriptor>
    <md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="${ssoUrl}"/>
  </md:IDPSSODescriptor>
</md:EntityDescriptor>`
  }

  /** The XML of a response. */
  answer(parts: Partial<AnswerParts> & Pick<AnswerParts, 'audience' | 'recipient' | 'inResponseTo'>): string {
    const now = parts.now ?? Date.now()
    const complete: AnswerParts = {
      issuer: entityId,
      nameId: 'ann@corp.example',
      nameIdFormat: 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress',
      attributes: {},
      now,
      notBefore: now - 5000,
      notOnOrAfter: now + 300_000,
      status: 'urn:oasis:names:tc:SAML:2.0:status:Success',
      signs: 'assertion',
      key: this.key,
      algorithm: rsaSha256,
      before: (xml) => xml,
      ...parts,
    }
    let xml = complete.before(responseOf(complete))
    if (complete.signs === 'assertion' || complete.signs === 'both') xml = sign(xml, 'Assertion', complete)
    if (complete.signs === 'response' || complete.signs === 'both') xml = sign(xml, 'Response', complete)
    return xml
  }
}

function responseOf(parts: AnswerParts): string {
  const [issued, from, until] = [parts.now, parts.notBefore, parts.notOnOrAfter].map((at) => new Date(at).toISOString())
  const inResponseTo = parts.inResponseTo === '' ? '' : ` InResponseTo="${parts.inResponseTo}"`
  const issuer = `<saml:Issuer>${escapeXml(parts.issuer)}</saml:Issuer>`
  const values = Object.entries(parts.attributes).map(
    ([name, list]) =>
      `<saml:Attribute Name="${escapeXml(name)}">${list
        .map((value) => `<saml:AttributeValue>${escapeXml(value)}</saml:AttributeValue>`)
        .join('')}</saml:Attribute>`,
  )
  return (
    `<samlp:Response xmlns:samlp="${namespaces.protocol}" xmlns:saml="${namespaces.assertion}" ID="_r${randomUUID()}" ` +
    `Version="2.0" IssueInstant="${issued}" Destination="${escapeXml(parts.recipient)}"${inResponseTo}>${issuer}` +
    `<samlp:Status><samlp:StatusCode Value="${parts.status}"/></samlp:Status>` +
    `<saml:Assertion ID="_a${randomUUID()}" Version="2.0" IssueInstant="${issued}">${issuer}<saml:Subject>` +
    `<saml:NameID Format="${parts.nameIdFormat}">${parts.nameId}</saml:NameID>` +
    `<saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer">` +
    `<saml:SubjectConfirmationData NotOnOrAfter="${until}" Recipient="${escapeXml(parts.recipient)}"${inResponseTo}/>` +
    `</saml:SubjectConfirmation></saml:Subject><saml:Conditions NotBefore="${from}" NotOnOrAfter="${until}">` +
    `<saml:AudienceRestriction><saml:Audience>${escapeXml(parts.audience)}</saml:Audience></saml:AudienceRestriction>` +
    `</saml:Conditions><saml:AuthnStatement AuthnInstant="${issued}"><saml:AuthnContext><saml:AuthnContextClassRef>` +
    `urn:oasis:names:tc:SAML:2.0:ac:classes:Password</saml:AuthnContextClassRef></saml:AuthnContext>` +
    `</saml:AuthnStatement>${values.length > 0 ? `<saml:AttributeStatement>${values.join('')}</saml:AttributeStatement>` : ''}` +
    `</saml:Assertion></samlp:Response>`
  )
}

function sign(xml: string, element: 'Assertion' | 'Response', { key, algorithm }: AnswerParts): string {
  const signer = new SignedXml({
    privateKey: key.privateKey,
    signatureAlgorithm: algorithm,
    canonicalizationAlgorithm: exclusive,
  })
  const path = element === 'Response' ? "/*[local-name(.)='Response']" : "//*[local-name(.)='Assertion']"
  signer.addReference({
    xpath: path,
    digestAlgorithm: 'http://www.w3.org/2001/04/xmlenc#sha256',
    transforms: ['http://www.w3.org/2000/09/xmldsig#enveloped-signature', exclusive],
  })
  signer.computeSignature(xml, {
    prefix: 'ds',
    location: { reference: `${path}/*[local-name(.)='Issuer']`, action: 'after' },
  })
  return signer.getSignedXml()
}

/** What our request to the provider says. */
export function readRequest(url: string): { id: string; relayState: string; xml: string } {
  const { searchParams } = new URL(url)
  const xml = inflateRawSync(Buffer.from(searchParams.get('SAMLRequest') ?? '', 'base64')).toString()
  return { id: / ID="([^"]+)"/.exec(xml)?.[1] ?? '', relayState: searchParams.get('RelayState') ?? '', xml }
}
