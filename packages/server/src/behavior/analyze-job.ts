/** Runs the analysis on demand, and nightly for every organization. */
import type { BehaviorRun } from '@kept/domain/behavior-run.ts'
import { KeptError } from '@kept/domain/errors.ts'
import type { Scope } from '@kept/domain/scope.ts'
import { dayMs, utcDay } from '@kept/foundation/calendar/instant.ts'
import { forgetDeliveries } from '@kept/store/behavior/hooks.ts'
import { forgetSwitches } from '@kept/store/behavior/managed.ts'
import { forgetBefore, hasEvents } from '@kept/store/behavior/people.ts'
import { saveResults } from '@kept/store/behavior/results.ts'
import { createRun, endRun, findRun, noteStage } from '@kept/store/behavior/runs.ts'
import { readBehaviorSettings } from '@kept/store/behavior/settings.ts'
import * as z from 'zod'
import type { Services } from '../platform/context.ts'
import { forEachOrganization } from '../platform/each-organization.ts'
import { defineJob } from '../platform/jobs.ts'
import { analyzeWindows } from './analyze-windows.ts'
import { readWorld } from './read-world.ts'
import { withHolidays } from './with-holidays.ts'

type Needs = Pick<Services, 'state' | 'now' | 'jobs'>

export const analyzeJob = defineJob({
  name: 'behavior-analyze',
  input: z.object({ organization_id: z.uuid(), run_id: z.uuid() }),
  retries: 2,
  run: async ({ organization_id, run_id }, services: Needs, signal, { last }) => {
    const scope = { organizationId: organization_id }
    const { database } = services.state
    try {
      await analyze(services, scope, run_id, signal)
      await endRun(database, scope, run_id, { error: '', now: services.now() })
    } catch (error) {
      if (signal.aborted) throw error
      // User errors are final. Anything else is retried.
      const answer = error instanceof KeptError && error.code === 'bad_input' ? error.message : undefined
      if (answer === undefined && !last) throw error
      const message = answer ?? 'The analysis failed. See the server log.'
      await endRun(database, scope, run_id, { error: message, now: services.now() })
      if (answer === undefined) throw error
    }
  },
})

async function analyze({ state, now }: Needs, scope: Scope, runId: string, signal: AbortSignal): Promise<void> {
  const { database } = state
  const run = await findRun(database, scope, runId)
  if (!run) return
  const onStage = (stage: string, progress: number) => noteStage(database, scope, runId, { stage, progress })
  const settings = await readBehaviorSettings(database, scope)
  const customRange =
    run.start_date !== null && run.end_date !== null ? { from: run.start_date, to: run.end_date } : null
  const world = await readWorld(state, scope, { from: customRange?.from ?? null, onStage, signal })
  const year = now().getUTCFullYear()
  const notes: string[] = []
  const teams = settings.teams.map((team) => withHolidays(team, { first: year - 2, last: year }, notes))
  const { windows, schedules } = await analyzeWindows(world, { teams, customRange, notes, onStage, signal })
  await onStage('Saving the results', 0.97)
  await saveResults(database, scope, { windows, schedules, now: now() })
}

/** Creates an analysis and queues it. */
export async function startRun(
  { state, jobs, now }: Needs,
  scope: Scope,
  {
    team = '',
    start_date,
    end_date,
  }: { team?: string | undefined; start_date?: string | undefined; end_date?: string | undefined },
  requestedBy: string,
): Promise<BehaviorRun> {
  const order = { team, from: start_date ?? null, to: end_date ?? null, requested_by: requestedBy, now: now() }
  const run = await createRun(state.database, scope, order, (run_id, tx) =>
    jobs.send(analyzeJob, { organization_id: scope.organizationId, run_id }, { within: tx }),
  )
  jobs.wake(analyzeJob)
  return run
}

/** Daily: deletes expired events and analyzes every organization with events or settings. */
export const behaviorDailyJob = defineJob({
  name: 'behavior-daily',
  input: z.object({}),
  retries: 2,
  cron: '20 4 * * *',
  run: async (_input, services: Needs, signal) => {
    const { database, warehouse } = services.state
    await forEachOrganization(database, signal, async (scope) => {
      const { retention_days } = await readBehaviorSettings(database, scope)
      const oldest = utcDay(services.now().getTime() - retention_days * dayMs)
      await forgetBefore(warehouse, scope, oldest)
      await forgetDeliveries(database, scope, oldest)
      await forgetSwitches(database, scope, new Date(oldest))
      if (await hasEvents(warehouse, scope)) await startRun(services, scope, {}, 'Kept')
    })
  },
})
