/** Attributes of an assertion, and the claims that the provider's settings read from them. */
import { toOneLine } from '@kept/domain/name.ts'
import type { SamlSettings } from '@kept/domain/saml.ts'
import * as z from 'zod'
import type { Claims } from '../oauth/claims.ts'
import { refusal } from '../oauth/refusal.ts'
import { childrenOf, textOf, type XmlElement } from './xml.ts'

type Attributes = ReadonlyMap<string, readonly string[]>

/** Who an assertion is about. */
export interface NamedSubject {
  nameId: string
  isTransient: boolean
  attributes: Attributes
}

const maxGroups = 1000

/** `assertion` is parsed from signed text. */
export function attributesOf(assertion: XmlElement): Attributes {
  const attributes = new Map<string, string[]>()
  for (const statement of childrenOf(assertion, 'assertion', 'AttributeStatement')) {
    for (const attribute of childrenOf(statement, 'assertion', 'Attribute')) {
      const name = attribute.getAttribute('Name')
      const values = childrenOf(attribute, 'assertion', 'AttributeValue').map((value) => textOf(value))
      attributes.set(name, [...(attributes.get(name) ?? []), ...values])
    }
  }
  return attributes
}

/** Claims of the same form as those of OpenID Connect. An organization's provider never proves an email address. */
export function claimsOfAssertion(
  { nameId, isTransient, attributes }: NamedSubject,
  settings: SamlSettings['attributes'],
): Claims {
  const first = (name: string) => (name === '' ? undefined : attributes.get(name)?.[0])
  const email = z
    .email()
    .max(254)
    .safeParse((first(settings.email) ?? nameId).toLowerCase())
  if (!email.success)
    throw refusal('saml_email', 'The SAML response contains no email address. Map one at the identity provider.')
  const groups = settings.groups === '' ? undefined : (attributes.get(settings.groups) ?? []).slice(0, maxGroups)
  return {
    // A transient name is another one at each sign-in.
    subject: isTransient ? email.data : nameId,
    email: email.data,
    email_verified: false,
    full_name: toOneLine(first(settings.name) ?? '').slice(0, 200),
    avatar_url: null,
    ...(groups && { groups }),
  }
}
