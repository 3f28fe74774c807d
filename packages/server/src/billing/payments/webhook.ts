/**
 * `POST /v1/billing/webhooks/stripe`: messages of the payment rail. The signature over the raw body authenticates the
 * request; the message is stored once, answered, and handled by a job.
 */
import { RailError } from '@kept/domain/billing/payment-rail.ts'
import { badInput, KeptError } from '@kept/domain/errors.ts'
import { addRailEvent } from '@kept/store/billing/rail-events.ts'
import type { RawRoutes } from '../../platform/app.ts'
import { readBody } from '../../platform/body-limits.ts'
import { railEventsJob } from './jobs.ts'

/** Stripe's messages hold one object; none is near this. */
const maxBytes = 512 * 1024

export const railWebhook: RawRoutes = (app, contextOf) => {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    // The signature covers the bytes, so they are not parsed before it is checked.
    scope.addContentTypeParser('*', (_request, payload, done) => done(null, payload))
    scope.post(
      '/v1/billing/webhooks/stripe',
      { config: { needs: 'public', maxBody: maxBytes } },
      async (request, reply) => {
        const { services } = await contextOf(request)
        const { paymentRail, state, jobs, log, now } = services
        if (!paymentRail) throw new KeptError('not_found', 'Online payment is not set up here.')
        const rawBody = await readBody(request)
        const signature = String(request.headers['stripe-signature'] ?? '')
        const event = readSigned(() =>
          paymentRail.readEvent({ rawBody, signature, nowSeconds: Math.floor(now().getTime() / 1000) }),
        )
        const isNew = await addRailEvent(state.database, event, now())
        log.info(
          { event: 'billing.rail_event_received', rail_event: event.id, type: event.type, repeated: !isNew },
          'received a message of the payment rail',
        )
        if (isNew && event.object.kind !== 'other') await jobs.send(railEventsJob, {})
        return reply.send({ data: { received: true, repeated: !isNew } })
      },
    )
  })
}

function readSigned<Event>(read: () => Event): Event {
  try {
    return read()
  } catch (error) {
    throw error instanceof RailError ? badInput(error.message) : error
  }
}
