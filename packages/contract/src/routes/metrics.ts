import { metricImportSchema, metricPointSchema } from '@kept/domain/metric.ts'
import * as z from 'zod'
import { answer, route } from '../route.ts'

export const metrics = {
  put: route({
    method: 'POST',
    path: '/v1/metrics/points',
    idempotency: 'idempotent',
    summary: 'Points of metrics; the same series and time again takes the place of the former point',
    tag: 'Metrics',
    needs: 'costs:import',
    maxBodyBytes: 16 * 1024 ** 2,
    input: z.object({ points: z.array(metricPointSchema).min(1).max(20_000) }),
    output: answer(metricImportSchema),
  }),
}
