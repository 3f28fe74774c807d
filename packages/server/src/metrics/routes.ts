/** Metrics over HTTP: points as JSON. Files and remote-write are beside it, they are streams. */
import { routes } from '../platform/implement.ts'
import { takeIn } from './take-in.ts'

export const metrics = {
  put: routes.metrics.put.handler(async ({ context: { services, scope }, input: { points } }) => ({
    data: await takeIn(services, scope, {
      format: 'kept-points',
      readings: points.map((point) => ({ point })),
    }),
  })),
}
