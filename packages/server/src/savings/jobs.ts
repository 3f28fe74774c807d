import type { Scope } from '@kept/domain/scope.ts'
import * as z from 'zod'
import type { Services } from '../platform/context.ts'
import { forEachOrganization } from '../platform/each-organization.ts'
import { defineJob } from '../platform/jobs.ts'
import { announce } from './announce.ts'
import type { SavingsDeps } from './deps.ts'
import { runSavings } from './run-savings.ts'

interface SavingsJobDeps {
  deps: SavingsDeps
  services: Pick<Services, 'config' | 'log' | 'mail' | 'state' | 'origin'>
}

/** Calculates one organization's savings, after its bill changed or an action was recorded. */
export const savingsJob = defineJob({
  name: 'savings',
  input: z.object({ organization_id: z.uuid() }),
  retries: 4,
  run: ({ organization_id }, deps: SavingsJobDeps, signal) =>
    runAndNotify(deps, { organizationId: organization_id }, signal),
})

/** Hourly for every organization: months close and windows end without a new bill. */
export const savingsHourlyJob = defineJob({
  name: 'savings-hourly',
  input: z.object({}),
  retries: 1,
  cron: '20 * * * *',
  run: async (_input, deps: SavingsJobDeps, signal) => {
    await forEachOrganization(deps.services.state.database, signal, (scope) => runAndNotify(deps, scope, signal))
  },
})

/** Calculates savings and emails the checkpoints of new statements to billing contacts. */
export async function runAndNotify(
  { deps, services }: SavingsJobDeps,
  scope: Scope,
  signal?: AbortSignal,
): Promise<void> {
  const announced = new Set((await deps.checkpoints.read(scope)).map(({ seq, hash }) => `${seq} ${hash}`))
  const run = await runSavings(deps, scope, signal)
  if (run.months + run.frozen > 0)
    services.log.info(
      { event: 'savings.calculated', organization_id: scope.organizationId, ...run },
      'calculated savings',
    )
  if (run.statements > 0) await announce(services, scope, announced)
}
