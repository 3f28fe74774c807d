/**
 * From the form to resources without a key, for each cloud that verifies the token against the published keys; nothing
 * of another organization; the demo; and the rotation of the key.
 */
import { randomUUID } from 'node:crypto'
import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { answerAzure, clientId, createSmallAzure, tenantId } from '@kept/connectors/azure/live/testing/small-azure.ts'
import {
  answerGoogle,
  createSmallGoogle,
  workloadIdentityProvider,
} from '@kept/connectors/gcp/live/testing/small-google.ts'
import { awsAudience, azureAudiences, federationSubject, gcpAudience } from '@kept/domain/sync/federation.ts'
import type { PublicJwk, TrustedIssuer } from '@kept/domain/sync/testing/identity-token.ts'
import type { AnswerTo } from '@kept/domain/sync/testing/small-cloud.ts'
import { ensureOrganization } from '@kept/store/organizations/ensure.ts'
import { dueConnections } from '@kept/store/sync/connections.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PUBLISHED_BEFORE_MS, ROTATE_AFTER_MS } from './federation/key-times.ts'
import { rotateKeysJob } from './federation/rotate-job.ts'
import { openCloud } from './sync/open-cloud.ts'
import { type RunServices, runConnection } from './sync/run-connection.ts'
import { readSealedAccess } from './sync/sealed-access.ts'
import { firstAccount, type SmallAws, startSmallAws } from './sync/testing/small-aws.ts'
import { serveAnswers } from './testing/serve-answers.ts'
import { createTestUser, type TestUser } from './testing/sign-in.ts'
import { openKept, type TestKept } from './testing.ts'

const issuer = 'https://example.com/kept'
const startMs = Date.parse('2026-11-27T10:00:00Z')
const audiences = { aws: awsAudience, azure: azureAudiences.public, gcp: gcpAudience }
type Kind = keyof typeof audiences
const entered = {
  aws: { role_arn: `arn:aws:iam::${firstAccount}:role/KeptRead` },
  azure: { tenant_id: tenantId, client_id: clientId },
  gcp: { workload_identity_provider: workloadIdentityProvider },
}

let kept: TestKept
let admin: TestUser
let otherAdmin: TestUser
let nowMs = startMs
/** What the clouds have read of the issuer. */
let published: readonly PublicJwk[] = []
const closing: { close(): unknown }[] = []

beforeAll(async () => {
  kept = await openKept({ KEPT_PUBLIC_URL: issuer }, { now: () => new Date(nowMs) })
  admin = await createTestUser(kept, { name: 'admin', in: 'own', role: 'admin' })
  otherAdmin = await createTestUser(kept, { name: 'other-admin', in: 'other', role: 'admin' })
  published = await readKeys()
})
afterAll(async () => {
  for (const server of closing) server.close()
  await kept.close()
})

async function get(path: string): Promise<Response> {
  return fetch(`${kept.url}${path}`)
}

async function readKeys(): Promise<readonly PublicJwk[]> {
  return ((await (await get('/.well-known/jwks.json')).json()) as { keys: PublicJwk[] }).keys
}

function trustOf(audience: string, subject: string | null): TrustedIssuer {
  return { issuer, subject, audience, keys: () => published, nowMs: () => nowMs }
}

const serve = (answerTo: AnswerTo): Promise<string> => serveAnswers(answerTo, closing)

/** A cloud that trusts what `trust` says, asked at the time of the request. */
async function startCloud(kind: Kind, trust: () => TrustedIssuer): Promise<string> {
  const lazily: TrustedIssuer = {
    get issuer() {
      return trust().issuer
    },
    get subject() {
      return trust().subject
    },
    get audience() {
      return trust().audience
    },
    keys: () => trust().keys(),
    nowMs: () => trust().nowMs(),
  }
  if (kind === 'azure') return serve(answerAzure(createSmallAzure({ federatedCredential: lazily })))
  if (kind === 'gcp') return serve(answerGoogle(createSmallGoogle({ provider: lazily, nowMs })))
  const aws: SmallAws = await startSmallAws({
    accounts: 1,
    externalId: () => '',
    isFailing: () => false,
    trusts: lazily,
  })
  closing.push(aws)
  return aws.url
}

