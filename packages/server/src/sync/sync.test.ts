/** From an AWS account to recommendations, without a bill: against moto. */
import { randomUUID } from 'node:crypto'
import { createVolumes, deleteVolume, putIdleMetrics, runInstance } from '@kept/connectors/aws/live/testing/owner.ts'
import type { SyncConnection } from '@kept/domain/sync/connection.ts'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createTestUser, type TestUser } from '../testing/sign-in.ts'
import { openKept, type TestKept } from '../testing.ts'
import { hasMoto, type Moto, startMoto } from './testing/moto.ts'

describe.skipIf(!hasMoto)('a connection to AWS', () => {
  let moto: Moto
  let kept: TestKept
  let admin: TestUser
  beforeAll(async () => {
    moto = await startMoto()
    kept = await openKept({ KEPT_STORAGE_ENDPOINTS: moto.url })
    admin = await createTestUser(kept, { name: 'admin', in: 'own', role: 'admin' })
    vi.stubEnv('AWS_ACCESS_KEY_ID', 'AKIAENVIRONMENT')
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'environment-secret')
  }, 60_000)
  afterAll(async () => {
    vi.unstubAllEnvs()
    await kept?.close()
    await moto?.stop()
  })

  /** After a run that began now: a connection is also synced by the schedule. */
  async function synced(id: string): Promise<SyncConnection> {
    const waiting = { timeout: 60_000, interval: 200 }
    await vi.waitFor(async () => {
      const { data } = await admin.client.sync.run({ id })
      expect(data.queued).toBe(true)
    }, waiting)
    const since = new Date().toISOString()
    return vi.waitFor(async () => {
      const { data } = await admin.client.sync.get({ id })
      expect(data.last_run?.finished_at && data.last_run.finished_at >= since).toBe(true)
      return data
    }, waiting)
  }

  const keys = { access_key_id: 'AKIACONNECTION', secret_access_key: 'connection-secret' }

  async function connect(input: object): Promise<string> {
    const { data } = await admin.client.connections.create({
      kind: 'aws',
      name: `AWS ${randomUUID()}`,
      regions: ['us-east-1'],
      endpoint: moto.url,
      ...input,
    })
    return data.id
  }

  it('lists resources and recommends, before a bill was imported', async () => {
    const [volume = ''] = await createVolumes(moto.session, 'us-east-1', 2)
    const id = await connect(keys)
    const { data: checked } = await admin.client.sync.check({ id })
    expect(checked).toMatchObject({ error: '', account_id: '123456789012' })
    const connection = await synced(id)
    expect(connection).toMatchObject({ state: 'connected', error: '', last_run: { error: '' } })
    expect(connection.resources).toBeGreaterThanOrEqual(2)
    const { data: resources } = await admin.client.resources.list({ type: 'Volume' })
    expect(resources.map(({ resource_id }) => resource_id)).toContain(volume)
    const { data: recommendations } = await admin.client.costOptimization.recommendations({})
    const unattached = recommendations.filter(({ rule }) => rule === 'unattached-volume')
    expect(unattached.map(({ resource_id }) => resource_id)).toContain(volume)
    expect(unattached[0]).toMatchObject({ currency: 'USD', monthly_cost: '20' })
    expect(JSON.stringify(unattached[0]?.evidence)).toContain('no imported bill names resources of this provider')
    const { data: units } = await admin.client.sync.units({ id })
    // moto has neither Cost Explorer, a price list nor an event history.
    const others = units.filter(({ state }) => state !== 'complete')
    expect(others.map(({ dataset, state }) => `${dataset} ${state}`).sort()).toEqual([
      'activity partial',
      'commitments partial',
      'prices partial',
    ])
    expect(units.map(({ dataset }) => dataset)).toHaveLength(27)
    await kept.otherClient.sync.list({}).then(({ data }) => expect(data).toEqual([]))
    await expect(kept.otherClient.sync.get({ id })).rejects.toThrow('Connection not found.')
  }, 90_000)

  it('finds an idle instance by its metrics', async () => {
    const instance = await runInstance(moto.session, 'eu-west-1')
    await putIdleMetrics(moto.session, 'eu-west-1', instance, 15)
    const id = await connect({ ...keys, regions: ['eu-west-1'] })
    const { last_run } = await synced(id)
    expect(last_run?.points).toBeGreaterThan(15 * 24)
    const { data } = await admin.client.costOptimization.recommendations({})
    expect(data.find(({ resource_id }) => resource_id === instance)).toMatchObject({
      rule: 'idle-instance',
      monthly_cost: '69.12',
    })
  }, 90_000)

  it('removes a deleted resource after a complete pass, and keeps the rest', async () => {
    const [first = '', second = ''] = await createVolumes(moto.session, 'us-west-2', 2)
    const id = await connect({ ...keys, regions: ['us-west-2'] })
    await synced(id)
    await deleteVolume(moto.session, 'us-west-2', first)
    const { last_run } = await synced(id)
    expect(last_run).toMatchObject({ removed: 1 })
    const { data } = await admin.client.resources.list({ region: 'us-west-2', type: 'Volume' })
    expect(data.map(({ resource_id }) => resource_id)).toEqual([second])
  }, 90_000)

  it('says in one sentence what is wrong, and changes nothing', async () => {
    await expect(connect({ ...keys, role_arn: 'arn:aws:s3:::bucket' })).rejects.toThrow(/ARN of a role/)
    await expect(connect({ ...keys, regions: ['Frankfurt'] })).rejects.toThrow(/region such as eu-west-1/)
    await expect(connect({ ...keys, endpoint: 'http://169.254.169.254' })).rejects.toThrow(/is not allowed/)
    const id = await connect({ ...keys, regions: ['eu-nowhere-7'] })
    const { error, resources } = await synced(id)
    expect(error).toMatch(/^eu-nowhere-7 is not an enabled region of this account\./)
    expect(resources).toBe(0)
    const empty = await connect({})
    const { data: checked } = await admin.client.sync.check({ id: empty })
    expect(checked).toMatchObject({
      state: 'action_needed',
      error: 'This connection has no credentials yet. Enter the role, or the access key and the role.',
    })
  }, 90_000)

  it('does not read while it is paused', async () => {
    const id = await connect(keys)
    await admin.client.sync.pause({ id })
    await expect(admin.client.sync.run({ id })).rejects.toThrow(/is paused\. Resume it first\./)
    const { data } = await admin.client.sync.resume({ id })
    expect(data.paused_at).toBeNull()
  })
})
