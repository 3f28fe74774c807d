/** A secret of every kind, searched for wherever Kept writes: answers, errors, logs, exports, rows, files and backups. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, zstdDecompressSync } from 'node:zlib'
import { cloudKinds } from '@kept/domain/connection-kind.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createBackup } from './backups/create-backup.ts'
import { createLog } from './platform/log.ts'
import { deliverStreams } from './security/streams/deliver-streams.ts'
import { runConnection } from './sync/run-connection.ts'
import { crawl, listRoutes } from './testing/crawl.ts'
import { endJobs } from './testing/end-jobs.ts'
import { listen } from './testing/listen.ts'
import { cloudAccess, createCanary, type PlantedSecret, plantConnections } from './testing/plant-connections.ts'
import { createTestUser, type TestUser } from './testing/sign-in.ts'
import { openKept, type TestKept } from './testing.ts'

const lines: string[] = []
let kept: TestKept
let admin: TestUser
let refusing: Server
let planted: PlantedSecret[]
let folder: string
/** Of credentials that were entered and refused. */
const refused: string[] = []
const errors: string[] = []

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'kept-sealed-'))
  refusing = createServer((_request, response) => {
    response.writeHead(403, { 'content-type': 'application/json' }).end('{"error":{"code":403,"message":"denied"}}')
  })
  const endpoint = await listen(refusing)
  const log = createLog('trace', { write: (line) => lines.push(line) })
  const settings = { KEPT_STORAGE_ENDPOINTS: endpoint, KEPT_PRIVATE_NETWORKS: '127.0.0.0/8' }
  kept = await openKept(settings, { log })
  admin = await createTestUser(kept, { name: 'admin', in: 'own', role: 'admin' })
  planted = await plantConnections({ kept, scope: kept.world.scope, admin, endpoint })
  await useAll()
  await enterWrongly(endpoint)
}, 180_000)
afterAll(async () => {
  await kept?.close()
  refusing?.closeAllConnections()
  refusing?.close()
  rmSync(folder, { recursive: true, force: true })
})

/** Of exports, by the kind of the connection that reads them. */
const files: Readonly<Record<string, string>> = {
  s3: 's3://bucket/a.csv',
  gcs: 'gs://bucket/a.csv',
  azure_blob: 'az://bucket/a.csv',
}

/** Everything is read and sent once, and fails. */
async function useAll(): Promise<void> {
  const { services, features } = kept.server
  const { scope, database } = kept.world
  for (const { table, kind, id } of planted) {
    if (table === 'alert_channel') await admin.client.alerts.testChannel({ id }).catch(note)
    if (table !== 'cloud_connection') continue
    await admin.client.sync.check({ id }).catch(note)
    const run = { ...services, pipeline: { run: async () => undefined }, importExport: features.imports.importExport }
    const { importActivity } = features.behavior
    const signal = AbortSignal.timeout(60_000)
    await runConnection({ ...run, importActivity }, scope, id, { startedBy: 'test', signal }).catch(note)
    const url = files[kind]
    if (url) await admin.client.imports.create({ urls: [url], connection_id: id }).catch(note)
  }
  const { config, secrets, origin, log, now } = services
  await deliverStreams({ database, config, secrets, origin, log, now }, scope)
}

/** Errors over HTTP: credentials that a cloud refuses, and secrets in the wrong place. */
async function enterWrongly(endpoint: string): Promise<void> {
  for (const kind of cloudKinds) {
    const { canary, access } = cloudAccess(kind)
    refused.push(canary)
    const { id } = planted.find((secret) => secret.table === 'cloud_connection' && secret.kind === kind) ?? { id: '' }
    await admin.client.sync.setAccess({ id, ...access }).then(() => expect(kind).toBe('refused'), note)
    await admin.client.sync.setAccess({ id, ...access, unknown: canary } as never).catch(note)
  }
  const secret = createCanary()
  refused.push(secret)
  const aws = {
    kind: 'aws',
    name: 'wrong',
    access_key_id: 'AKIA',
    secret_access_key: secret,
    regions: [secret],
    endpoint,
  }
  await admin.client.connections.create(aws as never).catch(note)
  const credentials = { access_key_id: 'AKIA', secret_access_key: { nested: secret } }
  const account = { provider: 'aws', name: 'wrong', account: '', credentials }
  await admin.client.remediation.addAccount(account as never).catch(note)
}

function note(error: unknown): void {
  errors.push(`${error} ${JSON.stringify(error)}`)
}