/** A connection to a cloud that trusts it, without credentials yet. */
async function create(kind: Kind, user = admin, subjectOf?: (id: string) => string | null, isOpen = () => false) {
  let subject: string | null = ''
  const endpoint = await startCloud(kind, () => trustOf(audiences[kind], isOpen() ? null : subject))
  kept.server.services.config.storageEndpoints.push(new URL(endpoint).origin)
  const input = { kind, name: `${kind} ${randomUUID()}`, endpoint }
  const { data } = await user.client.connections.create(kind === 'aws' ? { ...input, regions: ['us-east-1'] } : input)
  const scope = user === admin ? kept.world.scope : kept.world.otherScope
  // Not due: only the test runs it.
  await kept.world.database.scoped(scope, (tx) =>
    tx.updateTable('sync_connection').set({ next_run_at: '2100-01-01T00:00:00Z' }).where('id', '=', data.id).execute(),
  )
  subject = subjectOf ? subjectOf(data.id) : federationSubject(scope, data.id)
  return data.id
}

async function run(id: string) {
  const services: RunServices = {
    ...kept.server.services,
    pipeline: { run: async () => undefined },
    importExport: async () => undefined,
    importActivity: kept.server.features.behavior.importActivity,
  }
  await runConnection(services, kept.world.scope, id, { startedBy: 'test', signal: new AbortController().signal })
  return (await admin.client.sync.get({ id })).data
}

describe('the issuer', () => {
  it('describes itself below the path of the public URL, with the path and without it, for anyone', async () => {
    const response = await get('/.well-known/openid-configuration')
    expect(response.headers.get('cache-control')).toBe('public, max-age=300')
    expect(await response.json()).toMatchObject({
      issuer,
      jwks_uri: `${issuer}/.well-known/jwks.json`,
      id_token_signing_alg_values_supported: ['RS256'],
    })
    expect((await get('/kept/.well-known/jwks.json')).status).toBe(200)
    expect(published).toHaveLength(1)
    expect(Object.keys(published[0] ?? {}).toSorted()).toEqual(['alg', 'e', 'kid', 'kty', 'n', 'use'])
  })

  it('has the address of the setting, whatever the headers of a request say, and sets nothing', async () => {
    const response = await fetch(`${kept.url}/.well-known/openid-configuration?issuer=https://evil.example`, {
      headers: {
        'x-forwarded-host': 'evil.example',
        'x-forwarded-proto': 'http',
        forwarded: 'host=evil.example',
        'x-original-url': '/evil',
      },
    })
    expect(await response.json()).toMatchObject({ issuer, jwks_uri: `${issuer}/.well-known/jwks.json` })
    expect(response.headers.get('set-cookie')).toBeNull()
    const changed = await fetch(`${kept.url}/.well-known/jwks.json`, { method: 'POST', body: 'x'.repeat(100) })
    expect(changed.status).toBeGreaterThanOrEqual(400)
    expect(await readKeys()).toEqual(published)
  })

  it('answers the clouds however often others in their network ask', async () => {
    for (let count = 0; count < 35; count += 1) {
      const responses = await Promise.all(Array.from({ length: 20 }, () => get('/.well-known/jwks.json')))
      expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]))
    }
  })
})

describe.each(['aws', 'azure', 'gcp'] as const)('a connection by federation: %s', (kind) => {
  it('is read from the form to the resources, and nothing secret is stored', async () => {
    const id = await create(kind)
    const { data: setup } = await admin.client.sync.setup({ id })
    const subject = federationSubject(kept.world.scope, id)
    expect(setup.federation).toMatchObject({ unavailable_reason: '', issuer, subject, audience: audiences[kind] })
    expect(setup.federation?.documents[0]?.text).toContain(subject)
    const { data: connected } = await admin.client.sync.setAccess({ id, method: 'federation', ...entered[kind] })
    expect(connected).toMatchObject({ error: '', access_method: 'federation' })
    expect(connected.capabilities.every(({ state }) => state === 'complete')).toBe(true)
    expect(await run(id)).toMatchObject({ state: 'connected', error: '', resources: 1 })
    const sealed = JSON.stringify(await readSealedAccess(kept.server.services, kept.world.scope, id))
    expect(sealed).not.toMatch(/secret|private|eyJ/)
  }, 60_000)

  it('is refused where another subject is trusted, and nothing changes', async () => {
    const id = await create(kind, admin, (own) => federationSubject(kept.world.otherScope, own))
    await expect(admin.client.sync.setAccess({ id, method: 'federation', ...entered[kind] })).rejects.toThrow(/subject/)
    expect((await admin.client.sync.get({ id })).data).toMatchObject({ access_method: null, account_id: '' })
  }, 60_000)

  it('is refused where any subject is trusted, and a check finds a trust that was opened later', async () => {
    let isOpen = false
    const id = await create(kind, admin, () => null)
    await expect(admin.client.sync.setAccess({ id, method: 'federation', ...entered[kind] })).rejects.toThrow(
      'Your cloud trusts every connection of this Kept',
    )
    expect((await admin.client.sync.get({ id })).data).toMatchObject({ access_method: null, account_id: '' })
    const later = await create(kind, admin, undefined, () => isOpen)
    await admin.client.sync.setAccess({ id: later, method: 'federation', ...entered[kind] })
    isOpen = true
    expect((await admin.client.sync.check({ id: later })).data).toMatchObject({
      state: 'action_needed',
      error: expect.stringContaining('limit the trust to the subject shown'),
    })
  }, 60_000)
})

