/** The security overview over real HTTP: what fails in all kinds of scans, and who and which keys are at risk. */
import { inventoryItemSchema } from '@kept/domain/resource.ts'
import { scanKinds } from '@kept/domain/security-scan.ts'
import { putInventory } from '@kept/store/resources/put-inventory.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openSigningKey } from './platform/signing-key.ts'
import { openCheckpointFiles } from './security/checkpoint-files.ts'
import { writeCheckpoint } from './security/checkpoint-job.ts'
import { scanOrganization } from './security/scans/jobs.ts'
import { createTestUser, type TestUser } from './testing/sign-in.ts'
import { openKept, type TestKept } from './testing.ts'

let kept: TestKept
let admin: TestUser
beforeAll(async () => {
  kept = await openKept()
  admin = await createTestUser(kept, { name: 'ada', in: 'own', role: 'admin' })
})
afterAll(() => kept.close())

const own = { organization: 'own' }
const overview = async () => (await admin.client.security.overview(own)).data
const severities = ['critical', 'high', 'medium', 'low'] as const

it('has every kind of scan before the first one, and nothing that fails', async () => {
  const { last_scans, failing_checks } = await overview()
  expect(last_scans).toEqual(scanKinds.map((kind) => ({ kind, scan: null })))
  expect(failing_checks).toEqual({ critical: 0, high: 0, medium: 0, low: 0 })
})

it('counts what fails in the last scans of every kind by severity, and says when each ran', async () => {
  const { database, scope } = kept.world
  const volume = { provider: 'aws', resource_id: 'vol-1', type: 'Volume', attributes: { encrypted: 'false' } }
  await putInventory(database, scope, [inventoryItemSchema.parse(volume)], new Date())
  const { now } = kept.server.services
  const before = Date.now()
  await scanOrganization({ database, now }, scope)
  const { last_scans, failing_checks } = await overview()
  expect(last_scans.map(({ kind }) => kind)).toEqual([...scanKinds])
  for (const { kind, scan } of last_scans) {
    if (!scan) throw new Error(`The ${kind} scan did not complete.`)
    expect(Date.parse(scan.completed_at)).toBeGreaterThanOrEqual(before)
    const { data } = await admin.client.securityScans.get({ ...own, id: scan.id })
    expect(data.kind).toBe(kind)
    const failing = data.results.filter(({ status }) => status === 'fail')
    for (const severity of severities)
      expect(scan.failing_checks[severity]).toBe(failing.filter((result) => result.severity === severity).length)
  }
  for (const severity of severities)
    expect(failing_checks[severity]).toBe(
      last_scans.reduce((sum, { scan }) => sum + (scan?.failing_checks[severity] ?? 0), 0),
    )
  const cloud = last_scans.find(({ kind }) => kind === 'cloud')?.scan
  expect(cloud?.failing_checks).toEqual({ critical: 0, high: 1, medium: 0, low: 0 })
  const { data: other } = await kept.otherClient.security.overview({ organization: 'other' })
  expect(other.last_scans.every(({ scan }) => scan === null)).toBe(true)
})

it('replaces a count with the next scan of that kind', async () => {
  const { database, scope } = kept.world
  const volume = { provider: 'aws', resource_id: 'vol-1', type: 'Volume', attributes: { encrypted: 'true' } }
  await putInventory(database, scope, [inventoryItemSchema.parse(volume)], new Date())
  const before = await overview()
  await scanOrganization({ database, now: kept.server.services.now }, scope)
  const after = await overview()
  expect(after.failing_checks.high).toBe(before.failing_checks.high - 1)
})

it('lists users and API keys at risk with the reason and where it is fixed', async () => {
  const user = await createTestUser(kept, { name: 'uma', in: 'own', role: 'user' })
  await admin.client.apiKeys.create({ name: 'limited', scopes: ['costs:read'], ranges: ['203.0.113.0/24'] })
  const { data: open } = await admin.client.apiKeys.create({ name: 'open', scopes: ['costs:read'] })
  const { people, api_keys } = await overview()
  expect(people).toMatchObject({ active: 2, at_risk: { total: 2 } })
  expect(people.at_risk.worst).toMatchObject([
    { name: 'ada', role: 'admin', severity: 'critical', reasons: [{ check_id: 'admins-second-factor' }] },
    {
      ...{ id: user.userId, role: 'user', severity: 'high' },
      reasons: [{ reason: 'No second factor', href: `/admin/users?person=${user.userId}` }],
    },
  ])
  expect(api_keys).toMatchObject({ active: 2, at_risk: { total: 1 } })
  expect(api_keys.at_risk.worst).toMatchObject([
    {
      ...{ id: open.id, name: 'open', severity: 'low' },
      reasons: [{ check_id: 'api-key-addresses', reason: 'Works from every address', href: '/security?tab=keys' }],
    },
  ])
})

it('changes at once with a signed checkpoint and with the first use of a key, which leave no event', async () => {
  const { data: key } = await admin.client.apiKeys.create({ name: 'waiting', scopes: ['costs:read'] })
  const owner = await kept.world.openOwner()
  await owner.query(`UPDATE api_key SET created_at = created_at - interval '10 days' WHERE id = $1`, [key.id])
  await owner.end()
  const { services } = kept.server
  const { sharedFolder } = services.config
  const before = await overview()
  await writeCheckpoint(
    {
      ...{ database: kept.world.database, now: services.now, files: openCheckpointFiles(sharedFolder) },
      signer: () => openSigningKey(sharedFolder, services.secrets),
    },
    kept.world.scope,
  )
  const signed = await overview()
  expect(signed.audit_log.last_checkpoint_seq).toBe(before.audit_log.head.seq)
  const isUnused = ({ api_keys }: typeof signed) =>
    api_keys.at_risk.worst.find(({ id }) => id === key.id)?.reasons.some(({ reason }) => reason === 'Never used')
  expect(isUnused(signed)).toBe(true)
  await fetch(`${kept.url}/v1/me`, { headers: { authorization: `Bearer ${key.key}` } })
  expect(isUnused(await overview())).toBe(false)
})
