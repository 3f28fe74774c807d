/** Credentials of one organization never read for another: every path that opens a secret, an address or an account. */
import { globSync, readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { cloudKinds } from '@kept/domain/connection-kind.ts'
import type { Scope } from '@kept/domain/scope.ts'
import { federationSubject } from '@kept/domain/sync/federation.ts'
import { isOneOf } from '@kept/foundation/narrow.ts'
import { getConnection } from '@kept/store/connections/connections.ts'
import type { OwnerConnection } from '@kept/store/database/connect-owner.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { channelSecretOf } from './alerts/public/channel-secret.ts'
import { openBillingExport } from './connections/public/open-billing-export.ts'
import { openCostReports } from './connections/public/open-cost-reports.ts'
import { openStorage } from './connections/public/open-storage.ts'
import { identityTokenOf } from './federation/public/identity-token.ts'
import { registryOf } from './remediation/public/registry.ts'
import { openStreamSecret } from './security/streams/stream-secret.ts'
import { openCloud } from './sync/open-cloud.ts'
import { readSealedAccess } from './sync/sealed-access.ts'
import { firstAccount, startSmallAws } from './sync/testing/small-aws.ts'
import { listen } from './testing/listen.ts'
import { type PlantedSecret, plantConnections, type SecretTable } from './testing/plant-connections.ts'
import { createTestUser } from './testing/sign-in.ts'
import { openKept, type TestKept } from './testing.ts'

const opened = 'opened below'
/** Product files that open a sealed secret or an address, and why one is not opened below. */
const openers: Record<string, string> = {
  'alerts/public/channel-secret.ts': opened,
  'behavior/receive-hook.ts': 'Compares a signature; opens no address.',
  'cli/backup/command.ts': 'The address of Kept itself, with the key of the operator.',
  'cli/cost/query-cost.ts': 'The address of Kept itself, with the key of the caller.',
  'connections/public/google-access.ts': 'Signs for the scope, with the access that its caller opened.',
  'connections/public/open-billing-export.ts': opened,
  'connections/public/open-cost-reports.ts': opened,
  'connections/public/open-storage.ts': opened,
  'federation/public/identity-token.ts': opened,
  'federation/signing-keys.ts': 'Keys of Kept; the organization is in the token.',
  'identity/oauth/known-providers.ts': 'Read before anyone is signed in: the provider names the organization.',
  'identity/saml/change-provider.ts': 'Sends no secret to the address.',
  'identity/supabase-provider.ts': 'The address and the key are those of the operator.',
  'identity/verify-second-factor.ts': 'Of a user; opens no address.',
  'people/invitation-mail.ts': 'A link to Kept; opens no address.',
  'platform/idempotency.ts': 'An answer of Kept; opens no address.',
  'platform/live-deps.ts': 'Sends to the cloud that a connection opened.',
  'platform/outbound-post.ts': 'Sends what a channel or stream opened.',
  'platform/outbound.ts': 'The guarded fetch itself.',
  'platform/signing-key.ts': 'The key of Kept that signs statements.',
  'remediation/approvals/slack-actions.ts': 'Answers the address in a request of Slack, with no secret.',
  'remediation/public/registry.ts': opened,
  'security/streams/send-to-bucket.ts': 'Sends with the secret that the stream opened.',
  'security/streams/stream-secret.ts': opened,
  'sync/open-cloud.ts': opened,
  'sync/open-trust.ts': 'Signs for no connection, which every cloud has to refuse.',
  'sync/sealed-access.ts': opened,
}
const opens =
  /(?<!function )\b(?:secrets\.open|guardedFetch|guardedDownload|politeFetch|identityTokenOf|signIdentityToken|openCloud|fetch)\(/
/** They call the openers for the scope of their own request or job. */
const callers = ['sync/check-connection.ts', 'sync/routes.ts', 'sync/run-connection.ts', 'federation/routes.ts']

it('lists every file that opens a secret, an address or an account', () => {
  const files = globSync('packages/server/src/**/*.ts').filter((file) => !/\.test\.ts$|\/testing[./]/.test(file))
  const opening = files
    .filter((file) => opens.test(readFileSync(file, 'utf8')))
    .map((file) => file.replace('packages/server/src/', ''))
  expect(opening.filter((file) => !callers.includes(file)).toSorted()).toEqual(Object.keys(openers).toSorted())
})

let kept: TestKept
let owner: OwnerConnection
let server: Server
let requests = 0
const planted: Record<'own' | 'other', PlantedSecret[]> = { own: [], other: [] }

beforeAll(async () => {
  // Refuses everything, and counts.
  server = createServer((_request, response) => {
    requests += 1
    response.writeHead(403, { 'content-type': 'application/json' }).end('{"error":{"code":403,"message":"denied"}}')
  })
  const endpoint = await listen(server)
  kept = await openKept({
    KEPT_STORAGE_ENDPOINTS: endpoint,
    KEPT_PRIVATE_NETWORKS: '127.0.0.0/8',
    KEPT_PUBLIC_URL: 'https://kept.example.com',
  })
  owner = await kept.world.openOwner()
  for (const which of ['own', 'other'] as const) {
    const admin = await createTestUser(kept, { name: `admin-${which}`, in: which, role: 'admin' })
    planted[which] = await plantConnections({ kept, scope: scopeOf(which), admin, endpoint })
  }
}, 120_000)
afterAll(async () => {
  await owner?.end()
  await kept?.close()
  server?.closeAllConnections()
  server?.close()
})

function scopeOf(which: 'own' | 'other'): Scope {
  return which === 'own' ? kept.world.scope : kept.world.otherScope
}

/** How each table is opened; what they return or throw is searched for the secret. */
const openOf: Record<SecretTable, (scope: Scope, secret: PlantedSecret) => Promise<unknown>> = {
  async cloud_connection(scope, { id, kind }) {
    const { services } = kept.server
    const signal = AbortSignal.timeout(30_000)
    if (isOneOf(cloudKinds, kind)) {
      const sealed = await readSealedAccess(services, scope, id)
      return openCloud(services, scope, { id, sealed, signal }).prove()
    }
    const connection = await getConnection(services.state.database, scope, id)
    return openStorage(services, scope, connection, 'bucket', signal).list('', 1)
  },
  async cloud_account(scope, { id }) {
    const port = await registryOf(kept.server.services, scope).portOf(id)
    if (port === undefined) throw new Error('no account')
    // What it would be called for is not tested here: it has the credentials.
    requests += 1
  },
  async alert_channel(scope, { id }) {
    return channelSecretOf(kept.server.services, scope, await rowOf(scope, 'alert_channel', id))
  },
  async audit_stream(scope, { id }) {
    return openStreamSecret(kept.server.services.secrets, scope.organizationId, await rowOf(scope, 'audit_stream', id))
  },
}

async function rowOf(scope: Scope, table: 'alert_channel' | 'audit_stream', id: string) {
  return kept.world.database.scoped(scope, (tx) =>
    tx.selectFrom(table).select(['id', 'secret']).where('id', '=', id).executeTakeFirstOrThrow(),
  )
}

/** Whether it was opened, and all that came back. */
async function attempt(scope: Scope, secret: PlantedSecret): Promise<{ isOpened: boolean; text: string }> {
  const before = requests
  const text = await openOf[secret.table](scope, secret).then(
    (result) => JSON.stringify(result) ?? '',
    (error: unknown) => `${error} ${error instanceof Error ? `${error.stack} ${error.cause}` : ''}`,
  )
  return { isOpened: requests > before || text.includes(secret.canary), text }
}

/** The sealed text of one row in another one; returns how to put the old one back. */
async function copySecret(from: PlantedSecret, to: PlantedSecret): Promise<() => Promise<void>> {
  const column = from.table.startsWith('cloud_') ? 'credentials' : 'secret'
  const read = async (id: string) => {
    const { rows } = await owner.query<{ value: string }>(
      `SELECT ${column} AS value FROM ${from.table} WHERE id = $1`,
      [id],
    )
    return rows[0]?.value ?? ''
  }
  const write = async (value: string) => {
    await owner.query(`UPDATE ${from.table} SET ${column} = $1 WHERE id = $2`, [value, to.id])
  }
  const old = await read(to.id)
  const stolen = await read(from.id)
  // What was copied is sealed, or the test copies nothing.
  expect(stolen).toMatch(/^kept1\./)
  await write(stolen)
  return () => write(old)
}

const step = fc.record({
  index: fc.nat(),
  attacker: fc.constantFrom('own' as const, 'other' as const),
  attack: fc.constantFrom('its own' as const, 'the id of the other' as const, 'a copy of the other' as const),
})

/** Of exports, by the kind of the connection that reads them. */
const addresses: Record<string, string> = { s3: 's3://bucket/', gcs: 'gs://bucket/', azure_blob: 'az://bucket/' }

describe('credentials of an organization', () => {
  async function check({ index, attacker, attack }: { index: number; attacker: 'own' | 'other'; attack: string }) {
    const victim = attacker === 'own' ? 'other' : 'own'
    const mine = planted[attacker][index % planted[attacker].length]
    const theirs = planted[victim][index % planted[victim].length]
    if (!mine || !theirs) throw new Error('nothing is planted')
    const label = `${attacker} opens ${attack}: ${mine.table} ${mine.kind}`
    if (attack === 'its own') return expect((await attempt(scopeOf(attacker), mine)).isOpened, label).toBe(true)
    if (attack === 'the id of the other') {
      const { isOpened, text } = await attempt(scopeOf(attacker), theirs)
      expect({ isOpened, hasSecret: text.includes(theirs.canary) }, label).toEqual({
        isOpened: false,
        hasSecret: false,
      })
      return undefined
    }
    const restore = await copySecret(theirs, mine)
    try {
      const { isOpened, text } = await attempt(scopeOf(attacker), { ...mine, canary: theirs.canary })
      expect({ isOpened, hasSecret: text.includes(theirs.canary) }, label).toEqual({
        isOpened: false,
        hasSecret: false,
      })
    } finally {
      await restore()
    }
    return undefined
  }

  it('open for their own, and in no way for the other', async () => {
    for (const index of planted.own.keys())
      for (const attacker of ['own', 'other'] as const)
        for (const attack of ['its own', 'the id of the other', 'a copy of the other'])
          await check({ index, attacker, attack })
  }, 180_000)

  it('stay apart in any order: nothing that one opened is left for the other', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 8 }), async (steps) => {
        for (const entry of steps) await check(entry)
      }),
      { numRuns: 15 },
    )
  }, 180_000)

  it('are not used for an address that the other names', async () => {
    for (const which of ['own', 'other'] as const) {
      const victim = planted[which === 'own' ? 'other' : 'own']
      const { client } = await createTestUser(kept, { name: `importer-${which}`, in: which, role: 'admin' })
      for (const { id, kind } of victim.filter(({ table }) => table === 'cloud_connection')) {
        const before = requests
        const address = addresses[kind]
        if (address !== undefined) {
          await expect(client.imports.create({ urls: [address], connection_id: id })).rejects.toThrow(
            /not found|no connection/i,
          )
        }
        await expect(client.sync.check({ id })).rejects.toThrow('Connection not found.')
        await expect(client.sync.run({ id })).rejects.toThrow('Connection not found.')
        expect(requests, kind).toBe(before)
      }
    }
  }, 60_000)

  it.each([
    ['oci', openCostReports, 'oci://x'],
    ['gcp', openBillingExport, 'bigquery://p/billing/gcp_billing_export_v1_0/202606'],
  ] as const)('read the bill of their own %s account only', async (kind, open, address) => {
    const { services } = kept.server
    const signal = AbortSignal.timeout(30_000)
    for (const which of ['own', 'other'] as const) {
      const theirScope = scopeOf(which === 'own' ? 'other' : 'own')
      const theirs = planted[which === 'own' ? 'other' : 'own'].find((secret) => secret.kind === kind)
      const row = await getConnection(services.state.database, theirScope, theirs?.id ?? '')
      await expect(open(services, scopeOf(which), row, { address, signal })).rejects.toThrow('cannot be decrypted')
    }
  })

  it('sign in with a token that names their own organization, whatever connection is named', async () => {
    const theirs = planted.other.find(({ kind }) => kind === 'azure')?.id ?? ''
    const ask = (scope: Scope) =>
      identityTokenOf(kept.server.services, scope, { connectionId: theirs, audience: 'sts.amazonaws.com' })()
    const subjectOf = (token: string) =>
      JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()).sub as string
    const right = federationSubject(kept.world.otherScope, theirs)
    expect(subjectOf(await ask(kept.world.otherScope))).toBe(right)
    const forged = await ask(kept.world.scope).then(subjectOf, () => 'refused')
    expect(forged).not.toBe(right)
  })

  it('are not lent by a role: its external ID is made by Kept, one for each connection, and enforced', async () => {
    const role = { role_arn: `arn:aws:iam::${firstAccount}:role/KeptRead` }
    const keys = { access_key_id: 'AKIAKEPT', secret_access_key: 'secret', ...role }
    let externalId = ''
    const aws = await startSmallAws({ accounts: 3, externalId: () => externalId, isFailing: () => false })
    kept.server.services.config.storageEndpoints.push(aws.url)
    const connect = async (which: 'own' | 'other') => {
      const { client } = await createTestUser(kept, { name: `deputy-${which}`, in: which, role: 'admin' })
      const fields = { kind: 'aws' as const, name: 'Shop', regions: ['us-east-1'], endpoint: aws.url }
      const { id } = (await client.connections.create(fields)).data
      return { client, id, external_id: (await client.sync.get({ id })).data.external_id }
    }
    try {
      const [own, other] = [await connect('own'), await connect('other')]
      expect(other.external_id).not.toBe(own.external_id)
      externalId = own.external_id
      expect((await own.client.sync.setAccess({ id: own.id, ...keys })).data.account_id).toBe(firstAccount)
      // The same role and the same keys: only the external ID is another one.
      const stolen = other.client.sync.setAccess({ id: other.id, ...keys })
      await expect(stolen).rejects.toThrow('that its trust policy names the external ID of this connection')
      const typed = { id: other.id, ...keys, external_id: own.external_id }
      await expect(other.client.sync.setAccess(typed)).rejects.toThrow(/external_id/)
      expect(aws.keys.has(`ASIA${firstAccount}`)).toBe(true)
    } finally {
      aws.close()
    }
  }, 60_000)
})
