import type { Scope } from '@kept/domain/scope.ts'
import type { Services } from '../platform/context.ts'
import { evaluateJob } from './evaluate-job.ts'

/** A decision can change which recommendation counts for a resource, so the rules run again. */
export async function evaluateAgain(services: Pick<Services, 'jobs'>, scope: Scope): Promise<void> {
  await services.jobs.send(evaluateJob, { organization_id: scope.organizationId })
}
