/** Policies against the emulated clouds and a real database: runs, limits, canary, rollback, approvals, the kill switch. */
import { type EmulatedClouds, emulateClouds } from '@kept/connectors/remediation/testing/emulated-clouds.ts'
import type { KeptClient } from '@kept/contract/contract.ts'
import type { AutopilotSettings } from '@kept/domain/autopilot.ts'
import { writePoints } from '@kept/store/metrics/write-points.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { plantVolumeRecommendation } from '../testing/plant-volume-recommendation.ts'
import { createTestUser } from '../testing/sign-in.ts'
import { withoutGracePeriods } from '../testing/without-grace-periods.ts'
import { openKept, type TestKept } from '../testing.ts'

const settings = {
  KEPT_PRIVATE_NETWORKS: '127.0.0.0/8',
  KEPT_SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
}
/** A Monday, 9:00 UTC. */
let clock = Date.parse('2026-06-08T09:00:00Z')
let clouds: EmulatedClouds
let kept: TestKept
let admin: Awaited<ReturnType<typeof createTestUser>>
let second: Awaited<ReturnType<typeof createTestUser>>
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

/** Sessions end as the clock moves on. */
async function signInAgain() {
  admin = await createTestUser(kept, { name: 'ann', in: 'own', role: 'admin' })
  second = await createTestUser(kept, { name: 'ben', in: 'own', role: 'admin' })
}

let planted = 0
beforeEach(async () => {
  await kept.client.autopilot.resume({})
  // Another day: the limits of one test are not spent by the one before.
  clock += 35 * 86_400_000
  await signInAgain()
  clouds.changes.length = 0
  clouds.state.volumes = {}
  clouds.state.snapshots = {}
  const { data } = await admin.client.autopilot.list({})
  for (const { id } of data) await admin.client.autopilot.remove({ id })
  await kept.world.database.scoped(kept.world.scope, async (tx) => {
    await tx.deleteFrom('recommendation').execute()
    await tx.deleteFrom('resource').execute()
  })
})

async function plantVolumes(count: number, fields: { monthly_savings?: string; tags?: Record<string, string> } = {}) {
  const volumes: string[] = []
  const ids: string[] = []
  for (let index = 0; index < count; index += 1) {
    planted += 1
    const volume = `vol-${planted.toString(16).padStart(17, '0')}`
    clouds.state.volumes[volume] = { type: 'gp2', size: 200, attached: false, tags: { team: 'a' } }
    volumes.push(volume)
    const options = { resource_id: volume, seenAt: new Date(clock - 10 * 86_400_000), ...fields }
    ids.push(await plantVolumeRecommendation(kept.world.database, kept.world.scope, options))
  }
  return { volumes, ids }
}

function policyOf(more: Partial<AutopilotSettings> = {}): AutopilotSettings {
  const money = (amount: string) => ({ amount, currency: 'USD' })
  return {
    ...{ name: 'Volumes', enabled: true, mode: 'automatic', rules: ['unattached-volume'], canary_changes: 0 },
    scope: { providers: [], accounts: [], regions: [], tags: [] },
    conditions: {
      ...{ min_confidence: 0.5, min_monthly_savings: money('1'), min_age_days: 7, environments: [], excluded_tags: [] },
    },
    times: { time_zone: 'UTC', windows: [], freezes: [] },
    limits: { max_changes_per_run: 10, max_savings_per_day: money('1000'), max_share_percent: 100 },
    health: { wait_minutes: 0, checks: [] },
    ...more,
  }
}

const advance = () => kept.server.features.autopilot.advance(kept.world.scope)
async function lastRun(client: KeptClient = admin.client) {
  const { data } = await client.autopilot.runs({})
  const [run] = data
  if (!run) throw new Error('There is no run.')
  return run
}
const states = async () => (await lastRun()).changes.map(({ state }) => state)
const auditOf = async (prefix: string) => {
  const rows = await kept.world.database.scoped(kept.world.scope, (tx) =>
    tx
      .selectFrom('audit_event')
      .select(['action', 'created_at'])
      .where('action', 'like', `${prefix}%`)
      .orderBy('seq')
      .execute(),
  )
  return rows.filter(({ created_at }) => created_at.getTime() >= clock).map(({ action }) => action)
}

