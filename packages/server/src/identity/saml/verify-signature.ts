/**
 * XML signatures of a SAML response. What is returned is the signed text itself: the reader of the answer parses that,
 * and never the document around it, so content that was moved or added is not read (signature wrapping).
 */
import { SignedXml } from 'xml-crypto'
import { childrenOf, elementsBelow, parseXml, type XmlElement } from './xml.ts'

const exclusive = 'http://www.w3.org/2001/10/xml-exc-c14n#'
const allowedTransforms = ['http://www.w3.org/2000/09/xmldsig#enveloped-signature', exclusive]
const allowedSignatures = [
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512',
]
const allowedDigests = ['http://www.w3.org/2001/04/xmlenc#sha256', 'http://www.w3.org/2001/04/xmlenc#sha512']

/**
 * The signed element, parsed from the signed text, or undefined when `element` has no signature of its own. Throws an
 * Error when it has one that is not valid for any of the certificates.
 */
export function signedElement(
  xml: string,
  element: XmlElement,
  certificates: readonly string[],
): XmlElement | undefined {
  const [signature, ...more] = childrenOf(element, 'signature', 'Signature')
  if (!signature) return undefined
  if (more.length > 0) throw new Error('it has two signatures')
  checkShape(signature, element)
  for (const certificate of certificates) {
    const text = verifiedText(xml, signature, certificate)
    if (text !== undefined) return parseXml(text)
  }
  throw new Error('no certificate of the provider verifies it')
}

/** One reference, to the element that holds the signature, and nothing that changes what is read. */
function checkShape(signature: XmlElement, element: XmlElement): void {
  const id = element.getAttribute('ID')
  const references = elementsBelow(signature, 'signature', 'Reference')
  const [reference] = references
  if (!reference || references.length !== 1) throw new Error('it does not have exactly one reference')
  if (id === '' || reference.getAttribute('URI') !== `#${id}`) throw new Error('it signs another element')
  if (elementsBelow(signature, 'signature', 'Object').length > 0) throw new Error('it contains other content')
  const algorithmsOf = (name: string) =>
    elementsBelow(signature, 'signature', name).map((part) => part.getAttribute('Algorithm'))
  const isAllowed = (name: string, allowed: readonly string[], required = true) => {
    const algorithms = algorithmsOf(name)
    return (algorithms.length > 0 || !required) && algorithms.every((algorithm) => allowed.includes(algorithm))
  }
  if (
    !isAllowed('SignatureMethod', allowedSignatures) ||
    !isAllowed('DigestMethod', allowedDigests) ||
    !isAllowed('CanonicalizationMethod', [exclusive]) ||
    !isAllowed('Transform', allowedTransforms)
  )
    throw new Error('it uses an algorithm that is not accepted')
}

function verifiedText(xml: string, signature: XmlElement, certificate: string): string | undefined {
  // A key inside the message proves nothing, so it is never used.
  const verifier = new SignedXml({ publicCert: certificate, getCertFromKeyInfo: () => null })
  try {
    verifier.loadSignature(signature as never)
    if (!verifier.checkSignature(xml)) return undefined
  } catch {
    return undefined
  }
  const [text, ...more] = verifier.getSignedReferences()
  return more.length === 0 ? text : undefined
}
