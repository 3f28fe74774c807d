/** What this server supports (RFC 7644, section 4): ServiceProviderConfig, ResourceTypes and Schemas. */
import { groupSchemaId, userSchemaId } from './resources.ts'

export const MAX_RESULTS = 200

export function serviceProviderConfig(base: string): object {
  return {
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig'],
    patch: { supported: true },
    bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
    filter: { supported: true, maxResults: MAX_RESULTS },
    changePassword: { supported: false },
    sort: { supported: false },
    etag: { supported: true },
    authenticationSchemes: [
      {
        type: 'oauthbearertoken',
        name: 'Bearer token',
        description: 'A token from Settings, Organization.',
        primary: true,
      },
    ],
    meta: { resourceType: 'ServiceProviderConfig', location: `${base}/ServiceProviderConfig` },
  }
}

export function resourceTypes(base: string) {
  const typeOf = (name: string, schema: string) => ({
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:ResourceType'],
    ...{ id: name, name, endpoint: `/${name}s`, schema },
    meta: { resourceType: 'ResourceType', location: `${base}/ResourceTypes/${name}` },
  })
  return [typeOf('User', userSchemaId), typeOf('Group', groupSchemaId)]
}

type Mutability = 'readWrite' | 'readOnly' | 'immutable'

function attribute(name: string, mutability: Mutability = 'readWrite', more: object = {}): object {
  const base = { name, type: 'string', multiValued: false, required: false, caseExact: false, mutability }
  return { ...base, returned: 'default', uniqueness: 'none', ...more }
}

export function schemas(base: string) {
  const schemaOf = (id: string, name: string, attributes: object[]) => ({
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:Schema'],
    ...{ id, name, description: name, attributes },
    meta: { resourceType: 'Schema', location: `${base}/Schemas/${id}` },
  })
  const complex = (subAttributes: object[], multiValued = false) => ({ type: 'complex', multiValued, subAttributes })
  return [
    schemaOf(userSchemaId, 'User', [
      attribute('userName', 'readWrite', { required: true, uniqueness: 'server' }),
      attribute('externalId', 'readWrite', { caseExact: true }),
      attribute('name', 'readWrite', complex(['givenName', 'familyName', 'formatted'].map((name) => attribute(name)))),
      attribute('displayName'),
      attribute('active', 'readWrite', { type: 'boolean' }),
      attribute('emails', 'immutable', complex([attribute('value', 'immutable'), attribute('type')], true)),
      attribute(
        'groups',
        'readOnly',
        complex([attribute('value', 'readOnly'), attribute('display', 'readOnly')], true),
      ),
    ]),
    schemaOf(groupSchemaId, 'Group', [
      attribute('displayName', 'readWrite', { required: true, uniqueness: 'server' }),
      attribute('externalId', 'readWrite', { caseExact: true }),
      attribute(
        'members',
        'readWrite',
        complex([attribute('value', 'immutable'), attribute('display', 'readOnly')], true),
      ),
    ]),
  ]
}
