/** `/scim/v2`: SCIM 2.0 (RFC 7643, RFC 7644). The bearer token names the organization. */
import { KeptError } from '@kept/domain/errors.ts'
import { fieldOf } from '@kept/foundation/narrow.ts'
import { noteScimRequest } from '@kept/store/provisioning/requests.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { RawRoutes } from '../../platform/app.ts'
import type { RequestContext } from '../../platform/context.ts'
import { toHttpError } from '../../platform/errors.ts'
import { MAX_VALUES, parseJsonBody } from '../../platform/json-body.ts'
import { originFor } from '../../platform/origin.ts'
import { countAgainst } from '../../platform/rate-limit.ts'
import { identifyCaller, type ScimCaller } from './caller.ts'
import { MAX_RESULTS, resourceTypes, schemas, serviceProviderConfig } from './discovery.ts'
import { errorBody, ScimError, scimError } from './errors.ts'
import { parseFilter } from './filter.ts'
import { createGroup, deleteGroup, getGroup, listGroupResources, replaceGroup } from './groups.ts'
import { applyPatch } from './patch.ts'
import type { ScimResource } from './resources.ts'
import { createUser, deleteUser, getUser, listUsers, replaceUser } from './users.ts'

const root = '/scim/v2'
/** A group with 20,000 members. */
const maxBytes = 4 * 1024 * 1024

interface Answer {
  status: number
  body?: object
}
type Handler = (caller: ScimCaller, request: FastifyRequest) => Promise<Answer>

interface Collection {
  path: string
  list(caller: ScimCaller): Promise<ScimResource[]>
  get(caller: ScimCaller, id: string): Promise<ScimResource>
  create(caller: ScimCaller, body: unknown): Promise<ScimResource>
  /** Stores what `bodyOf` makes of the resource, which no one else changes meanwhile. */
  replace(caller: ScimCaller, id: string, bodyOf: (current: ScimResource) => unknown): Promise<ScimResource>
  /** `check` throws where the resource must stay. */
  remove(caller: ScimCaller, id: string, check: (current: ScimResource) => void): Promise<void>
}

const collections: Collection[] = [
  { path: 'Users', list: listUsers, get: getUser, create: createUser, replace: replaceUser, remove: deleteUser },
  {
    ...{ path: 'Groups', list: listGroupResources, get: getGroup, create: createGroup },
    ...{ replace: replaceGroup, remove: deleteGroup },
  },
]

export const scimRoutes: RawRoutes = (app, contextOf) => {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: maxBytes }, (_request, body, done) =>
      done(null, body),
    )
    const serve = (handler: Handler) => (request: FastifyRequest, reply: FastifyReply) =>
      answer(contextOf, request, reply, handler)
    discover(scope, serve)
    for (const collection of collections) register(scope, collection, serve)
  })
}