describe('a run', () => {
  it('carries out what is selected, verifies it, and enters it in the ledger', async () => {
    const { ids } = await plantVolumes(2)
    await admin.client.autopilot.create(policyOf())
    await advance()
    const run = await lastRun()
    expect(run).toMatchObject({ state: 'completed', scope_resources: 2, started_by: 'Autopilot: Volumes' })
    expect(run.changes.map(({ state }) => state)).toEqual(['verified', 'verified'])
    expect(clouds.state.volumes).toEqual({})
    const { data } = await admin.client.remediation.ofRecommendation({ id: ids[0] ?? '' })
    expect(data.remediation_actions).toMatchObject([
      { automatic: true, state: 'done', actor_name: 'Autopilot: Volumes' },
    ])
    const ledger = await kept.world.database.scoped(kept.world.scope, (tx) =>
      tx
        .selectFrom('savings_action')
        .select(['recommendation_id', 'state'])
        .where('recommendation_id', 'in', ids)
        .execute(),
    )
    expect(ledger).toHaveLength(2)
    expect(await auditOf('autopilot_')).toEqual([
      ...['autopilot_policy.created', 'autopilot_run.started'],
      ...['autopilot_change.applying', 'autopilot_change.checking', 'autopilot_change.verified'],
      ...['autopilot_change.applying', 'autopilot_change.checking', 'autopilot_change.verified'],
      'autopilot_run.completed',
    ])
  })

  it('keeps to the limits, and says which', async () => {
    await plantVolumes(4)
    const limits = {
      max_changes_per_run: 3,
      max_savings_per_day: { amount: '30', currency: 'USD' },
      max_share_percent: 75,
    }
    await admin.client.autopilot.create(policyOf({ limits }))
    await advance()
    expect(await states()).toEqual(['verified', 'verified', 'skipped'])
    expect((await lastRun()).changes[2]?.reason).toBe('The policy allows changes worth 30 USD a month in 24 hours.')
    expect(Object.keys(clouds.state.volumes)).toHaveLength(2)
  })

  it('leaves what needs a second person by the time it would act', async () => {
    await plantVolumes(2)
    await admin.client.autopilot.create(policyOf({ canary_changes: 1, health: { wait_minutes: 30, checks: [] } }))
    await advance()
    expect(await states()).toEqual(['checking', 'pending'])
    const { data: me } = await admin.client.session.me({})
    const { data: policy } = await admin.client.securityPolicies.create({
      ...{ organization: me.organization.id, kind: 'approvals', enabled: true },
      settings: { actors: 'permitted', approve_above: { amount: '0', currency: 'USD' } },
    })
    clock += 31 * 60_000
    await advance()
    const { changes } = await lastRun()
    expect(changes.map(({ state }) => state)).toEqual(['verified', 'skipped'])
    expect(changes[1]?.reason).toBe('It changes more than $0.00 a month, so a second person approves.')
    expect(Object.keys(clouds.state.volumes)).toHaveLength(1)
    await admin.client.securityPolicies.remove({ organization: me.organization.id, id: policy.id })
  })

  it('takes an unhealthy canary back and leaves the rest alone', async () => {
    const { volumes } = await plantVolumes(3)
    const check = { metric: 'errors', resource_id: 'web', statistic: 'max', comparison: 'at_most', value: 5 } as const
    await admin.client.autopilot.create(policyOf({ canary_changes: 1, health: { wait_minutes: 30, checks: [check] } }))
    await advance()
    expect(await states()).toEqual(['checking', 'pending', 'pending'])
    clock += 20 * 60_000
    const point = { resource_id: 'web', metric: 'errors', unit: 'count', seconds: 60, value: 9, min: 9, max: 9 }
    await writePoints(
      kept.world.warehouse,
      kept.world.scope,
      [{ ...point, at: new Date(clock - 60_000).toISOString() }],
      1,
    )
    clock += 11 * 60_000
    await advance()
    const run = await lastRun()
    expect(run.state).toBe('stopped')
    expect(run.changes.map(({ state }) => state)).toEqual(['rolled_back', 'skipped', 'skipped'])
    expect(run.changes[0]?.reason).toContain('errors (max) is 9 since the change and should be at most 5.')
    expect(Object.keys(clouds.state.volumes)).toHaveLength(3)
    const others = volumes.filter((volume) => volume !== run.changes[0]?.resource_id)
    expect(Object.keys(clouds.state.volumes)).toEqual(expect.arrayContaining(others))
    // What was taken back is not tried again the next day.
    clock += 25 * 3_600_000
    await signInAgain()
    clouds.changes.length = 0
    await advance()
    expect((await lastRun()).changes.map(({ recommendation_id }) => recommendation_id)).not.toContain(
      run.changes[0]?.recommendation_id,
    )
  })

  it('takes a change back when nothing was measured', async () => {
    await plantVolumes(1)
    const check = { metric: 'cpu', resource_id: '', statistic: 'avg', comparison: 'at_most', value: 50 } as const
    await admin.client.autopilot.create(policyOf({ health: { wait_minutes: 0, checks: [check] } }))
    await advance()
    expect((await lastRun()).changes).toMatchObject([
      { state: 'rolled_back', reason: expect.stringContaining('cpu has no value since the change') },
    ])
    expect(Object.keys(clouds.state.volumes)).toHaveLength(1)
  })

  it('stops at a denial, and changes nothing', async () => {
    await plantVolumes(2)
    clouds.refuse(/CreateSnapshot/, 403)
    await admin.client.autopilot.create(policyOf())
    await advance()
    expect(await states()).toEqual(['failed', 'skipped'])
    expect(Object.keys(clouds.state.volumes)).toHaveLength(2)
  })

  it('waits for its window, and proposes without changing', async () => {
    await plantVolumes(1)
    const times = { time_zone: 'UTC', windows: [{ days: [6, 7], from: '22:00', to: '02:00' }], freezes: [] }
    const { data } = await admin.client.autopilot.create(policyOf({ times }))
    const before = (await admin.client.autopilot.runs({})).data.length
    await advance()
    expect((await admin.client.autopilot.runs({})).data).toHaveLength(before)
    await admin.client.autopilot.update({ ...policyOf({ mode: 'propose' }), id: data.id })
    await advance()
    expect(await states()).toEqual(['proposed'])
    expect(clouds.changes).toEqual([])
  })

  it('continues where a process died', async () => {
    const { volumes } = await plantVolumes(1)
    await admin.client.autopilot.create(policyOf({ mode: 'propose' }))
    const {
      data: [policy],
    } = await admin.client.autopilot.list({})
    await admin.client.autopilot.update({ ...policyOf(), id: policy?.id ?? '' })
    await advance()
    const run = await lastRun()
    // As if its process had died after the change, before it was stored.
    await kept.world.database.scoped(kept.world.scope, async (tx) => {
      await tx.updateTable('autopilot_run').set({ state: 'running', ended_at: null }).where('id', '=', run.id).execute()
      await tx.updateTable('autopilot_change').set({ state: 'applying' }).where('run_id', '=', run.id).execute()
    })
    clouds.changes.length = 0
    await advance()
    expect(await states()).toEqual(['verified'])
    expect(clouds.changes).toEqual([])
    expect(clouds.state.volumes[volumes[0] ?? '']).toBeUndefined()
  })
})

