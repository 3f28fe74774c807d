/** Metrics API: points as JSON. Files and remote-write are streamed elsewhere. */
import { routes } from '../platform/implement.ts'
import { takeIn } from './ingest-metrics.ts'

export const metrics = {
  put: routes.metrics.put.handler(async ({ context: { services, scope }, input: { points } }) => ({
    data: await takeIn(services, scope, {
      format: 'kept-points',
      readings: points.map((point) => ({ point })),
    }),
  })),
}
