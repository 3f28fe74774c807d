import type { Scope } from '@kept/domain/scope.ts'
import * as z from 'zod'
import { defineJob } from '../platform/jobs.ts'

/** Evaluates recommendations, passed in by the composition root. */
interface MetricDeps {
  afterFactsChanged(scope: Scope): Promise<void>
}

/** Evaluates recommendations after a metrics file was imported. Streamed points are evaluated daily. */
export const metricsChangedJob = defineJob({
  name: 'metrics-changed',
  input: z.object({ organization_id: z.uuid() }),
  retries: 4,
  run: ({ organization_id }, deps: MetricDeps) => deps.afterFactsChanged({ organizationId: organization_id }),
})
