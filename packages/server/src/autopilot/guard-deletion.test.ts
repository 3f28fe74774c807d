/** What autopilot marked is deleted by the policy as it is when the grace period has ended. */
import { type EmulatedClouds, emulateClouds } from '@kept/connectors/remediation/testing/emulated-clouds.ts'
import type { AutopilotSettings } from '@kept/domain/autopilot.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { plantVolumeRecommendation } from '../testing/plant-volume-recommendation.ts'
import { seeUnused } from '../testing/see-unused.ts'
import { createTestUser } from '../testing/sign-in.ts'
import { openKept, type TestKept } from '../testing.ts'

const settings = {
  KEPT_PRIVATE_NETWORKS: '127.0.0.0/8',
  KEPT_SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
}
const dayMs = 86_400_000
/** A Monday, 9:00 UTC. */
let clock = Date.parse('2026-06-08T09:00:00Z')
let clouds: EmulatedClouds
let kept: TestKept
beforeAll(async () => {
  clouds = await emulateClouds()
  kept = await openKept(settings, { now: () => new Date(clock) })
  const credentials = clouds.credentials.aws as Record<string, string>
  await kept.client.remediation.addAccount({ provider: 'aws', name: 'Main', account: '', credentials })
})
afterAll(async () => {
  await kept.close()
  await clouds.close()
})

const deleteDue = async () => {
  await seeUnused(kept.world.database, kept.world.scope, new Date(clock))
  return kept.server.features.remediation.deleteDue()
}
const money = (amount: string) => ({ amount, currency: 'USD' })
const policy = (more: Partial<AutopilotSettings> = {}): AutopilotSettings => ({
  ...{ name: 'Volumes', enabled: true, mode: 'automatic', rules: ['unattached-volume'], canary_changes: 0 },
  scope: { providers: [], accounts: [], regions: [], tags: [] },
  conditions: {
    ...{ min_confidence: 0.5, min_monthly_savings: money('1'), min_age_days: 7, environments: [], excluded_tags: [] },
  },
  times: { time_zone: 'UTC', windows: [], freezes: [] },
  limits: { max_changes_per_run: 10, max_savings_per_day: money('1000'), max_share_percent: 100 },
  health: { wait_minutes: 0, checks: [] },
  ...more,
})
const frozen = {
  time_zone: 'UTC',
  windows: [],
  freezes: [{ start_date: '2026-06-15', end_date: '2026-06-17', reason: '' }],
}

it('marks, and deletes within the windows, limits and switch of then', async () => {
  const volumes = ['vol-0000000000000000a', 'vol-0000000000000000b']
  for (const resource_id of volumes) {
    clouds.state.volumes[resource_id] = { type: 'gp2', size: 200, attached: false, tags: {} }
    const seenAt = new Date(clock - 10 * dayMs)
    await plantVolumeRecommendation(kept.world.database, kept.world.scope, { resource_id, seenAt })
  }
  const ann = async () => (await createTestUser(kept, { name: `ann${clock}`, in: 'own', role: 'admin' })).client
  const { data: stored } = await (await ann()).autopilot.create(policy())
  const { autopilot } = kept.server.features
  await autopilot.advance(kept.world.scope)
  const { data: runs } = await (await ann()).autopilot.runs({})
  expect(runs[0]?.changes.map(({ state }) => state)).toEqual(['verified', 'verified'])
  expect(clouds.changes).toEqual(['CreateTags', 'CreateTags'])

  const reasons = () =>
    kept.world.database.scoped(kept.world.scope, async (tx) =>
      (await tx.selectFrom('remediation_action').select('failure_reason').where('state', '=', 'waiting').execute()).map(
        ({ failure_reason }) => failure_reason,
      ),
    )
  clock += 2 * dayMs
  // The next run has nothing to do about what waits.
  await autopilot.advance(kept.world.scope)
  expect((await (await ann()).autopilot.runs({})).data).toHaveLength(1)
  clock += 5 * dayMs
  await (await ann()).autopilot.update({ id: stored.id, ...policy({ times: frozen }) })
  await deleteDue()
  expect(await reasons()).toEqual(Array(2).fill(expect.stringContaining('frozen until 2026-06-17')))
  await (await ann()).autopilot.update({ id: stored.id, ...policy({ enabled: false }) })
  await deleteDue()
  expect(await reasons()).toEqual(Array(2).fill('The autopilot policy "Volumes" is off.'))
  // The policy as it is now would not choose them.
  const region = { ...policy().scope, regions: ['us-east-1'] }
  await (await ann()).autopilot.update({ id: stored.id, ...policy({ scope: region }) })
  await deleteDue()
  expect(await reasons()).toEqual(Array(2).fill(expect.stringContaining('would not choose it any more')))
  const strict = { ...policy().conditions, min_monthly_savings: money('100') }
  await (await ann()).autopilot.update({ id: stored.id, ...policy({ conditions: strict }) })
  await deleteDue()
  expect(await reasons()).toEqual(Array(2).fill(expect.stringContaining('saves less than the policy demands')))
  await (await ann()).autopilot.update({ id: stored.id, ...policy({ mode: 'approve' }) })
  await deleteDue()
  expect(await reasons()).toEqual(Array(2).fill(expect.stringContaining('no one approved this one')))
  expect(clouds.changes).toHaveLength(2)

  // Each saves 15: one a day.
  const limits = { max_changes_per_run: 10, max_savings_per_day: money('20'), max_share_percent: 100 }
  await (await ann()).autopilot.update({ id: stored.id, ...policy({ limits }) })
  await Promise.all([deleteDue(), deleteDue()])
  expect(await reasons()).toEqual([expect.stringContaining('worth 20 USD a month in 24 hours')])
  expect(clouds.changes.filter((name) => name === 'DeleteVolume')).toHaveLength(1)
  clock += dayMs + 1_000
  await deleteDue()
  expect(await reasons()).toEqual([])
  expect(clouds.state.volumes).toEqual({})
})

it('does not mark again for 30 days what people restored', async () => {
  const resource_id = 'vol-0000000000000000c'
  clouds.state.volumes[resource_id] = { type: 'gp2', size: 200, attached: false, tags: {} }
  const seenAt = new Date(clock - 10 * dayMs)
  const id = await plantVolumeRecommendation(kept.world.database, kept.world.scope, { resource_id, seenAt })
  const ann = (await createTestUser(kept, { name: `ann${clock}`, in: 'own', role: 'admin' })).client
  await ann.autopilot.create(policy({ name: 'Again' }))
  const { autopilot } = kept.server.features
  const marks = () => clouds.changes.filter((name) => name === 'CreateTags').length
  const before = marks()
  await autopilot.advance(kept.world.scope)
  expect(marks()).toBe(before + 1)
  await ann.remediation.revertRecommendation({ id })
  clock += 29 * dayMs
  await autopilot.advance(kept.world.scope)
  expect(marks()).toBe(before + 1)
  clock += 2 * dayMs
  await autopilot.advance(kept.world.scope)
  expect(marks()).toBe(before + 2)
})
