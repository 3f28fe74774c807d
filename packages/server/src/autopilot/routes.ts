/** Autopilot: policies, dry runs, runs, and the kill switch. */
import type { AutopilotRunWithChanges } from '@kept/contract/routes/autopilot.ts'
import { KeptError } from '@kept/domain/errors.ts'
import { allRules } from '@kept/engine/rules/all.ts'
import { listChanges } from '@kept/store/autopilot/changes.ts'
import {
  deleteAutopilotPolicy,
  findAutopilotPolicy,
  listAutopilotPolicies,
  saveAutopilotPolicy,
} from '@kept/store/autopilot/policies.ts'
import { findRun, listRuns, type StoredRun } from '@kept/store/autopilot/runs.ts'
import { readSwitch, writeSwitch } from '@kept/store/autopilot/switch.ts'
import type { ScopedTransaction } from '@kept/store/database/connect.ts'
import { actingOf } from '../platform/acting.ts'
import type { SignedInContext } from '../platform/context.ts'
import { routes } from '../platform/implement.ts'
import { requireActor } from '../platform/require-actor.ts'
import { killSwitchReason } from '../remediation/public/kill-switch.ts'
import { hasRemedy } from '../remediation/public/recommended-change.ts'
import { advanceRun } from './autopilot-job.ts'
import { dryRun } from './dry-run.ts'
import { startRun } from './start-run.ts'

const shownRuns = 50

export const autopilot = {
  list: routes.autopilot.list.handler(async ({ context: { services, scope } }) => ({
    data: await services.state.database.scoped(scope, listAutopilotPolicies),
    meta: { rules: allRules.filter(({ id }) => hasRemedy(id)).map(({ id, title }) => ({ id, title })) },
  })),
  create: routes.autopilot.create.handler(async ({ context, input }) => {
    await requireActor(context)
    return { data: await inDatabase(context, (tx) => saveAutopilotPolicy(tx, undefined, input, changeOf(context))) }
  }),
  update: routes.autopilot.update.handler(async ({ context, input: { id, ...settings } }) => {
    await requireActor(context)
    return { data: await inDatabase(context, (tx) => saveAutopilotPolicy(tx, id, settings, changeOf(context))) }
  }),
  remove: routes.autopilot.remove.handler(async ({ context, input: { id } }) => {
    await inDatabase(context, (tx) => deleteAutopilotPolicy(tx, id, changeOf(context)))
    return { data: { deleted: true as const } }
  }),
  dryRun: routes.autopilot.dryRun.handler(async ({ context: { services, scope }, input }) => ({
    data: await dryRun(services, scope, input),
  })),
  run: routes.autopilot.run.handler(async ({ context, input: { id } }) => {
    await requireActor(context)
    const { services, scope } = context
    const policy = await inDatabase(context, (tx) => findAutopilotPolicy(tx, id))
    if (!policy.enabled) throw new KeptError('conflict', 'This policy is turned off. Turn it on first.')
    const stopReason = await killSwitchReason(services, scope)
    if (stopReason !== '') throw new KeptError('conflict', stopReason)
    const runId = await startRun(services, scope, policy, actingOf(context).auditContext)
    if (runId === undefined) return { data: null }
    // It goes on after the answer, and in the background job after a failure.
    advanceRun(services, scope, runId).catch((error: unknown) =>
      services.log.warn({ event: 'autopilot.run_failed', err: error, run_id: runId }, 'autopilot run interrupted'),
    )
    const [run] = await withChanges(context, (tx) => findRun(tx, runId).then((stored) => [stored]))
    return { data: run ?? null }
  }),
  runs: routes.autopilot.runs.handler(async ({ context }) => ({
    data: await withChanges(context, (tx) => listRuns(tx, shownRuns)),
  })),
  readSwitch: routes.autopilot.readSwitch.handler(async ({ context: { services, scope } }) => ({
    data: await readSwitch(services.state.database, scope),
  })),
  stop: routes.autopilot.stop.handler(async ({ context, input: { reason } }) => ({
    data: await setSwitch(context, true, reason),
  })),
  resume: routes.autopilot.resume.handler(async ({ context }) => ({ data: await setSwitch(context, false, '') })),
}

function inDatabase<T>({ services, scope }: SignedInContext, work: (tx: ScopedTransaction) => Promise<T>): Promise<T> {
  return services.state.database.scoped(scope, work)
}

async function setSwitch(context: SignedInContext, stopped: boolean, reason: string) {
  const { services, scope } = context
  await writeSwitch(services.state.database, scope, { stopped, reason }, actingOf(context).auditContext)
  return readSwitch(services.state.database, scope)
}

function withChanges(
  context: SignedInContext,
  read: (tx: ScopedTransaction) => Promise<StoredRun[]>,
): Promise<AutopilotRunWithChanges[]> {
  return inDatabase(context, async (tx) => {
    const runs = await read(tx)
    const changes = await listChanges(
      tx,
      runs.map(({ id }) => id),
    )
    const ofRun = Map.groupBy(changes, ({ run_id }) => run_id)
    return runs.map(({ settings: _settings, ...run }) => ({
      ...run,
      changes: (ofRun.get(run.id) ?? []).map(({ run_id: _run, ...change }) => change),
    }))
  })
}

function changeOf(context: SignedInContext) {
  return { userId: context.me.user.id, auditContext: actingOf(context).auditContext }
}
