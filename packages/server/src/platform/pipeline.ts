/**
 * Runs what depends on an organization's data after it changed, stage by stage. `server/src/pipeline.ts` lists the
 * stages. An organization's changes run one after the other; those that wait run together, each stage once. A stage that
 * fails either fails the change, whose job is then retried, or is logged and queued again on its
 * own, so that it does not block the others.
 */
import type { Scope } from '@kept/domain/scope.ts'
import * as z from 'zod'
import { defineJob, type FeatureJob, type Jobs, work } from './jobs.ts'
import type { Log } from './log.ts'
import { mergeRuns } from './merge-runs.ts'

/** What can change: the current loads, the inventory, imported metrics, the teams' days off, what counts as an anomaly, decisions of a demo visitor. */
export type Change = 'loads' | 'inventory' | 'metrics' | 'calendars' | 'anomaly settings' | 'demo decisions'

export interface Stage {
  name: string
  /** Changes it runs after. */
  after: readonly Change[]
  /** Stages whose results it reads. They stand earlier in the list. */
  reads: readonly string[]
  /** `with the change`: its job waits for the stage. `in the background`: in a job of its own, which is retried. */
  runs: 'with the change' | 'in the background'
  run(scope: Scope, signal?: AbortSignal): Promise<void>
  /** Logs this event and queues the stage again when it fails. Without it, a failure fails the change. */
  onFailure?: { event: `${string}.${string}_failed`; queue(scope: Scope): Promise<void> }
}

export interface ChangePipeline {
  /**
   * Runs the stages of this change. Rejects before the stages are set, and when a stage fails, also one of a change that
   * ran together with this one.
   */
  run(change: Change, scope: Scope): Promise<void>
}

/** Features are given the pipeline before they start, and the stages call the started features. */
export function createPipeline(services: { jobs: Pick<Jobs, 'send'>; log: Pick<Log, 'warn'> }): ChangePipeline & {
  /** Returns the job that runs the background stages. */
  setStages(stages: readonly Stage[]): FeatureJob
} {
  let current: readonly Stage[] | undefined
  const merged = mergeRuns<Change>(async (organizationId, changes) => {
    if (!current) throw new Error('The pipeline was run before its stages were set.')
    await runStages(current, { changes, scope: { organizationId } }, services)
  })
  return {
    run: (change, { organizationId }) => merged(organizationId, change),
    setStages(stages) {
      checkStages(stages)
      current = stages
      return work(backgroundJob, stages)
    },
  }
}

/** Runs the background stages of one organization, in the order of the list. */
const backgroundJob = defineJob({
  name: 'detect-anomalies',
  input: z.object({ organization_id: z.uuid() }),
  retries: 4,
  run: async ({ organization_id }, stages: readonly Stage[], signal) => {
    for (const stage of stages.filter(({ runs }) => runs === 'in the background')) {
      await stage.run({ organizationId: organization_id }, signal)
    }
  },
})

/** Throws when a stage reads one that does not run before it after the same change. */
export function checkStages(stages: readonly Stage[]): void {
  for (const [index, stage] of stages.entries()) {
    for (const name of stage.reads) {
      const isEarlier = stages.slice(0, index).some((earlier) => earlier.name === name)
      if (!isEarlier) throw new Error(`The stage "${stage.name}" reads "${name}", which does not run before it.`)
    }
  }
}

async function runStages(
  stages: readonly Stage[],
  { changes, scope }: { changes: ReadonlySet<Change>; scope: Scope },
  { jobs, log }: { jobs: Pick<Jobs, 'send'>; log: Pick<Log, 'warn'> },
): Promise<void> {
  const affected = stages.filter(({ after }) => after.some((change) => changes.has(change)))
  for (const stage of affected.filter(({ runs }) => runs === 'with the change')) {
    try {
      await stage.run(scope)
    } catch (error) {
      if (!stage.onFailure) throw error
      log.warn(
        { event: stage.onFailure.event, organization_id: scope.organizationId, err: error },
        `could not update ${stage.name}, queued again`,
      )
      await stage.onFailure.queue(scope)
    }
  }
  if (affected.some(({ runs }) => runs === 'in the background'))
    await jobs.send(backgroundJob, { organization_id: scope.organizationId })
}
