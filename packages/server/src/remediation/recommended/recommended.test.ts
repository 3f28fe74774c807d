/** From a recommendation to a change in the cloud, the ledger and the audit log, and back. */
import { type EmulatedClouds, emulateClouds } from '@kept/connectors/remediation/testing/emulated-clouds.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { plantVolumeRecommendation } from '../../testing/plant-volume-recommendation.ts'
import { createTestUser } from '../../testing/sign-in.ts'
import { withoutGracePeriods } from '../../testing/without-grace-periods.ts'
import { openKept, type TestKept } from '../../testing.ts'
import { ordersFor } from './orders.ts'

const settings = {
  KEPT_PRIVATE_NETWORKS: '127.0.0.0/8',
  KEPT_SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
}
let clock = Date.parse('2026-06-10T09:00:00Z')
let clouds: EmulatedClouds
let kept: TestKept
beforeAll(async () => {
  clouds = await emulateClouds()
  kept = await openKept(settings, { now: () => new Date(clock) })
  await withoutGracePeriods(kept.client)
})
afterAll(async () => {
  await kept.close()
  await clouds.close()
})

let count = 0
let volume = ''
let id = ''
beforeEach(async () => {
  count += 1
  clock += 1_000
  volume = `vol-${count.toString(16).padStart(17, '0')}`
  clouds.changes.length = 0
  clouds.state.snapshots = {}
  clouds.state.volumes = { [volume]: { type: 'gp2', size: 200, attached: false, tags: { team: 'a' } } }
  id = await plantVolumeRecommendation(kept.world.database, kept.world.scope, {
    resource_id: volume,
    seenAt: new Date(clock),
  })
})

const { client } = { client: () => kept.client.remediation }
const actionsOf = (recommendation: string) =>
  kept.world.database.scoped(kept.world.scope, (tx) =>
    tx
      .selectFrom('savings_action')
      .select(['state', 'reason', 'input'])
      .where('recommendation_id', '=', recommendation)
      .orderBy('recorded_at')
      .execute(),
  )
const auditOf = (target: string) =>
  kept.world.database.scoped(kept.world.scope, (tx) =>
    tx.selectFrom('audit_event').select('action').where('resource_id', '=', target).orderBy('seq').execute(),
  )

describe('ordersFor', () => {
  it('knows the present value where the recommendation names it', () => {
    const common = { provider: 'AWS', region: 'eu-west-1', sub_account_id: '111122223333', resource_name: 'batch' }
    const beforeOf = (rule: string, resource_id: string, value: string) =>
      ordersFor({ ...common, rule, resource_id, evidence: [{ label: 'Change', value }] }, {}).map(
        ({ before }) => before,
      )
    const lambda = 'arn:aws:lambda:eu-west-1:111122223333:function:resize'
    const group = 'arn:aws:logs:eu-west-1:111122223333:log-group:/app'
    expect(beforeOf('rightsize-instance', 'i-0abc12345678def90', 'm5.xlarge to m5.large')).toEqual(['m5.xlarge'])
    expect(beforeOf('function-memory-oversized', lambda, '1024 MB to 384 MB')).toEqual([1024])
    expect(beforeOf('log-retention-missing', group, '')).toEqual([null])
    expect(beforeOf('unattached-volume', 'vol-0123456789abcdef0', '')).toEqual([undefined])
  })

  it('knows the provider by every name that bills and inventories write', () => {
    const volume = {
      ...{ rule: 'unattached-volume', resource_id: 'vol-0123456789abcdef0', resource_name: 'disk', evidence: [] },
      ...{ region: 'eu-west-1', sub_account_id: '111122223333' },
    }
    for (const provider of ['aws', 'AWS', 'Amazon Web Services'])
      expect(ordersFor({ ...volume, provider }, {}), provider).toMatchObject([{ order: { step: 'delete' } }])
    expect(ordersFor({ ...volume, provider: 'Microsoft Azure' }, {})).toEqual([])
  })
})