describe('the kill switch', () => {
  it('stops a change in flight without waiting for the cloud, and nothing starts until it is off', async () => {
    const { volumes } = await plantVolumes(2)
    await admin.client.autopilot.create(policyOf())
    clouds.slow(/CreateSnapshot/, 60_000)
    const running = advance()
    await expect.poll(() => clouds.changes).toContain('CreateSnapshot')
    const at = performance.now()
    await second.client.autopilot.stop({ reason: 'Black Friday' })
    await running
    const tookMs = performance.now() - at
    process.stderr.write(`the kill switch took ${tookMs.toFixed(0)} ms\n`)
    // The cloud's response is not waited for. How fast it is, a busy machine cannot tell.
    expect(tookMs).toBeLessThan(30_000)
    expect(Object.keys(clouds.state.volumes).toSorted()).toEqual(volumes.toSorted())
    const run = await lastRun()
    expect(run.state).toBe('stopped')
    expect(run.changes.map(({ state }) => state)).toEqual(['failed', 'skipped'])
    expect(run.changes[0]?.reason).toContain('ben stopped all changes with the kill switch (Black Friday).')
    const [change] = run.changes
    await expect(
      admin.client.remediation.actOnRecommendation({ id: change?.recommendation_id ?? '', step: 'delete' }),
    ).rejects.toThrow('kill switch')
    await admin.client.autopilot.resume({})
    expect((await admin.client.autopilot.readSwitch({})).data.stopped).toBe(false)
    expect(await auditOf('autopilot.')).toEqual(['autopilot.stopped', 'autopilot.resumed'])
  })
})

