/**
 * Random runs against a real database and the emulated clouds, with denials, failures, the kill switch and kills between
 * any two calls. After each, the cloud, the audit log and the savings ledger say the same.
 */
import { type EmulatedClouds, emulateClouds } from '@kept/connectors/remediation/testing/emulated-clouds.ts'
import type { AutopilotSettings } from '@kept/domain/autopilot.ts'
import { isEndState } from '@kept/domain/autopilot-states.ts'
import { listChanges } from '@kept/store/autopilot/changes.ts'
import { saveAutopilotPolicy } from '@kept/store/autopilot/policies.ts'
import { claimRun, findRun } from '@kept/store/autopilot/runs.ts'
import { writeSwitch } from '@kept/store/autopilot/switch.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { plantVolumeRecommendation } from '../testing/plant-volume-recommendation.ts'
import { withoutGracePeriods } from '../testing/without-grace-periods.ts'
import { openKept, type TestKept } from '../testing.ts'
import { driveRun, type RunBackend } from './drive-run.ts'
import { autopilotActor, openRun } from './run-backend.ts'
import { startRun } from './start-run.ts'
import { Killed } from './testing/simulated-account.ts'

const numRuns = Number(process.env.KEPT_AUTOPILOT_STORED_RUNS ?? 50)
const settings = {
  KEPT_PRIVATE_NETWORKS: '127.0.0.0/8',
  KEPT_SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
}
let clock = Date.parse('2026-06-08T09:00:00Z')
let clouds: EmulatedClouds
let kept: TestKept
beforeAll(async () => {
  clouds = await emulateClouds()
  kept = await openKept(settings, { now: () => new Date(clock) })
  await withoutGracePeriods(kept.client)
  const credentials = clouds.credentials.aws as Record<string, string>
  await kept.client.remediation.addAccount({ provider: 'aws', name: 'Main', account: '', credentials })
})
afterAll(async () => {
  await kept.close()
  await clouds.close()
})

let seed = 20_261_123
/** From 0 to `below`, without it. */
function random(below: number): number {
  seed = (seed * 48_271) % 2_147_483_647
  return seed % below
}

/** The process dies before or after any call, about every tenth time; `before` comes first. */
function killable(backend: RunBackend, before: () => Promise<void>): RunBackend {
  const dies = <Args extends unknown[], Result>(call: (...args: Args) => Promise<Result>) => {
    return async (...args: Args): Promise<Result> => {
      await before()
      if (random(20) === 0) throw new Killed()
      const result = await call(...args)
      if (random(20) === 0) throw new Killed()
      return result
    }
  }
  const { load, reserve, move, apply, fateOf, findUnhealthy, rollBack, wait, end } = backend
  return {
    ...{ load: dies(load), reserve: dies(reserve), move: dies(move), apply: dies(apply), fateOf: dies(fateOf) },
    ...{ findUnhealthy: dies(findUnhealthy), rollBack: dies(rollBack), wait: dies(wait), end: dies(end) },
  }
}

function randomPolicy(name: string): AutopilotSettings {
  const money = (amount: string) => ({ amount, currency: 'USD' })
  const check = { metric: 'cpu', resource_id: '', statistic: 'avg', comparison: 'at_most', value: 1 } as const
  return {
    ...{ name, enabled: true, mode: 'automatic', rules: ['unattached-volume'], canary_changes: random(3) },
    scope: { providers: [], accounts: [], regions: [], tags: [{ key: 'run', value: name }] },
    conditions: {
      ...{ min_confidence: 0, min_monthly_savings: money('0'), min_age_days: 0, environments: [], excluded_tags: [] },
    },
    times: { time_zone: 'UTC', windows: [], freezes: [] },
    limits: {
      ...{ max_changes_per_run: 1 + random(4), max_share_percent: 40 + random(61) },
      max_savings_per_day: money(String(15 + random(60))),
    },
    // Nothing is ever measured: with a check, every change is unhealthy.
    health: { wait_minutes: random(2), checks: random(3) === 0 ? [check] : [] },
  }
}

const someone = { kind: 'system', id: null, name: 'ben' } as const

function turnSwitch(stopped: boolean): Promise<void> {
  const auditContext = { actor: someone, at: new Date(clock), ip: null, requestId: null }
  return writeSwitch(kept.world.database, kept.world.scope, { stopped, reason: 'random' }, auditContext)
}

/** Turns the switch on at one call of the run, in every fourth run. */
function switchAtSomeCall(): () => Promise<void> {
  let calls = random(4) === 0 ? 1 + random(15) : 0
  return async () => {
    calls -= 1
    if (calls === 0) await turnSwitch(true)
  }
}

/** While a cloud does not answer, stops everything, and returns after how many milliseconds the process was free. */
async function stopWhileSlow(run: () => Promise<unknown>): Promise<number | undefined> {
  const before = clouds.changes.length
  clouds.slow(/CreateSnapshot/, 60_000)
  let isOver = false
  const running = run().finally(() => {
    isOver = true
  })
  while (!isOver && clouds.changes.length === before) await new Promise((resolve) => setTimeout(resolve, 5))
  if (isOver) return running.then(() => undefined)
  const startedMs = performance.now()
  await turnSwitch(true)
  await running
  return performance.now() - startedMs
}

/** What the audit log and the savings ledger hold of a run, from its first event on. */
async function historyOf(runId: string, ids: readonly string[], after: string) {
  return kept.world.database.scoped(kept.world.scope, async (tx) => ({
    run: await findRun(tx, runId),
    changes: await listChanges(tx, [runId]),
    events: await tx
      .selectFrom('audit_event')
      .select(['seq', 'action', 'resource_id'])
      .where('seq', '>', after)
      .orderBy('seq')
      .execute(),
    ledger: await tx
      .selectFrom('savings_action')
      .select(['recommendation_id', 'state'])
      .where('recommendation_id', 'in', [...ids, runId])
      .execute(),
  }))
}