describe('a recommendation', () => {
  it('shows commands where Kept may not act', async () => {
    const { data } = await client().ofRecommendation({ id })
    expect(data).toMatchObject({
      possible: false,
      options: [{ step: 'delete', label: 'Back up and delete the volume' }],
    })
    const { data: dry } = await client().actOnRecommendation({ id, step: 'delete', dry_run: true })
    expect(dry.remediation_action).toBeNull()
    expect(dry.script?.run).toContain(`aws ec2 delete-volume --volume-id ${volume} --region eu-west-1`)
    await expect(client().actOnRecommendation({ id, step: 'delete' })).rejects.toThrow('no permission to act')
    expect(clouds.changes).toEqual([])
    const credentials = clouds.credentials.aws as Record<string, string>
    await client().addAccount({ provider: 'aws', name: 'Main', account: '', credentials })
  })

  it('is planned, carried out as planned, and reverted from the backup', async () => {
    const { data: dry } = await client().actOnRecommendation({ id, step: 'delete', dry_run: true })
    expect(dry.remediation_action).toMatchObject({
      state: 'planned',
      description: `${volume} is a gp2 volume of 200 GB and will be deleted, with a backup.`,
      undo_price: expect.stringContaining('a new ID'),
    })
    expect(dry.remediation_action?.requests.map(({ body }) => new URLSearchParams(body).get('Action'))).toEqual([
      'CreateSnapshot',
      'DeleteVolume',
    ])
    expect(clouds.changes).toEqual([])
    const { data } = await client().actOnRecommendation({
      id,
      step: 'delete',
      dry_run_id: dry.remediation_action?.id,
    })
    expect(data).toMatchObject({ recommendation: { status: 'done' }, remediation_action: { state: 'done' } })
    expect(clouds.changes).toEqual(['CreateSnapshot', 'DeleteVolume'])
    expect(clouds.state.volumes).toEqual({})
    expect(await actionsOf(id)).toMatchObject([{ state: 'waiting', input: { not_before: '2026-06-10T09:00:00Z' } }])
    const { data: reverted } = await client().revertRecommendation({ id })
    expect(reverted).toMatchObject({ recommendation: { status: 'open' }, remediation_action: { state: 'undone' } })
    expect(Object.values(clouds.state.volumes)).toMatchObject([{ type: 'gp2', size: 200, tags: { team: 'a' } }])
    expect(clouds.state.snapshots).toEqual({})
    expect(await actionsOf(id)).toMatchObject([{ state: 'withdrawn' }])
    expect((await auditOf(id)).map(({ action }) => action)).toEqual(
      expect.arrayContaining(['remediation.done', 'remediation.undone']),
    )
    await expect(client().revertRecommendation({ id })).rejects.toThrow('nothing to undo')
    // Once more: what was withdrawn does not hide the new change.
    await client().actOnRecommendation({ id, step: 'delete' })
    expect((await actionsOf(id)).map(({ state }) => state)).toEqual(expect.arrayContaining(['withdrawn', 'waiting']))
  })

  it('restores the volume when the deletion fails, and records no saving', async () => {
    clouds.refuse(/DeleteVolume/, 403)
    await expect(client().actOnRecommendation({ id, step: 'delete' })).rejects.toThrow('denied access')
    expect([Object.keys(clouds.state.volumes), clouds.state.snapshots]).toEqual([[volume], {}])
    const { data } = await client().ofRecommendation({ id })
    expect(data.remediation_actions).toMatchObject([{ state: 'failed' }])
    expect(await actionsOf(id)).toEqual([])
  })

  it('leaves the backup when the deletion was sent and came to nothing', async () => {
    clouds.refuse(/DeleteVolume/, 500)
    await expect(client().actOnRecommendation({ id, step: 'delete' })).rejects.toThrow('returned 500')
    const stateAfter = async (minutes: number) => {
      clock += minutes * 60_000
      await kept.server.features.remediation.deleteDue()
      await kept.server.features.remediation.revertDue()
      return (await client().ofRecommendation({ id })).data.remediation_actions[0]?.state
    }
    expect(await stateAfter(1)).toBe('doing')
    expect(await stateAfter(10)).toBe('failed')
    expect(Object.keys(clouds.state.volumes)).toEqual([volume])
    expect(Object.keys(clouds.state.snapshots)).toHaveLength(1)
    expect(await actionsOf(id)).toEqual([])
  })

  it('is taken back when its process died between the backup and the deletion', async () => {
    const { data: dry } = await client().actOnRecommendation({ id, step: 'delete', dry_run: true })
    clouds.state.snapshots['snap-1'] = {
      volume: { type: 'gp2', size: 200, attached: false, tags: {} },
      tags: { 'kept:backup-of': volume },
    }
    await kept.world.database.scoped(kept.world.scope, (tx) =>
      tx
        .updateTable('remediation_action')
        .set({ state: 'doing', leased_until: new Date(0) })
        .where('id', '=', dry.remediation_action?.id ?? '')
        .execute(),
    )
    await kept.server.features.remediation.revertDue()
    const { data } = await client().ofRecommendation({ id })
    expect(data.remediation_actions).toMatchObject([{ state: 'undone' }])
    expect([Object.keys(clouds.state.volumes), clouds.state.snapshots]).toEqual([[volume], {}])
  })

  it('does not touch a volume that was attached meanwhile', async () => {
    const { data: dry } = await client().actOnRecommendation({ id, step: 'delete', dry_run: true })
    const state = clouds.state.volumes[volume]
    if (state) state.attached = true
    await expect(
      client().actOnRecommendation({ id, step: 'delete', dry_run_id: dry.remediation_action?.id }),
    ).rejects.toThrow('changed after the dry run')
    await expect(client().actOnRecommendation({ id, step: 'delete', dry_run: true })).rejects.toThrow(
      'is attached to an instance',
    )
    expect(clouds.changes).toEqual([])
  })

  it('waits for a second person above the amount, not at it, and where the amounts cannot be compared', async () => {
    const own = { organization: 'own' }
    const limit = (amount: string, currency = 'USD') => ({
      settings: { actors: 'permitted' as const, approve_above: { amount, currency } },
    })
    const create = { ...own, ...limit('14.99'), kind: 'approvals' as const, enabled: true }
    const { data: policy } = await kept.client.securityPolicies.create(create)
    // It saves 15.00 USD.
    const { data: above } = await client().actOnRecommendation({ id, step: 'delete' })
    expect(above.approval?.reason).toBe('It changes more than $14.99 a month, so a second person approves.')
    expect(clouds.changes).toEqual([])
    const seenAt = new Date(clock)
    const others = { estimated: '15', unknown: null }
    const ids: Record<string, string> = {}
    for (const [name, monthly_savings] of Object.entries(others)) {
      const resource_id = `vol-${name === 'unknown' ? 'a' : 'b'}${String(count).padStart(16, '0')}`
      clouds.state.volumes[resource_id] = { type: 'gp2', size: 200, attached: false, tags: {} }
      const { database, scope } = kept.world
      ids[name] = await plantVolumeRecommendation(database, scope, { resource_id, monthly_savings, seenAt })
    }
    await kept.client.securityPolicies.update({ ...own, id: policy.id, ...limit('15.00', 'EUR') })
    const { data: foreign } = await client().actOnRecommendation({ id: ids.estimated ?? '', step: 'delete' })
    expect(foreign.approval?.reason).toContain('in USD and cannot be compared with')
    await kept.client.securityPolicies.update({ ...own, id: policy.id, ...limit('15.00') })
    const { data: unknown } = await client().actOnRecommendation({ id: ids.unknown ?? '', step: 'delete' })
    expect(unknown.approval?.reason).toContain('not estimated')
    expect(clouds.changes).toEqual([])
    const resource_id = `vol-c${String(count).padStart(16, '0')}`
    clouds.state.volumes[resource_id] = { type: 'gp2', size: 200, attached: false, tags: {} }
    const equal = await plantVolumeRecommendation(kept.world.database, kept.world.scope, { resource_id, seenAt })
    const { data: done } = await client().actOnRecommendation({ id: equal, step: 'delete' })
    expect([done.approval, done.remediation_action?.state]).toEqual([null, 'done'])
    await kept.client.securityPolicies.remove({ ...own, id: policy.id })
  })

  it('is changed and restored only by admins where a policy says so', async () => {
    const act = { allow: ['recommendations:act' as const], deny: [] }
    const user = await createTestUser(kept, { name: 'pat', in: 'own', role: 'user', grants: act })
    await user.client.remediation.actOnRecommendation({ id, step: 'delete' })
    const { data: policy } = await kept.client.securityPolicies.create({
      ...{ organization: 'own', kind: 'approvals', enabled: true },
      settings: { actors: 'admins', approve_above: { amount: '500', currency: 'USD' } },
    })
    const only = 'Only admins may change resources'
    await expect(user.client.remediation.actOnRecommendation({ id, step: 'delete' })).rejects.toThrow(only)
    await expect(user.client.remediation.revertRecommendation({ id })).rejects.toThrow(only)
    expect(clouds.state.volumes).toEqual({})
    expect((await client().revertRecommendation({ id })).data.remediation_action?.state).toBe('undone')
    await kept.client.securityPolicies.remove({ organization: 'own', id: policy.id })
  })

  it('needs the permission to act, and is unknown to another organization', async () => {
    const user = await createTestUser(kept, { name: 'reader', in: 'own', role: 'user' })
    expect((await user.client.remediation.ofRecommendation({ id })).data.possible).toBe(true)
    await expect(user.client.remediation.actOnRecommendation({ id, step: 'delete' })).rejects.toThrow()
    for (const call of [
      () => kept.otherClient.remediation.ofRecommendation({ id }),
      () => kept.otherClient.remediation.actOnRecommendation({ id, step: 'delete' }),
      () => kept.otherClient.remediation.revertRecommendation({ id }),
    ])
      await expect(call()).rejects.toThrow('Recommendation not found')
    expect(clouds.changes).toEqual([])
  })
})