describe('an approval', () => {
  const approvals = () => admin.client.approvals.list({})

  it('is decided once, and never by who set up the policy', async () => {
    await plantVolumes(1)
    await admin.client.autopilot.create(policyOf({ mode: 'approve' }))
    await advance()
    expect(await states()).toEqual(['waiting'])
    const [approval] = (await approvals()).data
    const id = approval?.id ?? ''
    expect(approval).toMatchObject({ state: 'waiting', is_automatic: true, is_own: true })
    await expect(admin.client.approvals.decide({ id, decision: 'approve' })).rejects.toThrow('A second person')
    await expect(kept.client.approvals.decide({ id, decision: 'approve' })).rejects.toThrow('no person')
    await expect(kept.otherClient.approvals.decide({ id, decision: 'approve' })).rejects.toThrow('no approval')
    expect((await second.client.approvals.decide({ id, decision: 'approve' })).data.state).toBe('approved')
    await expect(second.client.approvals.decide({ id, decision: 'reject' })).rejects.toThrow('approved already')
    await advance()
    expect(await states()).toEqual(['verified'])
  })

  it('expires', async () => {
    await plantVolumes(1)
    await admin.client.autopilot.create(policyOf({ mode: 'approve' }))
    await advance()
    const [approval] = (await approvals()).data
    clock += 73 * 3_600_000
    await signInAgain()
    await expect(second.client.approvals.decide({ id: approval?.id ?? '', decision: 'approve' })).rejects.toThrow(
      'expired',
    )
    await advance()
    expect((await approvals()).data[0]).toMatchObject({ state: 'expired' })
    expect(clouds.changes).toEqual([])
  })

  it('is asked of a second person above the amount of the policy, by a signed link', async () => {
    const { data: me } = await admin.client.session.me({})
    const organization = me.organization.id
    await admin.client.securityPolicies.create({
      ...{ organization, kind: 'approvals', enabled: true },
      settings: { actors: 'admins', approve_above: { amount: '10', currency: 'USD' } },
    })
    const { ids, volumes } = await plantVolumes(1)
    const id = ids[0] ?? ''
    const { data } = await admin.client.remediation.actOnRecommendation({ id, step: 'delete' })
    expect(data).toMatchObject({ remediation_action: { state: 'planned' }, approval: { state: 'waiting' } })
    expect(clouds.changes).toEqual([])
    await expect(admin.client.remediation.actOnRecommendation({ id, step: 'delete' })).rejects.toThrow('waits for an')
    const { data: notifications } = await second.client.notifications.list({})
    const href = notifications.find(({ kind }) => kind === 'approval')?.href ?? ''
    const link = new URL(href, 'https://kept.example').searchParams
    const [approval, signature] = [link.get('approval') ?? '', link.get('signature') ?? '']
    const decide = (client: KeptClient, more: { signature: string }) =>
      client.approvals.decide({ id: approval, decision: 'approve', ...more })
    const forged = `${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`
    await expect(decide(second.client, { signature: forged })).rejects.toThrow('not valid')
    await expect(decide(admin.client, { signature })).rejects.toThrow('A second person')
    const member = await createTestUser(kept, {
      ...{ name: 'cem', in: 'own', role: 'user' },
      grants: { allow: ['recommendations:act', 'organization:write'], deny: [] },
    })
    await expect(member.client.autopilot.create(policyOf())).rejects.toThrow('Only admins may change resources')
    await expect(decide(member.client, { signature })).rejects.toThrow('Only admins')
    expect((await decide(second.client, { signature })).data).toMatchObject({ state: 'approved', failure_reason: '' })
    await expect(decide(second.client, { signature })).rejects.toThrow('approved already')
    expect(clouds.state.volumes[volumes[0] ?? '']).toBeUndefined()
    const refused = 'action_approval.decided'
    expect(await auditOf('action_approval')).toEqual([
      ...['action_approval.requested', refused, refused, refused, 'action_approval.approved', refused],
    ])
  })
})

it('shows what the last 30 days would have done', async () => {
  await plantVolumes(3)
  await plantVolumes(1, { monthly_savings: '0.5' })
  await plantVolumes(1, { tags: { criticality: 'high' } })
  const limits = {
    max_changes_per_run: 2,
    max_savings_per_day: { amount: '1000', currency: 'USD' },
    max_share_percent: 100,
  }
  const { data } = await admin.client.autopilot.dryRun(policyOf({ limits }))
  expect(data).toMatchObject({
    ...{ days: 30, scope_resources: 5, monthly_savings: [{ amount: '45', currency: 'USD' }] },
    skipped: expect.arrayContaining([
      { reason: 'It saves less than the policy demands.', count: 1 },
      { reason: 'The resource is tagged as critical.', count: 1 },
    ]),
  })
  expect(data.changes).toHaveLength(3)
  // Two on the first day that the findings are old enough, the third on the next.
  expect(new Set(data.changes.map(({ day }) => day)).size).toBe(2)
  expect(clouds.changes).toEqual([])
})
