import { metricImportSchema, metricPointSchema } from '@kept/domain/metric.ts'
import * as z from 'zod'
import { answer, route } from '../route.ts'

export const metrics = {
  put: route({
    method: 'POST',
    path: '/v1/metrics/points',
    idempotency: 'idempotent',
    summary: 'Send metric points',
    description: 'A point replaces the earlier point of the same series and time.',
    tag: 'Metrics',
    needs: 'costs:import',
    maxBodyBytes: 16 * 1024 ** 2,
    input: z.object({ points: z.array(metricPointSchema).min(1).max(20_000) }),
    output: answer(metricImportSchema),
  }),
}
