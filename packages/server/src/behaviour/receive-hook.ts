/**
 * `POST /v1/developer-behavior/hooks/{id}/deliveries`: what GitHub, GitLab and the like send by themselves. Nobody is
 * signed in here: the hook's secret is the proof, and until it is proven nothing of a delivery is read.
 */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { type HookKind, hookKindsById } from '@kept/connectors/activity/hook-kinds.ts'
import type { Delivery, ProofTools } from '@kept/connectors/activity/hook-proof.ts'
import type { EventsTaken } from '@kept/contract/routes/developer-behavior.ts'
import { KeptError } from '@kept/domain/errors.ts'
import type { Scope } from '@kept/domain/scope.ts'
import {
  type AddressedHook,
  findAddressedHook,
  isDelivered,
  noteDelivery,
  noteRefusal,
} from '@kept/store/behaviour/hooks.ts'
import * as z from 'zod'
import type { RawRoutes } from '../platform/app.ts'
import { readBody } from '../platform/body-limits.ts'
import type { Services } from '../platform/context.ts'
import { placeOfSecret } from './hook-routes.ts'
import { takeIn } from './take-in.ts'

/** GitHub sends up to 25 MB. */
const largestBody = 25 * 1024 * 1024

const tools: ProofTools = {
  hmacSha256: (key, message) => createHmac('sha256', key).update(message, 'utf8').digest(),
  // Hashed first: both are then of one length, whatever was sent.
  isSame: (a, b) => timingSafeEqual(sha256(a), sha256(b)),
}

export const behaviourHookDeliveries: RawRoutes = (app, contextOf) => {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    // The body is read once the hook is known: strangers cannot make Kept hold anything.
    scope.addContentTypeParser('*', (_request, payload, done) => done(null, payload))
    scope.post<{ Params: { id: string } }>(
      '/v1/developer-behavior/hooks/:id/deliveries',
      { config: { needs: 'public', maxBody: largestBody } },
      async (request, reply) => {
        const { services } = await contextOf(request)
        const id = z.uuid().safeParse(request.params.id)
        const hook = id.success ? await findAddressedHook(services.state.database, id.data) : undefined
        if (!hook) throw new KeptError('not_found', 'There is no such hook; look at its address again.')
        const delivery = {
          headers: plain(request.headers),
          body: (await readBody(request)).toString('utf8'),
          received_at: services.now().toISOString(),
        }
        return reply.send({ data: await receive(services, hook, delivery) })
      },
    )
  })
}

export type DeliveryTaken = EventsTaken & { replayed: boolean }

async function receive(services: Services, hook: AddressedHook, delivery: Delivery): Promise<DeliveryTaken> {
  const { database } = services.state
  const scope: Scope = { organizationId: hook.organization_id }
  const kind = hookKindsById[hook.kind]
  const now = services.now()
  try {
    prove(services, scope, hook, kind, delivery)
  } catch (error) {
    if (error instanceof KeptError && error.code === 'unauthenticated')
      await noteRefusal(database, scope, hook.id, { words: error.message, now })
    throw error
  }
  const body_hash = sha256(delivery.body).toString('hex')
  const known = { hook_id: hook.id, delivery_id: kind.deliveryId(delivery).slice(0, 200), body_hash }
  if (await isDelivered(database, scope, known)) return { ...nothing, replayed: true }
  try {
    // Its events have ids of their own: two deliveries at once, or a Kept that dies here, count nothing twice.
    const taken = await takeIn(services, scope, 'The delivery', [kind.text(delivery)])
    await noteDelivery(database, scope, hook.id, {
      delivery: known,
      events: taken.accepted,
      words: wordsOf(taken),
      now,
    })
    return { ...taken, replayed: false }
  } catch (error) {
    if (!(error instanceof KeptError) || error.code !== 'bad_input') throw error
    await noteDelivery(database, scope, hook.id, { delivery: null, events: 0, words: error.message, now })
    throw error
  }
}

const nothing: EventsTaken = { accepted: 0, repeated: 0, set_aside: 0, set_aside_rows: [], ignored: {}, sources: [] }

function prove(
  { secrets, now }: Services,
  scope: Scope,
  { id, secret, former_secret, former_until }: AddressedHook,
  kind: HookKind,
  delivery: Delivery,
): void {
  const place = placeOfSecret(scope, id)
  try {
    kind.prove(delivery, secrets.open(place, secret), tools)
  } catch (error) {
    const isFormerGood = former_secret !== null && former_until !== null && former_until > now()
    if (!isFormerGood) throw error
    kind.prove(delivery, secrets.open(place, former_secret), tools)
  }
}

function wordsOf({ accepted, repeated, set_aside, set_aside_rows, ignored }: EventsTaken): string {
  const [aside] = set_aside_rows
  if (aside) return `${set_aside} could not be read. ${aside.reason}`
  const [why] = Object.keys(ignored)
  if (accepted === 0 && repeated === 0)
    return why === undefined ? 'There was nothing in it.' : `Nothing counted: ${why}.`
  return repeated === 0 ? `${accepted} taken.` : `${accepted} taken, ${repeated} known already.`
}

function plain(headers: IncomingHttpHeaders): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  )
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text, 'utf8').digest()
}
