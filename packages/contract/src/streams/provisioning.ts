/** SCIM 2.0 (RFC 7643, RFC 7644), for identity providers. Its media type and errors are those of the standard. */
import * as z from 'zod'
import type { StreamRoute } from './stream-route.ts'

const tag = 'Provisioning'
const resource = z.looseObject({ schemas: z.array(z.string()) })
const content = { 'application/scim+json': resource }
const open = { tag, needs: 'public', anyQuery: true } as const
const described = 'Needs a bearer token from Settings, Organization.'

function discovery(name: string, summary: string, path = name): StreamRoute {
  return {
    ...open,
    operationId: `scim.${summary.includes('List') ? 'list' : 'get'}${name}`,
    method: 'GET',
    path: `/scim/v2/${path}`,
    summary,
    description: described,
    idempotency: 'safe',
    answer: { status: 200, description: 'The description', content },
  }
}

function collection(name: 'User' | 'Group'): StreamRoute[] {
  const path = `/scim/v2/${name}s` as const
  const noun = `provisioned ${name.toLowerCase()}`
  const response = { status: 200, description: `The ${name.toLowerCase()}`, content }
  const common = { ...open, description: described }
  return [
    {
      ...common,
      operationId: `scim.list${name}s`,
      method: 'GET',
      path,
      summary: `List ${noun}s`,
      idempotency: 'safe',
      query: z.object({
        filter: z.string().optional(),
        startIndex: z.string().optional(),
        count: z.string().optional(),
        excludedAttributes: z.string().optional(),
      }),
      answer: response,
    },
    {
      ...common,
      operationId: `scim.create${name}`,
      method: 'POST',
      path,
      summary: `Create a ${noun}`,
      idempotency: 'none',
      body: content,
      answer: { ...response, status: 201 },
    },
    {
      ...common,
      operationId: `scim.get${name}`,
      method: 'GET',
      path: `${path}/{id}`,
      summary: `Get a ${noun}`,
      idempotency: 'safe',
      answer: response,
    },
    {
      ...common,
      operationId: `scim.replace${name}`,
      method: 'PUT',
      path: `${path}/{id}`,
      summary: `Replace a ${noun}`,
      idempotency: 'idempotent',
      body: content,
      answer: response,
    },
    {
      ...common,
      operationId: `scim.patch${name}`,
      method: 'PATCH',
      path: `${path}/{id}`,
      summary: `Update a ${noun}`,
      idempotency: 'none',
      body: content,
      answer: response,
    },
    {
      ...common,
      operationId: `scim.delete${name}`,
      method: 'DELETE',
      path: `${path}/{id}`,
      summary: `Delete a ${noun}`,
      idempotency: 'idempotent',
      answer: { status: 204, description: 'Deleted' },
    },
  ]
}

export const scimStreams: readonly StreamRoute[] = [
  discovery('ServiceProviderConfig', 'Get what SCIM supports'),
  discovery('ResourceTypes', 'List SCIM resource types'),
  discovery('ResourceType', 'Get a SCIM resource type', 'ResourceTypes/{id}'),
  discovery('Schemas', 'List SCIM schemas'),
  discovery('Schema', 'Get a SCIM schema', 'Schemas/{id}'),
  ...collection('User'),
  ...collection('Group'),
]
