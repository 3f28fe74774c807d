/** What of a SAML response is believed: one right answer, and every way in which one can be wrong. */
import { KeptError } from '@kept/domain/errors.ts'
import { expect, it } from 'vitest'
import { readMetadata } from './identity-provider-metadata.ts'
import { claimsOfAssertion } from './read-attributes.ts'
import { type Expected, readResponse } from './read-response.ts'
import { type AnswerParts, entityId, IdentityProviderForTest } from './testing/identity-provider.ts'
import { selfSigned } from './testing/self-signed.ts'
import { wrapped } from './testing/wrap.ts'

const provider = new IdentityProviderForTest()
const now = Date.parse('2026-03-01T12:00:00Z')
const expected: Expected = {
  issuer: entityId,
  certificates: readMetadata(provider.metadata()).certificates,
  audience: 'https://kept.example.com/api/auth/saml/1/metadata',
  recipient: 'https://kept.example.com/api/auth/saml/1/acs',
  requestId: '_request',
  now,
}
const right = { audience: expected.audience, recipient: expected.recipient, inResponseTo: '_request', now }
const answer = (parts: Partial<AnswerParts> = {}) => provider.answer({ ...right, ...parts })
const read = (xml: string, change: Partial<Expected> = {}) => readResponse(xml, { ...expected, ...change })

function reasonOf(work: () => unknown): string {
  try {
    work()
  } catch (error) {
    if (!(error instanceof KeptError)) throw error
    // One sentence, or one and what to do.
    expect(error.message).toMatch(/^[A-Z][^\n]*\.$/)
    return (error.details as { oauth_error: string }).oauth_error
  }
  return 'accepted'
}
const refused = (parts: Partial<AnswerParts>, change: Partial<Expected> = {}) =>
  reasonOf(() => read(answer(parts), change))

it.each(['assertion', 'response', 'both'] as const)('reads a response whose %s is signed', (signs) => {
  const { nameId, attributes } = read(answer({ signs, attributes: { groups: ['FinOps', 'All'] } }))
  expect(nameId).toBe('ann@corp.example')
  expect(attributes.get('groups')).toEqual(['FinOps', 'All'])
})

it('accepts any of several certificates', () => {
  const other = readMetadata(provider.metadata(undefined, selfSigned('other').certificate)).certificates
  const both = [...other, ...expected.certificates]
  expect(reasonOf(() => read(answer(), { certificates: both }))).toBe('accepted')
  expect(reasonOf(() => read(answer(), { certificates: other }))).toBe('saml_signature')
})

it('refuses a response for someone else, from someone else, or to another address', () => {
  expect(refused({ audience: 'https://other.example.com' })).toBe('saml_audience')
  expect(refused({ issuer: 'https://evil.example' })).toBe('saml_issuer')
  expect(refused({ recipient: 'https://other.example.com/acs' })).toBe('saml_recipient')
  const onlyDestination = { before: (xml: string) => xml.replace(/Recipient="[^"]+"/, 'Recipient="https://x.example"') }
  expect(refused(onlyDestination)).toBe('saml_recipient')
  const noAudience = {
    before: (xml: string) => xml.replace(/<saml:AudienceRestriction>.*<\/saml:AudienceRestriction>/, ''),
  }
  expect(refused(noAudience)).toBe('saml_audience')
})

it('refuses a response to another request, or to none', () => {
  expect(refused({ inResponseTo: '_other' })).toBe('saml_request')
  expect(refused({ inResponseTo: '' })).toBe('saml_request')
  expect(refused({}, { requestId: undefined })).toBe('saml_request')
  expect(refused({ inResponseTo: '' }, { requestId: undefined })).toBe('accepted')
})

it('holds to the times, with 60 seconds for clocks that differ', () => {
  expect(refused({}, { now: now - 60_000 })).toBe('accepted')
  expect(refused({}, { now: now - 70_000 })).toBe('saml_time')
  expect(refused({}, { now: now + 300_000 + 59_000 })).toBe('accepted')
  expect(refused({}, { now: now + 300_000 + 60_000 })).toBe('saml_time')
  expect(refused({ notOnOrAfter: now + 10 * 86_400_000 }, { now: now + 2 * 86_400_000 })).toBe('saml_time')
  const withoutEnd = (xml: string) => xml.replace(/(<saml:SubjectConfirmationData) NotOnOrAfter="[^"]+"/, '$1')
  expect(refused({ before: withoutEnd })).toBe('saml_time')
  const unreadable = (xml: string) => xml.replaceAll(/NotOnOrAfter="[^"]+"/g, 'NotOnOrAfter="tomorrow"')
  expect(refused({ before: unreadable })).toBe('saml_time')
})

it('refuses what is not signed, changed after it was signed, or signed with another key or a weak algorithm', () => {
  expect(refused({ signs: 'nothing' })).toBe('saml_unsigned')
  expect(reasonOf(() => read(answer().replace('ann@corp', 'ceo@corp')))).toBe('saml_signature')
  expect(reasonOf(() => read(answer({ signs: 'response' }).replace('ann@corp', 'ceo@corp')))).toBe('saml_signature')
  expect(refused({ key: selfSigned('evil') })).toBe('saml_signature')
  expect(refused({ algorithm: 'http://www.w3.org/2000/09/xmldsig#rsa-sha1' })).toBe('saml_signature')
  // The valid signature of the response does not excuse an assertion signature that fails.
  const half = answer({ signs: 'both' }).replace(/(<ds:SignatureValue>)...../, '$1AAAAA')
  expect(reasonOf(() => read(half))).toBe('saml_signature')
})

it('never uses a key that the message brings itself', () => {
  const evil = selfSigned('evil')
  const keyInfo = `<ds:KeyInfo><ds:X509Data><ds:X509Certificate>${evil.certificate}</ds:X509Certificate></ds:X509Data></ds:KeyInfo>`
  const xml = answer({ key: evil }).replace('</ds:Signature>', `${keyInfo}</ds:Signature>`)
  expect(reasonOf(() => read(xml))).toBe('saml_signature')
})

it('refuses every signature wrapping attack', () => {
  const attacks = wrapped({
    signedResponse: answer({ signs: 'response' }),
    signedAssertion: answer({ signs: 'assertion' }),
    forge: (xml) => xml.replaceAll('ann@corp.example', 'ceo@corp.example'),
  })
  expect(Object.keys(attacks)).toHaveLength(8)
  for (const [name, xml] of Object.entries(attacks)) {
    expect(xml, name).toContain('ceo@corp.example')
    expect(xml, name).toContain('ann@corp.example')
    expect(
      reasonOf(() => read(xml)),
      name,
    ).toBe('saml_document')
  }
})

it('refuses a second element with the signed ID', () => {
  const xml = answer()
  const id = /<saml:Assertion ID="([^"]+)"/.exec(xml)?.[1]
  const twice = xml.replace('<samlp:Status>', `<samlp:Extensions><x ID="${id}"/></samlp:Extensions><samlp:Status>`)
  expect(reasonOf(() => read(twice))).toBe('saml_signature')
})

