/**
 * For tests: the eight signature wrapping attacks (XSW1 to XSW8, as SAML Raider names them). Each keeps the signed
 * original somewhere in the document and puts a forged copy where a careless reader looks.
 */
import { randomUUID } from 'node:crypto'

interface WrappedParts {
  /** Signs the response itself. */
  signedResponse: string
  /** Signs the assertion in it. */
  signedAssertion: string
  forge(xml: string): string
}

const signaturePattern = /<ds:Signature[\s\S]*?<\/ds:Signature>/
const assertionPattern = /<saml:Assertion[\s\S]*<\/saml:Assertion>/

const partOf = (xml: string, pattern: RegExp): string => pattern.exec(xml)?.[0] ?? ''
const withoutSignature = (xml: string) => xml.replace(signaturePattern, '')
const otherId = (xml: string) => xml.replace(/ ID="[^"]+"/, ` ID="_evil${randomUUID()}"`)
/** What is put before the closing tag of an element. */
const into = (xml: string, tag: string, content: string) => {
  const end = xml.lastIndexOf(`</${tag}>`)
  return xml.slice(0, end) + content + xml.slice(end)
}

export function wrapped({ signedResponse, signedAssertion, forge }: WrappedParts): Record<string, string> {
  const signature = partOf(signedResponse, signaturePattern)
  const original = withoutSignature(signedResponse)
  const evilResponse = otherId(forge(original))
  const assertionSignature = partOf(signedAssertion, signaturePattern)
  const assertion = partOf(signedAssertion, assertionPattern)
  const bare = withoutSignature(assertion)
  const evil = otherId(forge(bare))
  const inResponse = (content: string) => signedAssertion.replace(assertionPattern, () => content)
  const afterIssuer = (xml: string, content: string) => xml.replace('</saml:Issuer>', () => `</saml:Issuer>${content}`)
  return {
    xsw1: afterIssuer(evilResponse, into(signature, 'ds:Signature', original)),
    xsw2: afterIssuer(evilResponse, `${original}${signature}`),
    xsw3: inResponse(`${evil}${assertion}`),
    xsw4: inResponse(into(evil, 'saml:Assertion', assertion)),
    xsw5: inResponse(`${afterIssuer(evil, assertionSignature)}${bare}`),
    xsw6: inResponse(afterIssuer(evil, into(assertionSignature, 'ds:Signature', bare))),
    xsw7: inResponse(`<samlp:Extensions>${evil}</samlp:Extensions>${assertion}`),
    xsw8: inResponse(afterIssuer(evil, into(assertionSignature, 'ds:Signature', `<ds:Object>${bare}</ds:Object>`))),
  }
}
