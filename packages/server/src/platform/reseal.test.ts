/** Key rotation: every encrypted value, in every table, is under the new key afterwards; no column is forgotten. */
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { saveEmailPreferences } from '@kept/store/alerts/email-preferences.ts'
import { proposeTwoFactor } from '@kept/store/people/two-factor.ts'
import { sealedUnder } from '@kept/store/testing/sealed-under.ts'
import { openWorld, type World } from '@kept/store/testing/world.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { totpPlace } from '../identity/verify-second-factor.ts'
import { openKept } from '../testing.ts'
import { openSecrets } from './secrets.ts'
import { openSigningKey } from './signing-key.ts'

const [before, after] = [randomBytes(32), randomBytes(32)]
let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

it('re-encrypts every secret at a start with the previous key', async () => {
  const { id: person } = await world.database.shared
    .insertInto('users')
    .values({ email: 'ada@example.com' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const kept = await openKept({ KEPT_SECRET_KEY: before.toString('base64') }, { world })
  try {
    const schedule = { time_zone: 'UTC', digest: null, quiet: [], critical_passes: true }
    const typed = { kind: 'slack', url: 'https://hooks.slack.com/services/T0/B0/hidden' } as const
    await kept.client.alerts.addChannel({ name: 'ours', schedule, typed })
    // A channel without a secret is left alone.
    const preferences = { enabled: true, schedule, kinds: ['loop' as const], min_severity: 'low' as const }
    await world.database.scoped(world.scope, (tx) => saveEmailPreferences(tx, person, preferences, new Date(0)))
    const { data: hook } = await kept.client.behaviorHooks.create({ kind: 'github', name: 'pushes' })
    await kept.client.behaviorHooks.rotate({ id: hook.id })
    const credentials = { access_key_id: 'AKIAEXAMPLE', secret_access_key: 'hidden' }
    await kept.client.remediation.addAccount({ provider: 'aws', name: 'Main', account: '', credentials })
    const provider = { name: 'Okta', issuer: 'https://id.example.com', client_id: 'c', client_secret: 'hidden' }
    const id = world.scope.organizationId
    await kept.client.organizations.addIdentityProvider({ id, ...provider, domains: ['example.com'] })
    const sealed = kept.server.services.secrets.seal(totpPlace(person), 'JBSWY3DP')
    await proposeTwoFactor(world.database, person, sealed, new Date(0))
  } finally {
    await kept.close()
  }
  const old = await sealedUnder(world.database, world.scope)
  expect(Object.keys(old)).toEqual([
    'alert_channel.secret',
    'behavior_hook.previous_secret',
    'behavior_hook.secret',
    'cloud_account.credentials',
    'identity_provider.client_secret',
    'two_factor.secret',
  ])

  const keys = { KEPT_SECRET_KEY: after.toString('base64'), KEPT_PREVIOUS_SECRET_KEY: before.toString('base64') }
  await (await openKept(keys, { world })).close()
  const [, today] = openSecrets(after).seal(totpPlace(person), '').split('.')
  const resealed = await sealedUnder(world.database, world.scope)
  expect(Object.keys(resealed)).toEqual(Object.keys(old))
  expect(new Set(Object.values(resealed).flat())).toEqual(new Set([today]))
})

it('keeps the key that signs statements', () => {
  const folder = mkdtempSync(join(tmpdir(), 'kept-key-'))
  try {
    const { pem } = openSigningKey(folder, openSecrets(before))
    expect(() => openSigningKey(folder, openSecrets(after))).toThrow('encrypted with another key')
    expect(openSigningKey(folder, openSecrets(after, before)).pem).toBe(pem)
    expect(openSigningKey(folder, openSecrets(after)).pem).toBe(pem)
  } finally {
    rmSync(folder, { recursive: true })
  }
})
