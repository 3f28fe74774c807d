/**
 * `POST /v1/developer-behavior/hooks/{id}/deliveries`: webhooks from GitHub, GitLab and others. The hook's secret
 * authenticates the request. The body is not parsed before that.
 */
import { createHmac, hash, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { type HookKind, hookKindsById } from '@kept/connectors/activity/hook-kinds.ts'
import type { Delivery, ProofTools } from '@kept/connectors/activity/hook-proof.ts'
import type { UsageEventResult } from '@kept/contract/routes/developer-behavior-shapes.ts'
import { KeptError } from '@kept/domain/errors.ts'
import type { Scope } from '@kept/domain/scope.ts'
import {
  type AddressedHook,
  findAddressedHook,
  isDelivered,
  noteDelivery,
  noteRefusal,
} from '@kept/store/behavior/hooks.ts'
import * as z from 'zod'
import type { RawRoutes } from '../platform/app.ts'
import { readBody } from '../platform/body-limits.ts'
import type { Services } from '../platform/context.ts'
import { placeOfSecret } from './hook-routes.ts'
import { takeIn } from './ingest-events.ts'

/** GitHub's payload limit. */
const largestBody = 25 * 1024 * 1024

const tools: ProofTools = {
  hmacSha256: (key, message) => createHmac('sha256', key).update(message, 'utf8').digest(),
  // Hashing gives both values the same length for the constant-time comparison.
  isSame: (a, b) => timingSafeEqual(sha256(a), sha256(b)),
}

export const behaviorHookDeliveries: RawRoutes = (app, contextOf) => {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    // The body is read only for an existing hook, so unknown callers can't fill memory.
    scope.addContentTypeParser('*', (_request, payload, done) => done(null, payload))
    scope.post<{ Params: { id: string } }>(
      '/v1/developer-behavior/hooks/:id/deliveries',
      { config: { needs: 'public', maxBody: largestBody } },
      async (request, reply) => {
        const { services } = await contextOf(request)
        const id = z.uuid().safeParse(request.params.id)
        const hook = id.success ? await findAddressedHook(services.state.database, id.data) : undefined
        if (!hook) throw new KeptError('not_found', 'Hook not found. Check its address.')
        const delivery = {
          headers: textHeaders(request.headers),
          body: (await readBody(request)).toString('utf8'),
          received_at: services.now().toISOString(),
        }
        return reply.send({ data: await receive(services, hook, delivery) })
      },
    )
  })
}

type DeliveryTaken = UsageEventResult & { replayed: boolean }

async function receive(services: Services, hook: AddressedHook, delivery: Delivery): Promise<DeliveryTaken> {
  const { database } = services.state
  const scope: Scope = { organizationId: hook.organization_id }
  const kind = hookKindsById[hook.kind]
  const now = services.now()
  try {
    prove(services, scope, hook, kind, delivery)
  } catch (error) {
    if (error instanceof KeptError && error.code === 'unauthenticated')
      await noteRefusal(database, scope, hook.id, { reason: error.message, now })
    throw error
  }
  const body_hash = sha256(delivery.body).toString('hex')
  const deliveryKey = { hook_id: hook.id, delivery_id: kind.deliveryId(delivery).slice(0, 200), body_hash }
  if (await isDelivered(database, scope, deliveryKey)) return { ...emptyResult, replayed: true }
  try {
    // Events are idempotent by id: concurrent deliveries and retries after a crash count once.
    const result = await takeIn(services, scope, 'The delivery', [kind.text(delivery)])
    await noteDelivery(database, scope, hook.id, {
      delivery: deliveryKey,
      events: result.accepted,
      result: formatResult(result),
      now,
    })
    return { ...result, replayed: false }
  } catch (error) {
    if (!(error instanceof KeptError) || error.code !== 'bad_input') throw error
    await noteDelivery(database, scope, hook.id, { delivery: null, events: 0, result: error.message, now })
    throw error
  }
}

const emptyResult: UsageEventResult = {
  accepted: 0,
  repeated: 0,
  rejected: 0,
  rejected_rows: [],
  ignored: {},
  sources: [],
}

function prove(
  { secrets, now }: Services,
  scope: Scope,
  { id, secret, previous_secret, previous_until }: AddressedHook,
  kind: HookKind,
  delivery: Delivery,
): void {
  const sealLocation = placeOfSecret(scope, id)
  try {
    kind.prove(delivery, secrets.open(sealLocation, secret), tools)
  } catch (error) {
    const isPreviousValid = previous_secret !== null && previous_until !== null && previous_until > now()
    if (!isPreviousValid) throw error
    kind.prove(delivery, secrets.open(sealLocation, previous_secret), tools)
  }
}

function formatResult({ accepted, repeated, rejected, rejected_rows, ignored }: UsageEventResult): string {
  const [firstRejected] = rejected_rows
  if (firstRejected) return `${rejected} rejected. ${firstRejected.reason}`
  const [ignoredReason] = Object.keys(ignored)
  if (accepted === 0 && repeated === 0)
    return ignoredReason === undefined ? 'No events.' : `No events counted: ${ignoredReason}.`
  return repeated === 0 ? `${accepted} accepted.` : `${accepted} accepted, ${repeated} repeated.`
}

function textHeaders(headers: IncomingHttpHeaders): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  )
}

function sha256(text: string): Buffer {
  return hash('sha256', text, 'buffer')
}