async function lastSeq(): Promise<string> {
  const row = await kept.world.database.scoped(kept.world.scope, (tx) =>
    tx.selectFrom('audit_event').select('seq').orderBy('seq', 'desc').limit(1).executeTakeFirst(),
  )
  return row?.seq ?? '0'
}

type History = Awaited<ReturnType<typeof historyOf>>

/** Each change is verified or restored, and the log and the ledger have it as the cloud does. */
function expectComplete({ run, changes, events, ledger }: History, after: string): void {
  expect(run.state).not.toBe('running')
  expect(events.map(({ seq }) => Number(seq))).toEqual(events.map((_, index) => Number(after) + 1 + index))
  const ofRun = events.filter(({ action }) => action.startsWith('autopilot_run.')).map(({ action }) => action)
  expect(ofRun).toEqual(['autopilot_run.started', `autopilot_run.${run.state}`])
  const stopped = events.findIndex(({ action }) => action === 'autopilot.stopped')
  for (const { state, recommendation_id } of changes) {
    expect(isEndState(state), state).toBe(true)
    const own = events.filter(
      ({ action, resource_id }) => resource_id === recommendation_id && action.startsWith('autopilot_change.'),
    )
    expect(own.at(-1)?.action).toBe(`autopilot_change.${state}`)
    const counted = ledger.filter(
      (entry) => entry.recommendation_id === recommendation_id && entry.state !== 'withdrawn',
    )
    if (state === 'verified') expect(counted).toHaveLength(1)
    else if (state !== 'left') expect(counted, state).toEqual([])
  }
  if (stopped < 0) return
  // What was reserved before the switch may be recorded after it; nothing else begins.
  const begun = events.slice(stopped).filter(({ action }) => action === 'autopilot_change.applying')
  expect(begun.length).toBeLessThanOrEqual(1)
}

/** A run takes a third of a second, and many times that on a busy machine. */
const timeout = Math.max(120_000, numRuns * 2_000)

it('verifies or restores every change, within the limits', { timeout }, async () => {
  const { services } = kept.server
  const { database, scope } = kept.world
  const seen = new Set<string>()
  const stopMs: number[] = []
  let stoppedRuns = 0
  for (let index = 0; index < numRuns; index += 1) {
    clock += 86_400_000
    const name = `run-${index}`
    clouds.state.volumes = {}
    clouds.state.snapshots = {}
    const after = await lastSeq()
    const ids: string[] = []
    const count = 1 + random(4)
    for (let number = 0; number < count; number += 1) {
      const resource_id = `vol-${(index * 100 + number).toString(16).padStart(17, '0')}`
      clouds.state.volumes[resource_id] = { type: 'gp2', size: 10, attached: random(6) === 0, tags: {} }
      const planting = { resource_id, tags: { run: name }, seenAt: new Date(clock) }
      ids.push(await plantVolumeRecommendation(database, scope, planting))
    }
    if (random(3) === 0)
      clouds.refuse([/CreateSnapshot/, /DeleteVolume/][random(2)] ?? /none/, [403, 500][random(2)] ?? 500)
    const policySettings = randomPolicy(name)
    const { auditContext } = autopilotActor({ policy_name: name }, new Date(clock))
    const policy = await database.scoped(scope, (tx) =>
      saveAutopilotPolicy(tx, undefined, policySettings, { userId: 'the author', auditContext }),
    )
    const runId = (await startRun(services, scope, policy, auditContext)) ?? ''
    // The minute job of this server must not continue it meanwhile.
    await claimRun(database, scope, runId, 3_600_000_000)
    const isSlow = index % 20 === 7
    const maybeSwitch = isSlow ? async () => undefined : switchAtSomeCall()
    if (isSlow) {
      const tookMs = await stopWhileSlow(async () => driveRun(await openRun(services, scope, runId)))
      if (tookMs !== undefined) stopMs.push(tookMs)
    }
    for (let process = 0; process < 200; process += 1) {
      try {
        if (await driveRun(killable(await openRun(services, scope, runId), maybeSwitch))) break
      } catch (error) {
        if (!(error instanceof Killed)) throw error
      }
      clock += 130_000
    }
    const history = await historyOf(runId, ids, after)
    expectComplete(history, after)
    const { changes, events } = history
    for (const { state } of changes) seen.add(state)
    if (events.some(({ action }) => action === 'autopilot.stopped')) {
      stoppedRuns += 1
      await turnSwitch(false)
    }
    const verified = changes.filter(({ state }) => state === 'verified')
    // Restored volumes have new IDs, so they are counted.
    expect(Object.keys(clouds.state.volumes)).toHaveLength(count - verified.length)
    expect(verified.length).toBeLessThanOrEqual(policySettings.limits.max_changes_per_run)
    expect(verified.length * 15).toBeLessThanOrEqual(Number(policySettings.limits.max_savings_per_day.amount))
    expect(verified.length).toBeLessThanOrEqual(Math.floor((count * policySettings.limits.max_share_percent) / 100))
  }
  // Both happened, or the test proves nothing.
  expect([...seen]).toEqual(expect.arrayContaining(['verified', 'rolled_back', 'skipped']))
  expect(stoppedRuns).toBeGreaterThan(numRuns / 20)
  process.stderr.write(
    `${numRuns} runs, ${stoppedRuns} stopped by the kill switch; it took ${stopMs.map((ms) => ms.toFixed(0)).join(', ')} ms while a cloud was slow\n`,
  )
  // The cloud takes a minute: the change was stopped in the middle of it. How fast is printed above.
  expect(Math.max(...stopMs)).toBeLessThan(30_000)
})
