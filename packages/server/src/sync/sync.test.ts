/** From an AWS account to recommendations, without a bill: against moto. */
import { createVolumes } from '@kept/connectors/aws/live/testing/owner.ts'
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

  async function synced(id: string): Promise<SyncConnection> {
    await admin.client.sync.run({ id })
    return vi.waitFor(
      async () => {
        const { data } = await admin.client.sync.get({ id })
        expect(data.last_run?.finished_at).toEqual(expect.any(String))
        return data
      },
      { timeout: 60_000, interval: 200 },
    )
  }

  it('lists resources and recommends, before a bill was imported', async () => {
    const [volume = ''] = await createVolumes(moto.session, 'us-east-1', 2)
    const { data: created } = await admin.client.connections.create({
      kind: 'aws',
      name: 'AWS',
      access_key_id: 'AKIACONNECTION',
      secret_access_key: 'connection-secret',
      regions: ['us-east-1'],
      endpoint: moto.url,
    })
    const { data: checked } = await admin.client.sync.check({ id: created.id })
    expect(checked).toMatchObject({ error: '', account_id: '123456789012', state: 'connected' })
    const connection = await synced(created.id)
    expect(connection).toMatchObject({ state: 'connected', error: '', last_run: { error: '' } })
    expect(connection.resources).toBeGreaterThanOrEqual(2)
    const { data: resources } = await admin.client.resources.list({ type: 'Volume' })
    expect(resources.map(({ resource_id }) => resource_id)).toContain(volume)
    const { data: recommendations } = await admin.client.costOptimization.recommendations({})
    const unattached = recommendations.filter(({ rule }) => rule === 'unattached-volume')
    expect(unattached.map(({ resource_id }) => resource_id)).toContain(volume)
    expect(unattached[0]).toMatchObject({ currency: 'USD', monthly_cost: '20' })
    expect(JSON.stringify(unattached[0]?.evidence)).toContain('no bill of this account was imported')
  }, 90_000)
})
