/**
 * Complete responses of routes that declare `cache: { complete: true }`, cached as bytes. They are keyed by organization,
 * view of a demo visit, day and URL, and hold while the organization's data version stands, which is read from the
 * database at each request: no process and no writer can forget to invalidate. Who asks is checked before, each time.
 */
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { ContractRoute } from '@kept/contract/list-routes.ts'
import type { CacheLifetime } from '@kept/contract/route.ts'
import type { Scope } from '@kept/domain/scope.ts'
import { utcDay } from '@kept/foundation/calendar/instant.ts'
import { type DataVersions, readDataVersions } from '@kept/store/database/data-version.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { BoundedEntries, type CacheLimits } from './bounded-entries.ts'
import { COMPRESSION } from './compression.ts'
import type { RequestContext } from './context.ts'
import { isInDemo } from './demo/gate.ts'
import { VisitViews } from './demo/visit-views.ts'
import { isAdmitted } from './guard.ts'

interface CachedResponse {
  body: Buffer
  /** Undefined for short ones, which are not compressed. */
  zipped: Buffer | undefined
}

interface Question {
  key: string
  cache: CompleteCache
  organization: string
  expiresAt: number
  now: number
  version: string
}

export class ResponseCache {
  readonly #entries: BoundedEntries<CachedResponse>
  readonly #visitViews = new VisitViews()
  readonly #making = new Map<string, Promise<void>>()
  readonly #bodies = new WeakMap<FastifyRequest, string>()
  readonly #recorded = new WeakSet<FastifyRequest>()

  constructor(limits?: CacheLimits) {
    this.#entries = new BoundedEntries(limits)
  }

  /** Notes the bodies to cache, before they are compressed: call it before compression is registered. */
  watch(app: FastifyInstance): void {
    app.addHook('onSend', async (request, reply, payload) => {
      if (this.#recorded.has(request) && reply.statusCode === 200 && typeof payload === 'string')
        this.#bodies.set(request, payload)
      return payload
    })
  }

  /** Sends the cached response, or what `compute` sends, which is cached if the data stood still meanwhile. */
  async answer(
    { request, reply, context, route }: CachedRequest,
    compute: () => Promise<{ matched: boolean }>,
  ): Promise<{ matched: boolean }> {
    let question = await this.#questionOf({ request, context, route }, context.dataVersions)
    if (!question) return compute()
    let cached = this.#entries.get(question.key, question.now)
    const making = cached ? undefined : this.#making.get(question.key)
    if (making) {
      // The same question asked many times at once is computed once. Its version is read again: it may be another one.
      await making
      question = (await this.#questionOf({ request, context, route })) ?? question
      cached = this.#entries.get(question.key, question.now)
    }
    if (cached) {
      send(request, reply, cached)
      return { matched: true }
    }
    return this.#make(request, context, question, compute)
  }

  /** Undefined when the response is computed each time, as a refusal is. */
  async #questionOf(
    { request, context, route }: Omit<CachedRequest, 'reply'>,
    knownVersions?: DataVersions,
  ): Promise<Question | undefined> {
    const { services, scope } = context
    if (!route || !scope || !isComplete(route) || !isAdmitted(context, route.needs)) return undefined
    const { database } = services.state
    const versions = knownVersions ?? (await readDataVersions(database, scope))
    const version = versionFor(route.cache, versions)
    const now = services.now().getTime()
    const view = await this.#viewOf(context, scope, versions.data)
    return {
      key: JSON.stringify([scope.organizationId, view, utcDay(now), request.url, version]),
      cache: route.cache,
      organization: scope.organizationId,
      expiresAt: now + route.cache.serverSeconds * 1000,
      now,
      version,
    }
  }

  /** Policies of the database show a demo visit its own rows; an API key has none. */
  async #viewOf({ services, session, ...asking }: RequestContext, scope: Scope, version: string): Promise<string> {
    if (!session || !isInDemo(asking)) return ''
    return this.#visitViews.viewOf(services.state.database, scope, session.id, version)
  }

  async #make(
    request: FastifyRequest,
    context: RequestContext,
    question: Question,
    compute: () => Promise<{ matched: boolean }>,
  ): Promise<{ matched: boolean }> {
    this.#recorded.add(request)
    const computed = Promise.withResolvers<void>()
    this.#making.set(question.key, computed.promise)
    try {
      const result = await compute()
      await this.#store(context, question, this.#bodies.get(request))
      return result
    } finally {
      this.#making.delete(question.key)
      computed.resolve()
    }
  }

  async #store({ services, scope }: RequestContext, question: Question, text: string | undefined): Promise<void> {
    const { key, cache, organization, expiresAt, version } = question
    if (text === undefined || !scope) return
    if (versionFor(cache, await readDataVersions(services.state.database, scope)) !== version) return
    const body = Buffer.from(text)
    const zipped = body.length < COMPRESSION.threshold ? undefined : await compress(body, COMPRESSION.zlibOptions)
    const bytes = body.length + (zipped?.length ?? 0)
    this.#entries.store(key, { organization, value: { body, zipped }, bytes, expiresAt })
  }
}

interface CachedRequest {
  request: FastifyRequest
  reply: FastifyReply
  context: RequestContext
  route: ContractRoute | undefined
}

const compress = promisify(gzip)

type CompleteCache = Extract<CacheLifetime, { serverSeconds: number }>

/** Loops are shown with what else the organization has, and have a version of their own because they change so often. */
function versionFor({ changesWith }: CompleteCache, { data, loops }: DataVersions): string {
  return changesWith === 'loops' ? `${data}.${loops}` : data
}

function isComplete(route: ContractRoute): route is ContractRoute & { cache: CompleteCache } {
  const { cache } = route
  return cache !== undefined && 'serverSeconds' in cache && cache.complete === true
}

function send({ headers }: FastifyRequest, reply: FastifyReply, { body, zipped }: CachedResponse): void {
  void reply.header('content-type', 'application/json; charset=utf-8')
  if (!zipped) return void reply.send(body)
  void reply.header('vary', 'accept-encoding')
  const takesZipped = /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?(?:,|$))/i.test(headers['accept-encoding'] ?? '')
  if (takesZipped) void reply.header('content-encoding', 'gzip')
  void reply.send(takesZipped ? zipped : body)
}
