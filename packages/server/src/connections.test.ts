/** Imports from object storage: only with a connection of the same organization, and only from its location. */
import { randomUUID } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { NewConnection } from '@kept/domain/connection.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { startSmallBlobStore } from './formats/testing/small-blob-store.ts'
import { type SmallS3, startSmallS3 } from './formats/testing/small-s3.ts'
import { finished } from './imports/testing/deliver.ts'
import { smallBill } from './imports/testing/small-bill.ts'
import { visibleTotals } from './imports/testing/totals.ts'
import { listen } from './testing/listen.ts'
import { createTestUser, type TestUser } from './testing/sign-in.ts'
import { openKept, type TestKept } from './testing.ts'

const storageKey = Buffer.from('not a secret').toString('base64')
const objects = new Map<string, Buffer>()
let s3: SmallS3
let blobStore: Awaited<ReturnType<typeof startSmallBlobStore>>
let blobUrl: string
let kept: TestKept
let admin: TestUser
let otherAdmin: TestUser
/** Stands for the metadata service of a cloud: no request may arrive here. */
let metadata: Server
let metadataUrl: string
let metadataRequests = 0
/** Answers every request with a redirect to `metadata`. */
let redirecting: Server
let redirectingUrl: string

beforeAll(async () => {
  objects.set('bills/2024/one.csv', Buffer.from(smallBill([{ billed: '1' }, { billed: '2', day: 2 }])))
  objects.set('bills/2024/a b+c/two=2.csv', Buffer.from(smallBill([{ billed: '4', account: '222' }])))
  s3 = await startSmallS3(objects, 'AKIACONNECTION')
  blobStore = await startSmallBlobStore(objects, storageKey)
  blobUrl = new URL(/BlobEndpoint=([^;]+)/.exec(blobStore.connectionString(storageKey))?.[1] ?? '').origin
  metadata = createServer((_request, response) => {
    metadataRequests += 1
    response.end('{"SecretAccessKey":"stolen"}')
  })
  metadataUrl = await listen(metadata)
  redirecting = createServer((_request, response) => {
    response.writeHead(307, { location: `${metadataUrl}/latest/meta-data/` }).end()
  })
  redirectingUrl = await listen(redirecting)
  kept = await openKept({ KEPT_STORAGE_ENDPOINTS: [s3.url, blobUrl, redirectingUrl].join(',') })
  admin = await createTestUser(kept, { name: 'admin', in: 'own', role: 'admin' })
  otherAdmin = await createTestUser(kept, { name: 'other-admin', in: 'other', role: 'admin' })
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'AKIAENVIRONMENT')
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'environment-secret')
  vi.stubEnv('AWS_ENDPOINT_URL', s3.url)
  vi.stubEnv('AZURE_STORAGE_ACCOUNT', 'acct')
  vi.stubEnv('AZURE_STORAGE_SAS_TOKEN', 'sv=1&sig=environment')
})
afterAll(async () => {
  vi.unstubAllEnvs()
  await kept.close()
  await s3.close()
  await blobStore.close()
  metadata.close()
  redirecting.close()
})
beforeEach(() => {
  s3.requests.length = 0
  metadataRequests = 0
})

const s3Connection = (change: object = {}) =>
  ({
    kind: 's3',
    name: `billing ${randomUUID()}`,
    region: 'eu-west-1',
    access_key_id: 'AKIACONNECTION',
    secret_access_key: 'connection-secret',
    endpoint: s3.url,
    ...change,
  }) as NewConnection

async function connect(connection: NewConnection, user = admin): Promise<string> {
  return (await user.client.connections.create(connection)).data.id
}

async function importFrom(url: string, connection_id: string, user = admin) {
  const { data } = await user.client.imports.create({ urls: [url], connection_id })
  return finished(user.client, data.id)
}

