/** The element that a signature verifies is read from the signed text, never from the document around it. */
import { expect, it } from 'vitest'
import { readMetadata } from './identity-provider-metadata.ts'
import { IdentityProviderForTest } from './testing/identity-provider.ts'
import { wrapped } from './testing/wrap.ts'
import { signedElement } from './verify-signature.ts'
import { elementsBelow, parseXml, textOf, type XmlElement } from './xml.ts'

const provider = new IdentityProviderForTest()
const { certificates } = readMetadata(provider.metadata())
const answer = (signs: 'response' | 'assertion', nameId?: string) =>
  provider.answer({
    ...{ audience: 'https://kept.example.com', recipient: 'https://kept.example.com/acs', inResponseTo: '_request' },
    ...{ signs, ...(nameId !== undefined && { nameId }) },
  })
const documentNode = 9

/** Every response and assertion of the document, at any depth. */
function candidatesOf(root: XmlElement): XmlElement[] {
  const below = [...elementsBelow(root, 'protocol', 'Response'), ...elementsBelow(root, 'assertion', 'Assertion')]
  return [root, ...below]
}

/** What is verified of each candidate; those whose signature is refused, or that have none, are left out. */
function verifiedOf(xml: string): XmlElement[] {
  return candidatesOf(parseXml(xml)).flatMap((element) => {
    try {
      return signedElement(xml, element, certificates) ?? []
    } catch (error) {
      expect((error as Error).message).toMatch(/^(it |no certificate of the provider verifies it)/)
      return []
    }
  })
}

const addressesOf = (element: XmlElement) => elementsBelow(element, 'assertion', 'NameID').map(textOf)

it.each(['response', 'assertion'] as const)('returns a signed %s as a document of its own', (signs) => {
  const [element, ...more] = verifiedOf(answer(signs))
  expect(more).toEqual([])
  expect(element?.localName).toBe(signs === 'response' ? 'Response' : 'Assertion')
  expect(element?.parentNode?.nodeType).toBe(documentNode)
  expect(element && addressesOf(element)).toEqual(['ann@corp.example'])
})

it('returns the signed original alone of the eight wrapped documents, or nothing', () => {
  const attacks = wrapped({
    signedResponse: answer('response'),
    signedAssertion: answer('assertion'),
    forge: (xml) => xml.replaceAll('ann@corp.example', 'ceo@corp.example'),
  })
  const verified = Object.entries(attacks).map(([name, xml]) => {
    const elements = verifiedOf(xml)
    // An element of the forged document would lead its reader to what is around it.
    for (const element of elements) expect(element.parentNode?.nodeType, name).toBe(documentNode)
    return [name, elements.flatMap(addressesOf)]
  })
  const original = ['ann@corp.example']
  expect(Object.fromEntries(verified)).toEqual({
    ...{ xsw1: [], xsw2: [], xsw3: original, xsw4: original },
    ...{ xsw5: [], xsw6: [], xsw7: original, xsw8: [] },
  })
})

it('reads the signed text, where the document says more than was signed', () => {
  const xml = answer('assertion')
  const [assertion] = elementsBelow(parseXml(xml), 'assertion', 'Assertion')
  // Another document with a forged copy under the element that has the valid signature.
  const forged = parseXml(xml.replace('ann@corp.example', 'ceo@corp.example'))
  const [changed] = elementsBelow(forged, 'assertion', 'Assertion')
  for (const element of [assertion, changed]) {
    const verified = element && signedElement(xml, element, certificates)
    expect(verified && addressesOf(verified)).toEqual(['ann@corp.example'])
  }
})
