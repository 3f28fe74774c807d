/** Reads a SAML response: what of it is signed, for whom, from whom, when, and about whom. */
import { messageOf } from '@kept/foundation/thrown.ts'
import { refusal } from '../oauth/refusal.ts'
import { attributesOf, type NamedSubject } from './read-attributes.ts'
import { signedElement } from './verify-signature.ts'
import { childrenOf, elementsBelow, isNamed, parseXml, textOf, type XmlElement } from './xml.ts'

/** Clocks of two machines differ. */
const skewMs = 60_000
/** An assertion that is valid for longer is accepted, but no later than this after it was issued. */
const maxAgeMs = 24 * 3600_000

export interface Expected {
  /** The provider's entity ID. */
  issuer: string
  certificates: readonly string[]
  /** Our entity ID. */
  audience: string
  /** The address that received the response. */
  recipient: string
  /** The ID of our request; undefined when the provider started the sign-in. */
  requestId: string | undefined
  now: number
}

interface ReadAssertion extends NamedSubject {
  id: string
  /** After this moment (in ms) it would be refused anyway. */
  expiresAt: number
}

/** Throws a refusal with one sentence for everything that does not hold. */
export function readResponse(xml: string, expected: Expected): ReadAssertion {
  const response = parse(xml)
  checkStatus(response)
  const destination = response.getAttribute('Destination')
  if (destination !== '' && destination !== expected.recipient) throw wrongRecipient()
  const assertion = signedAssertion(xml, response, expected)
  for (const issued of [response, assertion]) {
    const [issuer] = childrenOf(issued, 'assertion', 'Issuer')
    if ((issuer || issued === assertion) && textOf(issuer) !== expected.issuer)
      throw refusal('saml_issuer', 'This SAML response comes from another identity provider.')
  }
  checkAudience(assertion, expected)
  const expiresAt = checkTimes(assertion, expected)
  const { nameId, isTransient } = checkSubject(assertion, expected)
  const id = assertion.getAttribute('ID')
  return { id, expiresAt, nameId, isTransient, attributes: attributesOf(assertion) }
}

function parse(xml: string): XmlElement {
  const malformed = (reason: string) =>
    refusal('saml_document', `The SAML response was not accepted because ${reason}.`)
  let response: XmlElement
  try {
    response = parseXml(xml)
  } catch (error) {
    throw malformed(messageOf(error))
  }
  if (!isNamed(response, 'protocol', 'Response')) throw malformed('it is not a response')
  if (elementsBelow(response, 'assertion', 'EncryptedAssertion').length > 0)
    throw refusal('saml_encrypted', 'Kept does not read encrypted assertions. Turn off encryption at the provider.')
  const assertions = elementsBelow(response, 'assertion', 'Assertion')
  // Wrapping attacks need a second assertion, or one in an unusual position.
  if (assertions.length > 1 || elementsBelow(response, 'protocol', 'Response').length > 0)
    throw malformed('it contains more than one assertion or response')
  if (assertions[0] && assertions[0].parentNode !== response) throw malformed('its assertion is in the wrong position')
  return response
}

function checkStatus(response: XmlElement): void {
  const [status] = childrenOf(response, 'protocol', 'Status')
  const [code] = status ? childrenOf(status, 'protocol', 'StatusCode') : []
  if (code?.getAttribute('Value') !== 'urn:oasis:names:tc:SAML:2.0:status:Success')
    throw refusal('saml_status', 'The identity provider did not sign you in.')
}

/** From the signed text only. Either the response or the assertion is signed; a signature that fails is never ignored. */
function signedAssertion(xml: string, response: XmlElement, { certificates }: Expected): XmlElement {
  const [assertion] = childrenOf(response, 'assertion', 'Assertion')
  if (!assertion) throw refusal('saml_document', 'The SAML response contains no assertion.')
  let signed: XmlElement | undefined
  try {
    const ofResponse = signedElement(xml, response, certificates)
    const ofAssertion = signedElement(xml, assertion, certificates)
    signed = ofAssertion ?? (ofResponse && childrenOf(ofResponse, 'assertion', 'Assertion')[0])
  } catch {
    throw refusal('saml_signature', 'The signature of the SAML response is not valid.')
  }
  if (!signed) throw refusal('saml_unsigned', 'The SAML response is not signed.')
  if (!isNamed(signed, 'assertion', 'Assertion') || signed.getAttribute('ID') !== assertion.getAttribute('ID'))
    throw refusal('saml_signature', 'The signature of the SAML response is not valid.')
  return signed
}