describe('a connection without credentials', () => {
  it('is not due while a person grants access, and is as soon as there are credentials', async () => {
    const id = await create('azure')
    const scope = kept.world.scope
    await kept.world.database.scoped(scope, (tx) =>
      tx
        .updateTable('sync_connection')
        .set({ next_run_at: new Date(nowMs) })
        .where('id', '=', id)
        .execute(),
    )
    const due = () => dueConnections(kept.world.database, scope, new Date(nowMs))
    expect(await due()).not.toContain(id)
    await admin.client.sync.setAccess({ id, method: 'federation', ...entered.azure })
    expect(await due()).toContain(id)
    // The timer of this Kept leaves it to the test.
    await admin.client.connections.delete({ id, inventory: 'keep' })
  }, 60_000)
})

describe('a token', () => {
  it('never opens what trusts a connection of another organization, whatever is entered', async () => {
    const theirs = await create('aws', otherAdmin)
    await otherAdmin.client.sync.setAccess({ id: theirs, method: 'federation', ...entered.aws })
    // The same role, entered by someone else, in a cloud that trusts the other connection.
    const ours = await create('aws', admin, () => federationSubject(kept.world.otherScope, theirs))
    await expect(admin.client.sync.setAccess({ id: ours, method: 'federation', ...entered.aws })).rejects.toThrow(
      'AWS did not let Kept assume the role',
    )
    // Sealed credentials of the other connection are no use either: here there is no such connection.
    await expect(
      openCloud(kept.server.services, kept.world.scope, {
        id: theirs,
        sealed: await readSealedAccess(kept.server.services, kept.world.otherScope, theirs),
      }).prove(),
    ).rejects.toThrow('This connection was removed')
    await expect(admin.client.sync.setup({ id: theirs })).rejects.toThrow('Connection not found.')
  }, 60_000)

  it('is not made for a connection that was removed, nor for an organization that is being deleted', async () => {
    const id = await create('gcp')
    await admin.client.sync.setAccess({ id, method: 'federation', ...entered.gcp })
    const sealed = await readSealedAccess(kept.server.services, kept.world.scope, id)
    // As a run that is under way when it is removed.
    const cloud = openCloud(kept.server.services, kept.world.scope, { id, sealed })
    await admin.client.connections.delete({ id, inventory: 'keep' })
    await expect(cloud.prove()).rejects.toThrow('This connection was removed')

    const other = await create('gcp', otherAdmin)
    await otherAdmin.client.sync.setAccess({ id: other, method: 'federation', ...entered.gcp })
    const theirs = await readSealedAccess(kept.server.services, kept.world.otherScope, other)
    const setDeletion = (at: Date | null) =>
      kept.world.database.pool.query(
        `UPDATE organization SET deletion_requested_at = $1, deletion_due_at = $1, deletion_started_at = $1
          WHERE id = $2`,
        [at, kept.world.otherScope.organizationId],
      )
    await setDeletion(new Date(nowMs))
    try {
      await expect(
        openCloud(kept.server.services, kept.world.otherScope, { id: other, sealed: theirs }).prove(),
      ).rejects.toThrow('This connection was removed')
    } finally {
      await setDeletion(null)
    }
  }, 60_000)

  it('of no connection is refused by the cloud itself: one that does not decide is asked again', async () => {
    let isLimiting = false
    // The first exchange is that of the connection, the second that of no connection.
    let exchanges = 0
    const aws = await startSmallAws({
      accounts: 1,
      externalId: () => '',
      isFailing: () => false,
      trusts: trustOf(awsAudience, null),
      fault(action) {
        if (action !== 'AssumeRoleWithWebIdentity' || !isLimiting) return undefined
        exchanges += 1
        if (exchanges === 1) return undefined
        return {
          status: 400,
          body: '<ErrorResponse><Error><Code>Throttling</Code><Message>Rate exceeded</Message></Error></ErrorResponse>',
        }
      },
    })
    closing.push(aws)
    kept.server.services.config.storageEndpoints.push(new URL(aws.url).origin)
    const { data } = await admin.client.connections.create({
      kind: 'aws',
      name: `aws ${randomUUID()}`,
      endpoint: aws.url,
      regions: ['us-east-1'],
    })
    isLimiting = true
    await expect(admin.client.sync.setAccess({ id: data.id, method: 'federation', ...entered.aws })).rejects.toThrow(
      'Your cloud did not say whether it refuses other connections',
    )
    expect((await admin.client.sync.get({ id: data.id })).data.access_method).toBeNull()
  }, 60_000)

  it('has no claim that a request could set', async () => {
    const id = await create('gcp')
    for (const claim of ['iss', 'sub', 'aud', 'issuer', 'subject', 'audience']) {
      const input = { id, method: 'federation', ...entered.gcp, [claim]: 'x' } as Parameters<
        typeof admin.client.sync.setAccess
      >[0]
      await expect(admin.client.sync.setAccess(input)).rejects.toThrow()
    }
  })

  it('is not made for the demo', async () => {
    const demo = await ensureOrganization(kept.world.database, { slug: 'demo', name: 'Demo', demo: true })
    const access = { method: 'federation', ...entered.azure, cloud: 'public', subscriptions: [] } as const
    const sealed = { kind: 'azure' as const, access: { ...access, subscriptions: [] } }
    // Nothing is sent: the token comes first.
    await expect(
      openCloud(kept.server.services, { organizationId: demo.id }, { id: randomUUID(), sealed }).prove(),
    ).rejects.toThrow('The demo has simulated clouds only.')
  })
})