it('refuses comments, document types, entities, and what is no XML', () => {
  // Signed by the provider for an address of the attacker; a reader that stops at the comment sees another.
  expect(refused({ nameId: 'ceo@corp.example<!---->.evil.example' })).toBe('saml_document')
  const xml = answer()
  const attacks = [
    `<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>${xml.replace('ann@corp.example', '&e;')}`,
    `<!doctype x>${xml}`,
    xml.replace('ann@corp.example', '<![CDATA[ann@corp.example]]>'),
    xml.replace('<saml:Subject>', '<?php 1 ?><saml:Subject>'),
    `${xml}${xml}`,
    xml.slice(0, -20),
    '',
    'not xml',
    '{"a":1}',
    '<x/>',
  ]
  for (const attack of attacks)
    expect(
      reasonOf(() => read(attack)),
      attack.slice(0, 80),
    ).toBe('saml_document')
})

it('refuses a failed sign-in, an encrypted assertion, and a subject without a confirmation', () => {
  expect(refused({ status: 'urn:oasis:names:tc:SAML:2.0:status:Responder' })).toBe('saml_status')
  const encrypted = answer().replace(/<saml:Assertion[\s\S]*<\/saml:Assertion>/, '<saml:EncryptedAssertion/>')
  expect(reasonOf(() => read(encrypted))).toBe('saml_encrypted')
  expect(refused({ before: (xml) => xml.replace(':cm:bearer', ':cm:sender-vouches') })).toBe('saml_document')
  expect(refused({ nameId: '' })).toBe('saml_document')
})

it('reads the address, the name and the groups from the configured attributes', () => {
  const attributes = { mail: ['Ann@Corp.example'], cn: ['Ann\nLee'], memberOf: ['A', 'B'] }
  const subject = read(answer({ nameId: 'u-17', attributes }))
  expect(claimsOfAssertion(subject, { email: 'mail', name: 'cn', groups: 'memberOf' })).toEqual({
    subject: 'u-17',
    email: 'ann@corp.example',
    email_verified: false,
    full_name: 'Ann Lee',
    avatar_url: null,
    groups: ['A', 'B'],
  })
  expect(reasonOf(() => claimsOfAssertion(subject, { email: '', name: '', groups: '' }))).toBe('saml_email')
})

it('explains metadata that is not complete', () => {
  const valid = provider.metadata()
  const failures: Record<string, string> = {
    '<a><b>': "The metadata can't be read: it is not well-formed XML.",
    [`<!DOCTYPE x>${valid}`]: "The metadata can't be read: it contains a document type.",
    '<html/>': 'This is not SAML metadata. Its first element must be an EntityDescriptor.',
    [valid.replaceAll('IDPSSODescriptor', 'SPSSODescriptor')]:
      'The metadata describes no identity provider. Enter the metadata of your provider.',
    [valid.replace('https://idp.corp.example/sso', 'javascript:alert(1)')]:
      'The metadata has no https:// address of a SingleSignOnService with the HTTP-Redirect binding.',
    [valid.replace(/<ds:X509Certificate>[\s\S]*<\/ds:X509Certificate>/, '')]:
      'The metadata contains no signing certificate.',
    [provider.metadata(undefined, 'AAAA')]:
      'The metadata contains a certificate that is not a valid X.509 certificate with an RSA key.',
  }
  for (const [text, message] of Object.entries(failures)) expect(() => readMetadata(text)).toThrow(message)
  expect(readMetadata(valid)).toMatchObject({ entity_id: entityId, sso_url: 'https://idp.corp.example/sso' })
})
