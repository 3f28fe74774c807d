/**
 * The complete API as OpenAPI 3.1: the operations generated from the contract, with their security, idempotency and
 * errors, plus files, streams and WebSockets.
 */

import { listContractRoutes } from '../list-routes.ts'
import type { CacheLifetime, Idempotency } from '../route.ts'
import { streamRoutes } from '../streams/all.ts'
import { webSockets } from '../streams/live.ts'
import type { StreamRoute } from '../streams/stream-route.ts'
import type { ApiDocument, Operation } from './document.ts'
import { errorComponents, errorResponses } from './errors.ts'
import { describeNeeds, securityOf, securitySchemes } from './security.ts'
import { describeStream, describeWebSocket } from './stream-paths.ts'

interface Declared {
  method: string
  path: string
  needs: StreamRoute['needs']
  idempotency: Idempotency
  maxBodyBytes?: number | undefined
  cache?: CacheLifetime | undefined
  /** A public operation that still needs the CSRF token. */
  csrfWhenPublic?: boolean
}

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  description:
    '1 to 255 visible ASCII characters, unique per operation. A request with the same key is carried out once: for 24 hours, retries return the first response with `Idempotent-Replayed: true`. The same key with another request, or while the first is in progress, returns 409.',
  schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[\\x21-\\x7e]+$' },
  example: '5f6c8c34-35f5-4c3a-9d0e-7b1b7a4f2c11',
} as const

/** `generated` is the document that oRPC generates from the contract. */
export function describeApi(generated: ApiDocument, contract: object): ApiDocument {
  const paths: ApiDocument['paths'] = structuredClone(generated.paths)
  for (const route of listContractRoutes(contract)) {
    const operation = paths[route.path]?.[route.method.toLowerCase()]
    if (!operation) throw new Error(`${route.method} ${route.path} is missing from the generated description.`)
    complete(operation, { ...route, csrfWhenPublic: true })
  }
  for (const route of streamRoutes) {
    add(paths, route.method, route.path, complete(describeStream(route), route))
  }
  for (const route of webSockets) {
    const declared: Declared = { ...route, method: 'GET', idempotency: 'none' }
    add(paths, 'GET', route.path, complete(describeWebSocket(route), declared))
  }
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods))
  const tags = [...new Set(operations.flatMap((operation) => operation.tags ?? []))].sort()
  return {
    ...generated,
    servers: [{ url: '/', description: 'This server' }],
    tags: tags.map((name) => ({ name })),
    paths,
    components: { securitySchemes, parameters: { IdempotencyKey: idempotencyKey }, ...errorComponents() },
  }
}

function add(paths: ApiDocument['paths'], method: string, path: string, operation: Operation): void {
  const methods = paths[path] ?? {}
  paths[path] = methods
  if (methods[method.toLowerCase()]) throw new Error(`${method} ${path} is declared twice.`)
  methods[method.toLowerCase()] = operation
}

function complete(operation: Operation, route: Declared): Operation {
  const { needs, idempotency, maxBodyBytes, cache } = route
  const method = route.method.toLowerCase()
  const isPublic = needs === 'public'
  const changes = method !== 'get' && (!isPublic || route.csrfWhenPublic === true)
  const description = [operation.description, describeNeeds(needs)].filter(Boolean).join(' ')
  if (description !== '') operation.description = description
  operation.security = securityOf(needs, changes)
  operation['x-needs'] = needs
  operation['x-idempotency'] = idempotency
  if (idempotency === 'key') {
    operation.parameters = [...(operation.parameters ?? []), { $ref: '#/components/parameters/IdempotencyKey' }]
  }
  if (maxBodyBytes !== undefined) operation['x-max-body-bytes'] = maxBodyBytes
  if (cache)
    operation['x-cache'] =
      'clientSeconds' in cache ? { client_seconds: cache.clientSeconds } : { server_seconds: cache.serverSeconds }
  const causes = { method, path: route.path, isPublic, needsCsrf: isPublic && changes, idempotency }
  operation.responses = { ...operation.responses, ...errorResponses(causes, operation) }
  return operation
}
