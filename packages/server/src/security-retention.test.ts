/** Data retention over real HTTP: previewed, announced, begun after a week, and the proofs hold. */

import { deleteExpired } from '@kept/store/security/retention.ts'
import { lineOn } from '@kept/store/testing/lines.ts'
import { publishLines } from '@kept/store/testing/publish.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openSigningKey } from './platform/signing-key.ts'
import { openCheckpointFiles } from './security/checkpoint-files.ts'
import { applyRetention } from './security/policies/retention.ts'
import { proveAuditLog } from './security/prove-audit-log.ts'
import { createTestUser, type TestUser } from './testing/sign-in.ts'
import { openKept, type TestKept } from './testing.ts'

const dayMs = 86_400_000
const own = { organization: 'own' }
let time = Date.parse('2026-11-01T12:00:00Z')
let kept: TestKept
let admin: TestUser
beforeAll(async () => {
  kept = await openKept({}, { now: () => new Date(time) })
  admin = await createTestUser(kept, { name: 'ada', in: 'own', role: 'admin' })
})
afterAll(() => kept.close())

const settings = { cost_line_days: 100, audit_days: 365 }
const linesOf = async (table: string) =>
  kept.world.warehouse.query<{ day: string }>(
    kept.world.scope,
    `SELECT DISTINCT toString(charge_date) AS day FROM ${table} WHERE organization_id = {organization_id:UUID} ORDER BY day`,
  )
const deps = () => ({ database: kept.world.database, warehouse: kept.world.warehouse, now: () => new Date(time) })

it('refuses less than the minimum', async () => {
  for (const [wrong, message] of [
    [{ audit_days: 30 }, 'audit_days'],
    [{ cost_line_days: 500, roll_up_days: 400 }, 'must keep roll-ups at least as long as lines'],
    [{}, 'must limit something'],
  ] as const)
    await expect(
      admin.client.securityPolicies.create({ ...own, kind: 'retention', settings: wrong, enabled: true }),
    ).rejects.toThrow(message)
})

it('shows what would go, tells everyone, and deletes nothing for a week', async () => {
  const lines = ['2026-05-01', '2026-10-01'].map((day) => lineOn(day, { EffectiveCost: '1', BilledCost: '1' }))
  await publishLines(kept.world, kept.world.scope, 'load-retention', lines)
  const { data } = await admin.client.securityPolicies.preview({ ...own, kind: 'retention', settings })
  expect(data.data).toEqual([
    { data: 'cost_lines', before: '2026-07-24', rows: 1 },
    { data: 'audit', before: '2025-11-01', rows: 0 },
  ])
  await admin.client.securityPolicies.create({ ...own, kind: 'retention', settings, enabled: true })
  const { data: notifications } = await admin.client.notifications.list({})
  expect(notifications[0]?.title).toBe('Old data is deleted from 2026-11-08 on')
  time += 6 * dayMs
  await applyRetention(deps(), kept.world.scope)
  expect(await linesOf('cost_line')).toHaveLength(2)
})

it('keeps spans for as long as the policy says, and at most for eight days', async () => {
  // The first admin's session has ended since.
  const { client } = await createTestUser(kept, { name: 'grace', in: 'own', role: 'admin' })
  const policy = { ...own, kind: 'retention' as const }
  await expect(client.securityPolicies.preview({ ...policy, settings: { span_days: 9 } })).rejects.toThrow('span_days')
  await kept.world.warehouse.execute(
    kept.world.scope,
    `INSERT INTO telemetry_item (organization_id, signal, at) SELECT {organization_id:UUID}, 'span', at
     FROM (SELECT arrayJoin([toDateTime('2026-10-30 10:00:00', 'UTC'), toDateTime('2026-11-07 09:00:00', 'UTC')]) AS at)`,
  )
  const { data } = await client.securityPolicies.preview({ ...policy, settings: { span_days: 2 } })
  expect(data.data).toEqual([{ data: 'spans', before: '2026-11-05', rows: 1 }])
  await deleteExpired(kept.world.warehouse, kept.world.scope, 'spans', '2026-11-05')
  const left = await kept.world.warehouse.query<{ day: string }>(
    kept.world.scope,
    'SELECT toString(toDate(at)) AS day FROM telemetry_item WHERE organization_id = {organization_id:UUID}',
  )
  expect(left).toEqual([{ day: '2026-11-07' }])
})

it('deletes what has expired, and both logs verify', async () => {
  time += 2 * dayMs
  await applyRetention(deps(), kept.world.scope)
  expect(await linesOf('cost_line')).toEqual([{ day: '2026-10-01' }])
  time += 400 * dayMs
  await applyRetention(deps(), kept.world.scope)
  const events = await kept.world.database.scoped(kept.world.scope, (tx) =>
    tx.selectFrom('audit_event').select(['action', 'actor_name', 'erased']).orderBy('seq').execute(),
  )
  expect(events.at(-1)?.action).toBe('audit_log.erased')
  expect(events.slice(0, -1).every(({ erased, actor_name }) => erased !== null && actor_name === 'Erased')).toBe(true)
  const { config, secrets } = kept.server.services
  const { publicKey } = openSigningKey(config.dataFolder, secrets)
  const proof = await proveAuditLog(
    { ...deps(), publicKey, files: openCheckpointFiles(config.dataFolder) },
    kept.world.scope,
  )
  expect(proof).toMatchObject({ intact: true, failure_reason: '' })
  expect((await kept.client.savings.proof({})).data.intact).toBe(true)
})
