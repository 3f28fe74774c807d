/** A run of the analysis, and one for everybody by night: activity trickles in without anybody asking. */
import type { BehaviourRun } from '@kept/domain/behaviour-run.ts'
import { KeptError } from '@kept/domain/errors.ts'
import type { Scope } from '@kept/domain/scope.ts'
import { forgetDeliveries } from '@kept/store/behaviour/hooks.ts'
import { forgetSwitches } from '@kept/store/behaviour/managed.ts'
import { forgetBefore, hasEvents } from '@kept/store/behaviour/people.ts'
import { saveResults } from '@kept/store/behaviour/results.ts'
import { createRun, endRun, findRun, noteStage } from '@kept/store/behaviour/runs.ts'
import { readBehaviourSettings } from '@kept/store/behaviour/settings.ts'
import { listOrganizations } from '@kept/store/organizations/list.ts'
import * as z from 'zod'
import type { Services } from '../platform/context.ts'
import { defineJob } from '../platform/jobs.ts'
import { analyseWindows } from './analyse-windows.ts'
import { readWorld } from './read-world.ts'
import { withHolidays } from './with-holidays.ts'

type Needs = Pick<Services, 'state' | 'now' | 'jobs'>

export const analyseJob = defineJob({
  name: 'behaviour-analyse',
  input: z.object({ organization_id: z.uuid(), run_id: z.uuid() }),
  retries: 2,
  run: async ({ organization_id, run_id }, services: Needs, signal, { last }) => {
    const scope = { organizationId: organization_id }
    const { database } = services.state
    try {
      await analyse(services, scope, run_id, signal)
      await endRun(database, scope, run_id, { error: '', now: services.now() })
    } catch (error) {
      if (signal.aborted) throw error
      // What a person did or has not done yet is an answer; anything else is tried again.
      const answer = error instanceof KeptError && error.code === 'bad_input' ? error.message : undefined
      if (answer === undefined && !last) throw error
      const words = answer ?? 'The analysis failed; the log says why.'
      await endRun(database, scope, run_id, { error: words, now: services.now() })
      if (answer === undefined) throw error
    }
  },
})

async function analyse({ state, now }: Needs, scope: Scope, runId: string, signal: AbortSignal): Promise<void> {
  const { database } = state
  const run = await findRun(database, scope, runId)
  if (!run) return
  const onStage = (stage: string, progress: number) => noteStage(database, scope, runId, { stage, progress })
  const settings = await readBehaviourSettings(database, scope)
  const own = run.from !== null && run.to !== null ? { from: run.from, to: run.to } : null
  const world = await readWorld(state, scope, { from: own?.from ?? null, onStage, signal })
  const year = now().getUTCFullYear()
  const notes: string[] = []
  const teams = settings.teams.map((team) => withHolidays(team, { first: year - 2, last: year }, notes))
  const { windows, schedules } = await analyseWindows(world, { teams, own, notes, onStage, signal })
  await onStage('Keeping the results', 0.97)
  await saveResults(database, scope, { windows, schedules, now: now() })
}

/** Notes a run and queues it. */
export async function startRun(
  { state, jobs, now }: Needs,
  scope: Scope,
  { team = '', from, to }: { team?: string | undefined; from?: string | undefined; to?: string | undefined },
  by: string,
): Promise<BehaviourRun> {
  const order = { team, from: from ?? null, to: to ?? null, requested_by: by, now: now() }
  const run = await createRun(state.database, scope, order, (run_id, tx) =>
    jobs.send(analyseJob, { organization_id: scope.organizationId, run_id }, { within: tx }),
  )
  jobs.wake(analyseJob)
  return run
}

/** Once a day: what is too old is forgotten, and every organisation that sets or sends anything is analysed anew. */
export const behaviourDailyJob = defineJob({
  name: 'behaviour-daily',
  input: z.object({}),
  retries: 2,
  every: '20 4 * * *',
  run: async (_input, services: Needs, signal) => {
    const { database, warehouse } = services.state
    for (const { id } of await listOrganizations(database)) {
      signal.throwIfAborted()
      const scope = { organizationId: id }
      const { retention_days } = await readBehaviourSettings(database, scope)
      const oldest = new Date(services.now().getTime() - retention_days * 86_400_000).toISOString().slice(0, 10)
      await forgetBefore(warehouse, scope, oldest)
      await forgetDeliveries(database, scope, oldest)
      await forgetSwitches(database, scope, new Date(oldest))
      if (await hasEvents(warehouse, scope)) await startRun(services, scope, {}, 'Kept')
    }
  },
})