describe('what no bill names', () => {
  const service = 'arn:aws:ecs:eu-west-1:111122223333:service/shop/web'
  const pool = 'arn:aws:eks:eu-west-1:111122223333:nodegroup/shop/spare/5cb0'
  const nodes = ['i-0aaaaaaaaaaaaaaa1', 'i-0aaaaaaaaaaaaaaa2']
  const hourMs = 3_600_000

  function hourly(resource_id: string, metric: string, value: number) {
    const endMs = Math.floor(clock / hourMs) * hourMs
    return Array.from({ length: 16 * 24 }, (_, hour) => ({
      ...{ resource_id, metric, value, unit: '%', seconds: 3600 },
      at: new Date(endMs - hour * hourMs).toISOString(),
    }))
  }

  it('is recommended from inventory and metrics, changed, and reverted', async () => {
    const location = { provider: 'aws', region: 'eu-west-1', sub_account_id: '111122223333' }
    const tags = { 'eks:cluster-name': 'shop', 'eks:nodegroup-name': 'spare' }
    const tasks = { launch_type: 'FARGATE', desired_count: '4', running_count: '4', reserved_memory: '512' }
    await kept.client.resources.putInventory({
      items: [
        { ...location, resource_id: service, type: 'Container service', size: '1024-4096', attributes: tasks },
        { ...location, resource_id: pool, name: 'spare', type: 'Node pool', attributes: { nodes: '2' } },
        ...nodes.map((resource_id) => ({
          ...{ ...location, resource_id, tags, type: 'Instance', size: 'm5.large', state: 'running' },
        })),
      ],
    })
    await kept.client.metrics.put({
      points: [
        ...hourly(service, 'cpu_utilization', 20),
        ...hourly(service, 'memory_utilization', 20),
        ...nodes.flatMap((node) => hourly(node, 'cpu_utilization', 1)),
      ],
    })
    await kept.server.features.recommendations.evaluate(kept.world.scope)
    const { data } = await kept.client.costOptimization.recommendations({
      recommendation_types: 'rightsize-container-service,idle-node-pool',
    })
    const recommended = (resource_id: string) => data.find((entry) => entry.resource_id === resource_id)?.id ?? ''
    expect(data.map(({ rule, resource_id }) => [rule, resource_id]).toSorted()).toEqual([
      ['idle-node-pool', pool],
      ['rightsize-container-service', service],
    ])

    const resized = { id: recommended(service), step: 'resize' as const }
    expect((await client().ofRecommendation({ id: resized.id })).data).toMatchObject({
      possible: true,
      options: [{ step: 'resize', label: 'Change the task size' }],
    })
    await client().actOnRecommendation(resized)
    const { service: emulated } = clouds.state.containers
    expect(emulated.revisions[emulated.revision]?.definition).toMatchObject({ cpu: '256', memory: '1024' })
    await client().revertRecommendation({ id: resized.id })
    expect(emulated.revisions[emulated.revision]?.definition).toMatchObject({ cpu: '1024', memory: '4096' })

    const stopped = { id: recommended(pool), step: 'stop' as const }
    await client().actOnRecommendation(stopped)
    expect(clouds.state.containers.nodeGroup).toMatchObject({ desiredSize: 0 })
    await client().revertRecommendation({ id: stopped.id })
    expect(clouds.state.containers.nodeGroup).toMatchObject({ desiredSize: 5 })
  })
})
