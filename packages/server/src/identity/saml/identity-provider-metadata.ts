/** The metadata that an identity provider publishes: who it is, where to sign in, and its certificates. */
import { X509Certificate } from 'node:crypto'
import { badInput } from '@kept/domain/errors.ts'
import { messageOf } from '@kept/foundation/thrown.ts'
import { childrenOf, elementsBelow, isNamed, parseXml, textOf, type XmlElement } from './xml.ts'

export interface IdentityProviderMetadata {
  entity_id: string
  sso_url: string
  /** In PEM. */
  certificates: string[]
}

const redirect = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect'

/** Throws `bad_input` with what is missing. */
export function readMetadata(text: string): IdentityProviderMetadata {
  const root = parseMetadata(text)
  const [provider] = childrenOf(root, 'metadata', 'IDPSSODescriptor')
  if (!provider) throw badInput('The metadata describes no identity provider. Enter the metadata of your provider.')
  const entity_id = root.getAttribute('entityID')
  if (entity_id === '' || entity_id.length > 1000) throw badInput('The metadata has no entityID.')
  const sso = childrenOf(provider, 'metadata', 'SingleSignOnService').find(
    (service) => service.getAttribute('Binding') === redirect,
  )
  const sso_url = sso?.getAttribute('Location') ?? ''
  if (!mayBeSsoUrl(sso_url))
    throw badInput('The metadata has no https:// address of a SingleSignOnService with the HTTP-Redirect binding.')
  const certificates = childrenOf(provider, 'metadata', 'KeyDescriptor')
    .filter((key) => key.getAttribute('use') !== 'encryption')
    .flatMap((key) => elementsBelow(key, 'signature', 'X509Certificate'))
    .map((element) => toPem(textOf(element)))
  if (certificates.length === 0) throw badInput('The metadata contains no signing certificate.')
  return { entity_id, sso_url, certificates: [...new Set(certificates)].slice(0, 10) }
}

function parseMetadata(text: string): XmlElement {
  let root: XmlElement
  try {
    root = parseXml(withoutComments(text))
  } catch (error) {
    throw badInput(`The metadata can't be read: ${messageOf(error)}.`)
  }
  if (isNamed(root, 'metadata', 'EntitiesDescriptor')) {
    const [only, ...more] = childrenOf(root, 'metadata', 'EntityDescriptor')
    if (!only || more.length > 0) throw badInput('The metadata describes several providers. Enter that of one.')
    root = only
  }
  if (!isNamed(root, 'metadata', 'EntityDescriptor'))
    throw badInput('This is not SAML metadata. Its first element must be an EntityDescriptor.')
  return root
}

/** An administrator may keep notes in a file. A comment inside of a value would be refused, and is rarer. */
function withoutComments(text: string): string {
  return text.replaceAll(/(^|>)\s*<!--(?:(?!-->)[\s\S])*-->/g, '$1')
}

function mayBeSsoUrl(address: string): boolean {
  const url = URL.parse(address)
  if (!url || address.length > 2000) return false
  return url.protocol === 'https:' || (url.protocol === 'http:' && ['127.0.0.1', 'localhost'].includes(url.hostname))
}

function toPem(base64: string): string {
  try {
    const certificate = new X509Certificate(Buffer.from(base64.replaceAll(/\s/g, ''), 'base64'))
    if (certificate.publicKey.asymmetricKeyType !== 'rsa') throw new Error('no RSA key')
    return certificate.toString()
  } catch {
    throw badInput('The metadata contains a certificate that is not a valid X.509 certificate with an RSA key.')
  }
}