/** As text, in hexadecimal, and in base64 at each of its three alignments. */
function formsOf(canary: string): string[] {
  const bytes = Buffer.from(canary)
  const inBase64 = [0, 1, 2].map((shift) =>
    Buffer.concat([Buffer.alloc(shift), bytes])
      .toString('base64')
      .slice(4, -4),
  )
  return [canary, bytes.toString('hex'), ...inBase64]
}

/** Which secrets are in a text, by kind; `name` is visible, so a search that misses it searched nothing. */
function expectSealed(text: string, { hasNames = true } = {}): void {
  const secrets = [
    ...planted.map(({ table, kind, canary }) => ({ label: `${table} ${kind}`, canary })),
    ...refused.map((canary, index) => ({ label: `refused ${index}`, canary })),
  ]
  const inClear = secrets.filter(({ canary }) => formsOf(canary).some((form) => text.includes(form)))
  expect(inClear.map(({ label }) => label)).toEqual([])
  if (hasNames) expect(planted.filter(({ name }) => text.includes(name)).length).toBeGreaterThan(8)
}

const fetchAs = (path: string) => fetch(`${kept.url}${path}`, { headers: admin.headers })

it('are in no answer and no error over HTTP', async () => {
  const routes = listRoutes(kept).filter(({ method }) => method !== 'DELETE')
  const reads = routes.filter(({ method }) => method === 'GET')
  const ofConnections = routes.filter(({ path }) => /connections|sync|accounts|channels|audit-streams/.test(path))
  const organization = kept.world.scope.organizationId
  const answers = await crawl(kept, reads, { headers: admin.headers, fill: () => organization })
  for (const { id } of planted)
    answers.push(
      ...(await crawl(
        kept,
        ofConnections.filter(({ path }) => path.includes('{')),
        { headers: admin.headers, fill: (parameter) => (parameter === 'organization' ? organization : id) },
      )),
    )
  expectSealed(answers.map(({ text }) => text).join('\n'))
  expect(errors.length).toBeGreaterThan(cloudKinds.length * 2)
  expectSealed(errors.join('\n'), { hasNames: false })
}, 120_000)

it('are in no line of the log, however much is logged', () => {
  const text = lines.join('')
  expect(text).toContain('connection.synced')
  expectSealed(text, { hasNames: false })
})

it('are in no export', async () => {
  const archive = await fetchAs(`/v1/organizations/${kept.world.scope.organizationId}/export`)
  expect(archive.status).toBe(200)
  expectSealed(gunzipSync(Buffer.from(await archive.arrayBuffer())).toString('latin1'))
  for (const format of ['jsonl', 'csv'])
    expectSealed(await (await fetchAs(`/v1/security/own/audit-logs/export?format=${format}`)).text())
}, 60_000)

it('are in no row of the database, and in no file', async () => {
  await endJobs(kept.world.database)
  const owner = await kept.world.openOwner()
  const texts: string[] = []
  try {
    const { rows: tables } = await owner.query<{ name: string }>(
      `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
       WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`,
    )
    for (const { name } of tables) {
      const { rows } = await owner.query<{ row: string }>(`SELECT t::text AS row FROM ${name} AS t`)
      texts.push(...rows.map(({ row }) => row))
    }
  } finally {
    await owner.end()
  }
  expectSealed(texts.join('\n'))
  expectSealed(textOfFiles(kept.server.services.config.sharedFolder), { hasNames: false })
}, 60_000)

it.each([undefined, 'a passphrase of the operator'])(
  'are in no backup, with the passphrase %s',
  async (passphrase) => {
    const { state, config } = kept.server.services
    const into = join(folder, passphrase === undefined ? 'plain' : 'with-passphrase')
    const { sharedFolder } = config
    const options = { passphrase, kept: 3, keptVersion: '0', now: () => new Date() }
    await createBackup(state, { folder: into, sharedFolder, ...options })
    const text = textOfFiles(into)
    expectSealed(text)
    // The key that opens what is sealed is not beside it in clear.
    const key = readFileSync(join(sharedFolder, 'secret.key'), 'utf8').trim()
    expect(text).not.toContain(key)
  },
  120_000,
)

/** All files below a folder, decompressed. */
function textOfFiles(root: string): string {
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => {
      const bytes = readFileSync(join(parentPath, name))
      return (name.endsWith('.zst') ? zstdDecompressSync(bytes) : bytes).toString('latin1')
    })
    .join('\n')
}
