import type { Scope } from '@kept/domain/scope.ts'
import * as z from 'zod'
import { defineJob } from '../platform/jobs.ts'

/** Findings are another feature's: whoever composes the server passes the judgement in. */
export interface MetricDoors {
  afterFactsChanged(scope: Scope): Promise<void>
}

/** A file of metrics is in: findings are judged anew. Points that trickle in are judged once a day. */
export const metricsChangedJob = defineJob({
  name: 'metrics-changed',
  input: z.object({ organization_id: z.uuid() }),
  retries: 4,
  run: ({ organization_id }, doors: MetricDoors) => doors.afterFactsChanged({ organizationId: organization_id }),
})