function checkAudience(assertion: XmlElement, { audience }: Expected): void {
  const restrictions = childrenOf(assertion, 'assertion', 'Conditions').flatMap((conditions) =>
    childrenOf(conditions, 'assertion', 'AudienceRestriction'),
  )
  const isForUs = (restriction: XmlElement) =>
    childrenOf(restriction, 'assertion', 'Audience').some((candidate) => textOf(candidate) === audience)
  if (restrictions.length === 0 || !restrictions.every(isForUs))
    throw refusal('saml_audience', 'This SAML response is for another application.')
}

/** Every period that the assertion names must hold now. Returns when the last of them ends, in ms. */
function checkTimes(assertion: XmlElement, { now }: Expected): number {
  const issuedAt = instantOf(assertion, 'IssueInstant')
  if (issuedAt === undefined || issuedAt > now + skewMs || issuedAt < now - maxAgeMs) throw wrongTime()
  const statements = childrenOf(assertion, 'assertion', 'AuthnStatement')
  if (statements.length === 0) throw refusal('saml_document', 'The SAML response does not say that you signed in.')
  for (const period of childrenOf(assertion, 'assertion', 'Conditions')) checkPeriod(period, now)
  for (const statement of statements) {
    const ends = instantOf(statement, 'SessionNotOnOrAfter')
    if (ends !== undefined && now >= ends + skewMs) throw wrongTime()
  }
  return issuedAt + maxAgeMs + skewMs
}

function checkPeriod(period: XmlElement, now: number): void {
  const start = instantOf(period, 'NotBefore')
  const end = instantOf(period, 'NotOnOrAfter')
  if ((start !== undefined && now < start - skewMs) || (end !== undefined && now >= end + skewMs)) throw wrongTime()
}

/** Undefined when the attribute is missing; NaN never passes a comparison, so it is refused here. */
function instantOf(element: XmlElement, name: string): number | undefined {
  const text = element.getAttribute(name)
  if (text === '') return undefined
  const instant = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(text) ? Date.parse(text) : Number.NaN
  if (Number.isNaN(instant)) throw wrongTime()
  return instant
}

function checkSubject(assertion: XmlElement, expected: Expected) {
  const [subject, ...more] = childrenOf(assertion, 'assertion', 'Subject')
  const [nameId] = subject ? childrenOf(subject, 'assertion', 'NameID') : []
  if (!subject || more.length > 0 || textOf(nameId) === '')
    throw refusal('saml_document', 'The SAML response does not name anyone.')
  const bearers = childrenOf(subject, 'assertion', 'SubjectConfirmation')
    .filter((confirmation) => confirmation.getAttribute('Method') === 'urn:oasis:names:tc:SAML:2.0:cm:bearer')
    .flatMap((confirmation) => childrenOf(confirmation, 'assertion', 'SubjectConfirmationData'))
  const [bearer] = bearers
  if (!bearer || bearers.length !== 1)
    throw refusal('saml_document', 'The SAML response does not confirm who it is about.')
  if (bearer.getAttribute('Recipient') !== expected.recipient) throw wrongRecipient()
  if (instantOf(bearer, 'NotOnOrAfter') === undefined) throw wrongTime()
  checkPeriod(bearer, expected.now)
  if (bearer.getAttribute('InResponseTo') !== (expected.requestId ?? ''))
    throw refusal('saml_request', 'This SAML response belongs to another sign-in. Start again.')
  return {
    nameId: textOf(nameId),
    isTransient: nameId?.getAttribute('Format').endsWith(':transient') ?? false,
  }
}

function wrongTime() {
  return refusal('saml_time', 'This SAML response is not valid now. Check the clock of the identity provider.')
}

function wrongRecipient() {
  return refusal('saml_recipient', 'This SAML response was sent to another address.')
}
