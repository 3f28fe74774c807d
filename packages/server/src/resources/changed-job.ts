import type { Scope } from '@kept/domain/scope.ts'
import * as z from 'zod'
import { defineJob } from '../platform/jobs.ts'

/** Evaluates recommendations, passed in by the composition root. */
interface FactsDeps {
  afterFactsChanged(scope: Scope): Promise<void>
}

/** Evaluates recommendations after an inventory was imported. */
export const factsChangedJob = defineJob({
  name: 'inventory-changed',
  input: z.object({ organization_id: z.uuid() }),
  retries: 4,
  run: ({ organization_id }, deps: FactsDeps) => deps.afterFactsChanged({ organizationId: organization_id }),
})
