/**
 * Two processes on one database, of which one has a clock that is an hour off: it takes nothing from the other one that
 * is at work, and loses nothing to it. What a dead process left is taken up all the same.
 */
import { type EmulatedClouds, emulateClouds } from '@kept/connectors/remediation/testing/emulated-clouds.ts'
import { saveAutopilotPolicy } from '@kept/store/autopilot/policies.ts'
import { listRuns } from '@kept/store/autopilot/runs.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { autopilotActor } from './autopilot/run-backend.ts'
import { plantVolumeRecommendation } from './testing/plant-volume-recommendation.ts'
import { withoutGracePeriods } from './testing/without-grace-periods.ts'
import { openKept, type TestKept } from './testing.ts'

const hourMs = 3_600_000
const settings = {
  KEPT_PRIVATE_NETWORKS: '127.0.0.0/8',
  KEPT_SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
}
let clouds: EmulatedClouds
let right: TestKept
let skewed: TestKept
let skewMs = 0
let volume = ''
let count = 0

beforeAll(async () => {
  clouds = await emulateClouds()
  right = await openKept(settings)
  skewed = await openKept(settings, { now: () => new Date(Date.now() + skewMs), world: right.world })
  await withoutGracePeriods(right.client)
  const credentials = clouds.credentials.aws as Record<string, string>
  await right.client.remediation.addAccount({ provider: 'aws', name: 'Main', account: '', credentials })
})
afterAll(async () => {
  await skewed.close()
  await right.close()
  await clouds.close()
})
beforeEach(() => {
  count += 1
  volume = `vol-${count.toString(16).padStart(17, '0')}`
  clouds.changes.length = 0
  clouds.state.snapshots = {}
  clouds.state.volumes = { [volume]: { type: 'gp2', size: 200, attached: false, tags: {} } }
})

function plant(tags: Record<string, string> = {}): Promise<string> {
  const { database, scope } = right.world
  const seenAt = new Date(Date.now() - 2 * hourMs)
  return plantVolumeRecommendation(database, scope, { resource_id: volume, tags, seenAt })
}

async function stateOf(id: string) {
  return (await right.client.remediation.ofRecommendation({ id })).data.remediation_actions[0]?.state
}

/** What the jobs of a minute do, where none of it may find anything. */
async function runMinute({ server, world }: TestKept): Promise<void> {
  await server.features.remediation.revertDue()
  await server.features.remediation.deleteDue()
  await server.features.autopilot.advance(world.scope)
}

/** The one is at work for longer than the minute of the other takes. */
async function whileAtWork(work: () => Promise<unknown>, other: TestKept): Promise<void> {
  clouds.slow(/CreateSnapshot/, 2_000)
  const running = work()
  running.catch(() => undefined)
  await expect.poll(() => clouds.changes.includes('CreateSnapshot'), { timeout: 10_000 }).toBe(true)
  await runMinute(other)
  await running
}

const cases = [
  { name: 'a process that is an hour ahead takes nothing from one that is right', skew: hourMs, worker: () => right },
  { name: 'a process that is an hour behind loses nothing to one that is right', skew: -hourMs, worker: () => skewed },
]

describe.each(cases)('$name', ({ skew, worker }) => {
  const other = () => (worker() === right ? skewed : right)

  it('of a change that a person makes', async () => {
    skewMs = skew
    const id = await plant()
    await whileAtWork(() => worker().client.remediation.actOnRecommendation({ id, step: 'delete' }), other())
    await expect.poll(() => stateOf(id), { timeout: 10_000 }).toBe('done')
    expect(clouds.state.volumes).toEqual({})
    expect(clouds.changes).toEqual(['CreateSnapshot', 'DeleteVolume'])
  })

  it('of a change that autopilot makes', async () => {
    skewMs = skew
    const id = await plant({ run: volume })
    await startPolicy(volume)
    await whileAtWork(() => worker().server.features.autopilot.advance(right.world.scope), other())
    expect(await stateOf(id)).toBe('done')
    expect(clouds.changes).toEqual(['CreateSnapshot', 'DeleteVolume'])
    const [run] = await right.world.database.scoped(right.world.scope, (tx) => listRuns(tx, 1))
    expect(run?.state).toBe('completed')
  })
})

it.each([hourMs, -hourMs])('what a dead process left is taken up, by a clock that is %i ms off', async (skew) => {
  skewMs = skew
  const id = await plant()
  const { data } = await skewed.client.remediation.actOnRecommendation({ id, step: 'delete', dry_run: true })
  await right.world.database.scoped(right.world.scope, (tx) =>
    tx
      .updateTable('remediation_action')
      .set({ state: 'doing', leased_until: new Date(Date.now() - 1_000) })
      .where('id', '=', data.remediation_action?.id ?? '')
      .execute(),
  )
  await skewed.server.features.remediation.revertDue()
  expect(await stateOf(id)).toBe('undone')
})

async function startPolicy(run: string): Promise<void> {
  const { database, scope } = right.world
  const money = (amount: string) => ({ amount, currency: 'USD' })
  const policy = {
    ...{ name: run, enabled: true, mode: 'automatic' as const, rules: ['unattached-volume'], canary_changes: 0 },
    scope: { providers: [], accounts: [], regions: [], tags: [{ key: 'run', value: run }] },
    conditions: {
      ...{ min_confidence: 0, min_monthly_savings: money('0'), min_age_days: 0, environments: [], excluded_tags: [] },
    },
    times: { time_zone: 'UTC', windows: [], freezes: [] },
    limits: { max_changes_per_run: 1, max_share_percent: 100, max_savings_per_day: money('1000') },
    health: { wait_minutes: 0, checks: [] },
  }
  const { auditContext } = autopilotActor({ policy_name: run }, new Date())
  await database.scoped(scope, (tx) =>
    saveAutopilotPolicy(tx, undefined, policy, { userId: 'the author', auditContext }),
  )
}