type Serve = (handler: Handler) => (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>
const config = { needs: 'public', maxBody: maxBytes } as const

function discover(scope: FastifyInstance, serve: Serve): void {
  const get = (path: string, read: (base: string) => object) =>
    scope.get(
      `${root}/${path}`,
      { config },
      serve(async ({ base }) => ({ status: 200, body: read(base) })),
    )
  get('ServiceProviderConfig', serviceProviderConfig)
  for (const [path, list] of [
    ['ResourceTypes', resourceTypes],
    ['Schemas', schemas],
  ] as const) {
    get(path, (base) => listResponse(list(base), list(base).length, 1))
    scope.get(
      `${root}/${path}/:id`,
      { config },
      serve(async ({ base }, request) => {
        const match = list(base).find(({ id }) => id === idOf(request))
        if (!match) throw scimError(404, 'Not match.')
        return { status: 200, body: match }
      }),
    )
  }
}

function register(
  scope: FastifyInstance,
  { path, list, get, create, replace, remove }: Collection,
  serve: Serve,
): void {
  const [listPath, itemPath] = [`${root}/${path}`, `${root}/${path}/:id`]
  scope.get(
    listPath,
    { config },
    serve(async (caller, request) => listAnswer(request, await list(caller))),
  )
  scope.post(
    listPath,
    { config },
    serve(async (caller, request) => ({ status: 201, body: await create(caller, bodyOf(request)) })),
  )
  scope.get(
    itemPath,
    { config },
    serve(async (caller, request) => ({ status: 200, body: trimmed(request, await get(caller, idOf(request))) })),
  )
  scope.put(
    itemPath,
    { config },
    serve(async (caller, request) => {
      const body = bodyOf(request)
      const replaced = await replace(caller, idOf(request), (current) => {
        checkVersion(request, current)
        return body
      })
      return { status: 200, body: replaced }
    }),
  )
  scope.patch(
    itemPath,
    { config },
    serve(async (caller, request) => {
      const body = bodyOf(request)
      const patched = await replace(caller, idOf(request), (current) => {
        checkVersion(request, current)
        return applyPatch(current, body)
      })
      return { status: 200, body: patched }
    }),
  )
  scope.delete(
    itemPath,
    { config },
    serve(async (caller, request) => {
      await remove(caller, idOf(request), (current) => checkVersion(request, current))
      return { status: 204 }
    }),
  )
}

function idOf({ params }: FastifyRequest): string {
  return (params as { id: string }).id
}

function bodyOf({ body }: FastifyRequest): unknown {
  try {
    return parseJsonBody(String(body ?? ''), MAX_VALUES)
  } catch (error) {
    throw scimError(400, error instanceof KeptError ? error.message : 'Send a JSON object.', 'invalidSyntax')
  }
}

function checkVersion({ headers }: FastifyRequest, { meta }: ScimResource): void {
  const expected = headers['if-match']
  if (expected === undefined || expected === '*' || expected.split(/,\s*/).includes(meta.version)) return
  throw scimError(412, 'The resource was changed meanwhile. Read it again.')
}

/** Providers leave out the members of large groups. */
function trimmed({ query }: FastifyRequest, resource: ScimResource): ScimResource {
  const excluded = String(fieldOf(query, 'excludedAttributes') ?? '')
    .toLowerCase()
    .split(/\s*,\s*/)
  const kept = Object.entries(resource).filter(([name]) => name === 'id' || !excluded.includes(name.toLowerCase()))
  return Object.fromEntries(kept) as ScimResource
}

function listAnswer(request: FastifyRequest, resources: ScimResource[]): Answer {
  const { filter, startIndex, count } = request.query as Record<string, string | undefined>
  const matching = filter ? resources.filter(parseFilter(filter)) : resources
  const first = Math.max(1, integer(startIndex, 1))
  const size = Math.min(MAX_RESULTS, Math.max(0, integer(count, MAX_RESULTS)))
  const page = matching.slice(first - 1, first - 1 + size).map((resource) => trimmed(request, resource))
  return { status: 200, body: listResponse(page, matching.length, first) }
}

function integer(text: string | undefined, otherwise: number): number {
  if (text === undefined || text === '') return otherwise
  if (!/^-?\d{1,9}$/.test(text)) throw scimError(400, 'startIndex and count must be whole numbers.', 'invalidValue')
  return Number(text)
}

function listResponse(resources: readonly object[], totalResults: number, startIndex: number): object {
  return {
    schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'],
    ...{ totalResults, startIndex, itemsPerPage: resources.length, Resources: resources },
  }
}

async function answer(
  contextOf: (request: FastifyRequest) => Promise<RequestContext>,
  request: FastifyRequest,
  reply: FastifyReply,
  handler: Handler,
): Promise<FastifyReply> {
  const context = await contextOf(request)
  const base = `${originFor(context.services, context.visit)}${root}`
  let caller: ScimCaller | undefined
  let result: Answer
  try {
    await countAgainst(context.services, [{ key: `scim:${context.ip}`, max: 6000, windowSeconds: 60 }])
    caller = await identifyCaller(context, request.headers.authorization, base)
    result = await handler(caller, request)
  } catch (error) {
    result = errorAnswer(context, error)
    if (result.status === 429) void reply.header('retry-after', '60')
  }
  const { status, body } = result
  if (caller) await note(caller, request, result)
  const { meta } = (body ?? {}) as Partial<ScimResource>
  if (meta?.version) void reply.header('etag', meta.version)
  if (status === 201 && meta) void reply.header('location', meta.location)
  return reply
    .status(status)
    .type('application/scim+json; charset=utf-8')
    .send(body && JSON.stringify(body))
}

function errorAnswer({ services, requestId }: RequestContext, error: unknown): Answer {
  if (error instanceof ScimError) return { status: error.status, body: errorBody(error) }
  const { status, body } = toHttpError(error, requestId)
  if (status >= 500)
    services.log.error({ event: 'scim.request_failed', request_id: requestId, err: error }, 'a SCIM request failed')
  return { status, body: errorBody({ status, message: body.message, scimType: undefined }) }
}

/** For the settings screen: reads that succeed are left out, a provider sends one for every user. */
async function note(caller: ScimCaller, { method, url }: FastifyRequest, { status, body }: Answer): Promise<void> {
  if (method === 'GET' && status < 400) return
  const detail = status < 400 ? '' : String(fieldOf(body, 'detail') ?? '')
  const path = (url.split('?')[0] ?? '').slice(0, 200)
  await caller.scoped((tx) =>
    noteScimRequest(tx, { method, path, status, detail: detail.slice(0, 500), created_at: caller.now }),
  )
}