describe('without an address that clouds reach', () => {
  it('says why in one sentence, and publishes nothing', async () => {
    const { config } = kept.server.services
    config.publicUrl = 'https://kept.internal'
    try {
      expect((await get('/.well-known/jwks.json')).status).toBe(404)
      const id = await create('azure')
      const { data } = await admin.client.sync.setup({ id })
      expect(data.federation).toMatchObject({ documents: [], issuer: '' })
      expect(data.federation?.unavailable_reason).toMatch(/instead of kept\.internal\.$/)
      await expect(admin.client.sync.setAccess({ id, method: 'federation', ...entered.azure })).rejects.toThrow(
        'set KEPT_PUBLIC_URL to a public name',
      )
    } finally {
      config.publicUrl = issuer
    }
  })
})

describe('the rotation of the key', () => {
  const rotations = () =>
    kept.world.database.scoped(kept.world.scope, (tx) =>
      tx
        .selectFrom('audit_event')
        .select(['resource_id', 'actor_name'])
        .where('action', '=', 'federation_key.rotated')
        .orderBy('seq')
        .execute(),
    )

  it('publishes two keys, signs with the new one a day later, and is in the audit log once', async () => {
    const id = await create('azure')
    // The operator: sessions of users end long before the key does.
    await kept.client.sync.setAccess({ id, method: 'federation', ...entered.azure })
    const rotate = () => rotateKeysJob.run({}, kept.server.services, new AbortController().signal, { last: true })
    const [first] = published
    nowMs = startMs + ROTATE_AFTER_MS
    await rotate()
    await rotate()
    published = await readKeys()
    expect(published).toHaveLength(2)
    expect(published[0]).toEqual(first)
    await expect(kept.client.sync.check({ id })).resolves.toMatchObject({ data: { error: '' } })
    nowMs += PUBLISHED_BEFORE_MS
    // A cloud that still has only the first key refuses the new one; with both it does not.
    await expect(kept.client.sync.check({ id })).resolves.toMatchObject({ data: { error: '' } })
    const [, second] = published
    published = first ? [first] : []
    expect((await kept.client.sync.check({ id })).data.error).not.toBe('')
    published = second ? [second] : []
    expect((await kept.client.sync.check({ id })).data.error).toBe('')
    expect(await rotations()).toEqual([{ resource_id: second?.kid, actor_name: 'Kept' }])
    // An operator who withdraws every key at once deletes the files.
    const folder = join(kept.server.services.config.sharedFolder, 'keys')
    for (const name of readdirSync(folder)) if (name.startsWith('federation-')) rmSync(join(folder, name))
    nowMs += 1000
    expect((await kept.client.sync.check({ id })).data.error).not.toBe('')
    published = await readKeys()
    expect(published.map(({ kid }) => kid)).not.toContain(second?.kid)
    expect((await kept.client.sync.check({ id })).data.error).toBe('')
    await rotate()
    expect((await rotations()).map(({ resource_id }) => resource_id)).toEqual([second?.kid, published[0]?.kid])
  }, 60_000)
})
