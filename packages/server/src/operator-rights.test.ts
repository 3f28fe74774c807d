/** The operator of the installation and the admins of its organizations have different permissions. */
import { hostname } from 'node:os'
import { operatorPermissions } from '@kept/domain/permission.ts'
import { addDays } from '@kept/foundation/calendar/day.ts'
import { utcDay } from '@kept/foundation/calendar/instant.ts'
import { saveMeasurements } from '@kept/store/storage/measurements.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { measureStorageJob } from './health/measure-storage-job.ts'
import { createTestUser } from './testing/sign-in.ts'
import { Visitor } from './testing/visitor.ts'
import { openKept, type TestKept } from './testing.ts'

let kept: TestKept
beforeAll(async () => {
  kept = await openKept({ KEPT_METRICS_TOKEN: 'operator-rights-secret' })
})
afterAll(() => kept.close())

describe('GET /v1/admin/health', () => {
  it('is not an admin of an organization, and cannot be granted', async () => {
    const grants = { allow: [...operatorPermissions], deny: [] }
    const admin = await createTestUser(kept, { name: 'admin', in: 'own', role: 'admin' })
    const granted = await createTestUser(kept, { name: 'granted', in: 'own', role: 'user', grants })
    for (const { client } of [admin, granted])
      await expect(client.health.admin({})).rejects.toMatchObject({ status: 403 })
  })

  it('shows the demo’s admin nothing of the machine', async () => {
    const { id } = await kept.world.database.shared
      .insertInto('organization')
      .values({ slug: 'demo', name: 'Demo', demo: true })
      .returning('id')
      .executeTakeFirstOrThrow()
    kept.server.services.config.demo = true
    const visitor = await createTestUser(kept, {
      name: 'demo-admin',
      in: { organizationId: id },
      role: 'admin',
      demo: true,
      emailDomain: 'demo.kept.invalid',
    })
    const { data } = await visitor.client.health.admin({})
    expect(data).toMatchObject({ memory: [], storage: [], processes: [], jobs: [], settings: [] })
    for (const { detail } of data.parts) expect(detail).toBe('')
  })

  it('is served to the operator', async () => {
    const { data } = await kept.client.health.admin({})
    expect(data.storage).toContainEqual({ name: 'Bill lines', bytes: 0, rows: 0, growth: null })
    expect(data.processes).toEqual([{ host: hostname(), version: data.version, started_at: expect.any(String) }])
    expect(data.jobs).toContainEqual(expect.objectContaining({ name: 'import', waiting: 0, running: 0, failed: 0 }))
    const settings = new Map(data.settings.map((setting) => [setting.name, setting]))
    expect(settings.get('KEPT_PORT')).toMatchObject({ source: 'environment', value: '0' })
    expect(settings.get('KEPT_SIGN_UP')).toMatchObject({ source: 'default', value: 'on' })
    // A secret is never part of the answer, whether it is set or not.
    expect(settings.get('KEPT_METRICS_TOKEN')).toMatchObject({ source: 'environment', value: null })
    expect(JSON.stringify(data)).not.toContain('operator-rights-secret')
  })
})

describe('storage', () => {
  it('grows since the first measurement of the last month, which a job makes every day', async () => {
    const { services } = kept.server
    const yesterday = addDays(utcDay(services.now()), -1)
    await saveMeasurements(services.state.database, yesterday, [{ kind: 'Bill lines', bytes: 0, rows: 0 }])
    await services.jobs.send(measureStorageJob, {})
    await expect
      .poll(
        () =>
          services.state.database.pool.query('SELECT kind FROM storage_measurement').then(({ rowCount }) => rowCount),
        {
          timeout: 60_000,
        },
      )
      .toBe(7)
    const { data } = await kept.client.health.admin({})
    expect(data.storage).toContainEqual({
      name: 'Bill lines',
      bytes: 0,
      rows: 0,
      growth: { since: yesterday, bytes: 0 },
    })
  })
})

describe('the set-up link', () => {
  it('stays valid when another user signed up first', async () => {
    const { userId } = await createTestUser(kept, { name: 'first-comer', in: null })
    await kept.world.database.pool.query(
      `INSERT INTO account (id, user_id, provider_id, account_id, password) VALUES (gen_random_uuid(), $1, 'credential', $2, 'x')`,
      [userId, userId],
    )
    const visitor = new Visitor(kept.url)
    expect((await visitor.get('/api/auth/setup')).body).toEqual({ waiting: true })
    const token = new URL(kept.server.setupLink ?? '').searchParams.get('token')
    const operator = {
      email: 'operator@example.com',
      password: 'plum tractor october',
      full_name: 'O',
      organization_name: 'A',
    }
    expect((await visitor.post('/api/auth/setup', { ...operator, token })).status).toBe(200)
    expect((await visitor.get('/api/auth/setup')).body).toEqual({ waiting: false })
  })
})