describe('imports.create with an address', () => {
  it('rejects an address without a connection, whatever credentials the environment has', async () => {
    const urls = ['s3://bills/2024/']
    await expect(admin.client.imports.create({ urls })).rejects.toThrow(/^Choose a connection for these addresses\./)
    await expect(kept.client.imports.create({ urls })).rejects.toThrow(/^Choose a connection for these addresses\./)
    expect(s3.requests).toEqual([])
  })

  it('reads nothing for the demo', async () => {
    const { id } = await kept.world.database.shared
      .insertInto('organization')
      .values({ slug: 'demo', name: 'Demo', demo: true })
      .returning('id')
      .executeTakeFirstOrThrow()
    kept.server.services.config.demo = true
    for (const [name, role] of [
      ['demo-client', 'user'],
      ['demo-admin', 'admin'],
    ] as const) {
      const visitor = await createTestUser(kept, {
        name,
        in: { organizationId: id },
        role,
        demo: true,
        emailDomain: 'demo.kept.invalid',
      })
      const create = visitor.client.imports.create({ urls: ['s3://bills/2024/'], connection_id: randomUUID() })
      await expect(create).rejects.toThrow(/^The demo can't do this/)
      await expect(visitor.client.connections.create(s3Connection())).rejects.toThrow(/demo|role/)
    }
    expect(s3.requests).toEqual([])
  })

  it('reads with the credentials of the connection and never with those of the environment', async () => {
    const done = await importFrom('s3://bills/2024', await connect(s3Connection()))
    expect(done).toMatchObject({ status: 'done', error: '' })
    expect(done.sources.map(({ name }) => name)).toEqual([
      's3://bills/2024/2024/a b+c/two=2.csv',
      's3://bills/2024/2024/one.csv',
    ])
    expect(await visibleTotals(kept.world, kept.world.scope)).toEqual({
      '111 2024-09 USD': '2 lines, 3',
      '222 2024-09 USD': '1 lines, 4',
    })
    expect(s3.requests.length).toBeGreaterThan(0)
    for (const { authorization } of s3.requests) expect(authorization).toContain('Credential=AKIACONNECTION/')
    await kept.client.imports.undo({ id: done.id })
  })

  it('reads one object, and the objects of a pattern', async () => {
    const id = await connect(s3Connection())
    for (const url of ['s3://bills/2024/one.csv', 's3://bills/2024/*.csv']) {
      const done = await importFrom(url, id)
      expect(done).toMatchObject({ status: 'done', progress: { rows_read: 2 } })
      await kept.client.imports.undo({ id: done.id })
    }
  })

  it('reads Azure with an account key', async () => {
    const id = await connect({
      kind: 'azure_blob',
      name: 'azure',
      account: 'bills',
      cloud: 'public',
      account_key: storageKey,
      endpoint: blobUrl,
    })
    const done = await importFrom('az://bills/2024/one.csv', id)
    expect(done).toMatchObject({ status: 'done', error: '', progress: { rows_read: 2 } })
    await kept.client.imports.undo({ id: done.id })
    await expect(
      admin.client.imports.create({ urls: ['az://acct.blob.attacker.test/c/x'], connection_id: id }),
    ).rejects.toThrow(/is not in the storage account bills of the connection "azure"/)
    await expect(
      admin.client.imports.create({ urls: ['az://other.blob.core.windows.net/c/x'], connection_id: id }),
    ).rejects.toThrow(/is not in the storage account bills/)
  })

  it('rejects another organization’s connection with the same message as a missing one', async () => {
    const id = await connect(s3Connection())
    for (const connection_id of [id, randomUUID()]) {
      await expect(otherAdmin.client.imports.create({ urls: ['s3://bills/2024/'], connection_id })).rejects.toThrow(
        /^Connection not found\.$/,
      )
    }
    await expect(otherAdmin.client.connections.delete({ id })).rejects.toThrow(/^Connection not found\.$/)
    expect((await otherAdmin.client.connections.list({})).data).toEqual([])
    expect(s3.requests).toEqual([])
  })

  it.each([
    's3://169.254.169.254/latest/meta-data/',
    's3://[fd00:ec2::254]/latest',
    's3://[::ffff:169.254.169.254]/latest',
    's3://evil.test:80/x',
    's3://user@evil.test/x',
    's3://evil.test#/x',
    's3://evil.test?/x',
    's3://bucket..name/x',
    's3://bucket/../other-bucket/x',
    's3://bucket/a/./b',
    's3://bucket/a\nb',
    's3:///x',
    'gs://bills/2024',
    'az://bills/2024',
  ])('rejects %s before anything is sent', async (url) => {
    const connection_id = await connect(s3Connection())
    await expect(admin.client.imports.create({ urls: [url], connection_id })).rejects.toMatchObject({ status: 400 })
    expect(s3.requests).toEqual([])
  })

  it('does not follow a redirect', async () => {
    const done = await importFrom('s3://bills/2024/', await connect(s3Connection({ endpoint: redirectingUrl })))
    expect(done.status).toBe('failed')
    expect(done.error).toBe('s3://bills/2024/ redirects to another address. Check the address and the region.')
    expect(metadataRequests).toBe(0)
  })

  it('explains a denied access, and never repeats a credential', async () => {
    const id = await connect(s3Connection({ access_key_id: 'AKIAWRONG', secret_access_key: 'very-secret-key' }))
    const done = await importFrom('s3://bills/2024/', id)
    expect(done.error).toBe(
      'Access to s3://bills/2024/ was denied. Check the credentials and permissions of the connection.',
    )
    const stored = await kept.world.database.scoped(kept.world.scope, async (tx) => [
      await tx.selectFrom('import').selectAll().where('id', '=', done.id).execute(),
      await tx.selectFrom('cloud_connection').selectAll().execute(),
    ])
    const { data: list } = await admin.client.connections.list({})
    expect(JSON.stringify([done, stored, list])).not.toMatch(/AKIAWRONG|very-secret-key|connection-secret/)
  })

  it('fails an import whose connection was removed before it began, and one noted without a connection', async () => {
    const { createImport } = await import('@kept/store/imports/create.ts')
    const { importJob } = await import('./imports/import-job.ts')
    const { scope, database } = kept.world
    for (const input of [
      { kind: 'connection_url' as const, url: 's3://bills/2024/', connection_id: randomUUID() },
      { kind: 'url', url: 's3://bills/2024/' } as never,
    ]) {
      const { id } = await database.scoped(scope, (tx) => createImport(tx, scope, { inputs: [input], sources: [] }))
      await kept.server.services.jobs.send(importJob, { organization_id: scope.organizationId, import_id: id })
      const done = await finished(admin.client, id)
      expect(done).toMatchObject({ status: 'failed', error: expect.stringMatching(/[Cc]hoose (another )?one\./) })
    }
    expect(s3.requests).toEqual([])
  })
})

describe('connections', () => {
  it('rejects a storage server that the operator has not listed', async () => {
    for (const endpoint of [
      metadataUrl,
      'http://169.254.169.254',
      'http://[::1]:9000',
      `${s3.url}/path`,
      'http://user@127.0.0.1',
    ]) {
      await expect(admin.client.connections.create(s3Connection({ endpoint }))).rejects.toMatchObject({ status: 400 })
    }
    expect(metadataRequests).toBe(0)
  })

  it('does not use an endpoint that was removed from the list', async () => {
    const id = await connect(s3Connection())
    const { config } = kept.server.services
    const before = config.storageEndpoints
    config.storageEndpoints = []
    try {
      expect((await importFrom('s3://bills/2024/', id)).error).toMatch(/^The storage server .* is not allowed\./)
      expect(s3.requests).toEqual([])
    } finally {
      config.storageEndpoints = before
    }
  })

  it('lets users list and use them, and administrators add and remove them', async () => {
    const user = await createTestUser(kept, { name: 'user', in: 'own' })
    await expect(user.client.connections.create(s3Connection())).rejects.toMatchObject({ status: 403 })
    const id = await connect(s3Connection({ name: 'shared' }))
    expect((await user.client.connections.list({})).data.find((connection) => connection.id === id)).toEqual({
      id,
      kind: 's3',
      name: 'shared',
      location: s3.url,
      created_by: 'admin',
      created_at: expect.any(String),
    })
    await expect(admin.client.connections.create(s3Connection({ name: 'shared' }))).rejects.toThrow(
      /choose another name/,
    )
    await admin.client.connections.delete({ id })
    await expect(admin.client.connections.delete({ id })).rejects.toMatchObject({ status: 404 })
  })
})
