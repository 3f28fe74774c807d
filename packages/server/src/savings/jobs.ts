import type { Scope } from '@kept/domain/scope.ts'
import { listOrganizations } from '@kept/store/organizations/list.ts'
import * as z from 'zod'
import type { Services } from '../platform/context.ts'
import { defineJob } from '../platform/jobs.ts'
import { announce } from './announce.ts'
import type { SavingsDoors } from './doors.ts'
import { runSavings } from './run-savings.ts'

export interface SavingsJobDoors {
  doors: SavingsDoors
  services: Pick<Services, 'config' | 'log' | 'mail' | 'state' | 'origin'>
}

/** The savings of one organisation: its bill has changed, or an action was recorded. */
export const savingsJob = defineJob({
  name: 'savings',
  input: z.object({ organization_id: z.uuid() }),
  retries: 4,
  run: ({ organization_id }, doors: SavingsJobDoors, signal) =>
    runAndTell(doors, { organizationId: organization_id }, signal),
})

/** Once an hour for everybody: months close, watches end, findings are done without any bill having come. */
export const savingsHourlyJob = defineJob({
  name: 'savings-hourly',
  input: z.object({}),
  retries: 1,
  every: '20 * * * *',
  run: async (_input, doors: SavingsJobDoors, signal) => {
    for (const { id } of await listOrganizations(doors.services.state.database)) {
      signal.throwIfAborted()
      await runAndTell(doors, { organizationId: id }, signal)
    }
  },
})

/** The run and, when statements were issued, their heads told to those who pay. */
export async function runAndTell(
  { doors, services }: SavingsJobDoors,
  scope: Scope,
  signal?: AbortSignal,
): Promise<void> {
  const told = new Set((await doors.checkpoints.read(scope)).map(({ seq, hash }) => `${seq} ${hash}`))
  const run = await runSavings(doors, scope, signal)
  if (run.months + run.frozen > 0) services.log.info({ organization_id: scope.organizationId, ...run }, 'savings')
  if (run.statements > 0) await announce(services, scope, told)
}
