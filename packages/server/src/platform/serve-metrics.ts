/** `GET /metrics`, for this machine or with a token. */
import { timingSafeEqual } from 'node:crypto'
import { KeptError } from '@kept/domain/errors.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Services } from './context.ts'
import { isLoopback } from './loopback.ts'
import { measureState } from './measure-state.ts'
import { registry } from './metrics.ts'

export function serveMetrics(app: FastifyInstance, services: Services): void {
  app.get('/metrics', { config: { needs: 'metrics' } }, async (request, reply) => {
    if (!mayReadMetrics(request, services.config.metricsToken))
      throw new KeptError('forbidden', '/metrics is available from this machine only, or with KEPT_METRICS_TOKEN.')
    await measureState(services)
    return reply.type(registry.contentType).send(await registry.metrics())
  })
}

function mayReadMetrics(request: FastifyRequest, token: string | undefined): boolean {
  if (token === undefined) return isLoopback(request)
  const received = Buffer.from(request.headers.authorization?.replace(/^Bearer /, '') ?? '')
  const expected = Buffer.from(token)
  return received.length === expected.length && timingSafeEqual(received, expected)
}
