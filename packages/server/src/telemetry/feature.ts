/** OTLP endpoints. What they decode is delivered to the one feature that reads telemetry. */
import { KeptError } from '@kept/domain/errors.ts'
import { defineFeature } from '../platform/feature.ts'
import { otlpRoutes, type TakeIn } from './otlp-routes.ts'
import { decodeBody } from './read-body.ts'
import { telemetry } from './routes.ts'

export const telemetryFeature = defineFeature({
  name: 'telemetry',
  routes: { telemetry },
  start() {
    let deliver: TakeIn = async () => {
      throw new KeptError('unavailable', 'Kept is starting and cannot store telemetry yet. Send it again in a minute.')
    }
    return {
      api: {
        decode: decodeBody,
        /** Sets where decoded telemetry goes. It resolves when the delivery is on disk. */
        deliverTo(takeIn: TakeIn): void {
          deliver = takeIn
        },
      },
      rawRoutes: [otlpRoutes((...delivery) => deliver(...delivery))],
    }
  },
})
