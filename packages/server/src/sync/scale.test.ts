/** An organization with several accounts and regions, read through roles with the external ID: against moto. */
import { createAccounts, createVolumes, openOwnerSession } from '@kept/connectors/aws/live/testing/owner.ts'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createTestUser, type TestUser } from '../testing/sign-in.ts'
import { openKept, type TestKept } from '../testing.ts'
import { inParallel } from './in-parallel.ts'
import { hasMoto, type Moto, startMoto } from './testing/moto.ts'

const regions = ['us-east-1', 'eu-west-1']
const members = 4
const volumesPerRegion = 200
const owner = '123456789012'

describe.skipIf(!hasMoto)('an organization of AWS', () => {
  let moto: Moto
  let kept: TestKept
  let admin: TestUser
  beforeAll(async () => {
    moto = await startMoto()
    const accounts = await createAccounts(moto.session, members)
    const sessions = [
      moto.session,
      ...accounts.map((id) => openOwnerSession(moto.url).assume(`arn:aws:iam::${id}:role/Owner`)),
    ]
    const places = sessions.flatMap((session) => regions.map((region) => ({ session, region })))
    await inParallel(places, 4, async ({ session, region }) => {
      await createVolumes(session, region, volumesPerRegion)
    })
    kept = await openKept({ KEPT_STORAGE_ENDPOINTS: moto.url })
    admin = await createTestUser(kept, { name: 'admin', in: 'own', role: 'admin' })
  }, 240_000)
  afterAll(async () => {
    await kept?.close()
    await moto?.stop()
  })

  it('gives 2,000 resources and recommendations, and prints how long it took', async () => {
    const startedMs = performance.now()
    const { data: connection } = await admin.client.connections.create({
      kind: 'aws',
      name: 'Org',
      regions,
      endpoint: moto.url,
    })
    const { data: set } = await admin.client.sync.setAccess({
      id: connection.id,
      access_key_id: 'AKIACONNECTION',
      secret_access_key: 'connection-secret',
      role_arn: `arn:aws:iam::${owner}:role/KeptRead`,
    })
    expect(set).toMatchObject({ error: '', account_id: owner })
    await admin.client.sync.run({ id: connection.id })
    const { data } = await vi.waitFor(
      async () => {
        const answer = await admin.client.sync.get({ id: connection.id })
        expect(answer.data.last_run?.finished_at).toEqual(expect.any(String))
        return answer
      },
      { timeout: 170_000, interval: 250 },
    )
    const seconds = (performance.now() - startedMs) / 1000
    process.stderr.write(`${data.resources} resources, ${data.last_run?.requests} requests, ${seconds.toFixed(1)} s\n`)
    expect(data).toMatchObject({ state: 'connected', accounts: members + 1 })
    const volumes = (members + 1) * regions.length * volumesPerRegion
    const { meta } = await admin.client.resources.list({ type: 'Volume', limit: 1 })
    expect(meta.total).toBe(volumes)
    const { data: recommendations } = await admin.client.costOptimization.recommendations({})
    expect(recommendations[0]).toMatchObject({ currency: 'USD' })
  }, 180_000)
})
