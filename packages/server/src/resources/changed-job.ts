import type { Scope } from '@kept/domain/scope.ts'
import * as z from 'zod'
import { defineJob } from '../platform/jobs.ts'

/** Findings are another feature's: whoever composes the server passes the judgement in. */
export interface FactsDoors {
  afterFactsChanged(scope: Scope): Promise<void>
}

/** An inventory has come in: findings are judged anew. */
export const factsChangedJob = defineJob({
  name: 'inventory-changed',
  input: z.object({ organization_id: z.uuid() }),
  retries: 4,
  run: ({ organization_id }, doors: FactsDoors) => doors.afterFactsChanged({ organizationId: organization_id }),
})
