/**
 * Every changing route of the contract, and every stream that changes something: what it acknowledged is committed.
 *
 * When a response has arrived, Kept's process is stopped at once (SIGSTOP), so that it can do nothing afterwards that a
 * kill would have prevented, and another connection looks for the write in Postgres. At the end Kept and its engines are
 * killed, and the next start has the same rows. Writes to files and to the warehouse are killed one by one in
 * acknowledged.test.ts.
 */
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { emulateClouds } from '@kept/connectors/remediation/testing/emulated-clouds.ts'
import { contract } from '@kept/contract/contract.ts'
import { listContractRoutes } from '@kept/contract/list-routes.ts'
import { streamRoutes } from '@kept/contract/streams/all.ts'
import { fieldOf, textFieldOf } from '@kept/foundation/narrow.ts'
import { ensureOrganization } from '@kept/store/organizations/ensure.ts'
import { setPasswordHash } from '@kept/store/people/credentials.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hashPassword } from './identity/password-hash.ts'
import { auditedRouteOf } from './platform/audit/audited-routes.ts'
import { readConfig } from './platform/config.ts'
import { secretsOf } from './platform/secrets.ts'
import { accountWrites } from './testing/acknowledged/account-writes.ts'
import {
  type AcknowledgedWrite,
  type Bench,
  type PreparedWrite,
  password,
  type WriteEntries,
} from './testing/acknowledged/acknowledged-write.ts'
import { activityWrites } from './testing/acknowledged/activity-writes.ts'
import { alertWrites } from './testing/acknowledged/alert-writes.ts'
import { billingWrites } from './testing/acknowledged/billing-writes.ts'
import { costWrites } from './testing/acknowledged/cost-writes.ts'
import { deletionWrites } from './testing/acknowledged/deletion-writes.ts'
import { inboxWrites } from './testing/acknowledged/inbox-writes.ts'
import { paymentWrites } from './testing/acknowledged/payment-writes.ts'
import { peopleWrites } from './testing/acknowledged/people-writes.ts'
import { securityWrites } from './testing/acknowledged/security-writes.ts'
import { killKept, type SpawnedKept, spawnKept } from './testing/acknowledged/spawned-kept.ts'
import { openWitness, type Witness } from './testing/acknowledged/witness.ts'
import { openDns } from './testing/dns.ts'
import { createTestUser, signIn } from './testing/sign-in.ts'
import { Visitor } from './testing/visitor.ts'

const entries: WriteEntries = {
  ...accountWrites,
  ...peopleWrites,
  ...deletionWrites,
  ...securityWrites,
  ...alertWrites,
  ...costWrites,
  ...inboxWrites,
  ...activityWrites,
  ...paymentWrites,
  ...billingWrites,
}

const changing = [...listContractRoutes(contract), ...streamRoutes]
  .filter(({ method, idempotency }) => method !== 'GET' && idempotency !== 'safe')
  .map(({ method, path }) => `${method} ${path}`)

let folder: string
let settings: Record<string, string>
let kept: SpawnedKept
let witness: Witness
let bench: Bench
const closing: (() => Promise<unknown>)[] = []

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'kept-routes-'))
  const [clouds, dns] = await Promise.all([emulateClouds(), openDns()])
  closing.push(
    () => clouds.close(),
    () => dns.close(),
  )
  settings = {
    KEPT_PRIVATE_NETWORKS: '127.0.0.0/8',
    KEPT_DNS_SERVER: dns.address,
    KEPT_GITHUB_CLIENT_ID: 'kept',
    KEPT_GITHUB_CLIENT_SECRET: 'a-secret-of-the-test',
  }
  kept = await spawnKept(folder, settings)
  witness = await openWitness(join(folder, 'data'))
  bench = await benchOf(kept, { clouds, dns })
})
afterAll(async () => {
  await killKept(kept, await kept.enginePids())
  await witness.close()
  for (const close of closing) await close()
  rmSync(folder, { recursive: true, force: true, maxRetries: 20 })
})

async function benchOf(
  { url, client, headers, output }: SpawnedKept,
  { clouds, dns }: Pick<Bench, 'clouds' | 'dns'>,
): Promise<Bench> {
  const { database } = witness
  const config = readConfig({ KEPT_DATA: join(folder, 'data'), KEPT_DEMO: 'off', ...settings })
  const services = {
    config,
    secrets: secretsOf(config),
    now: () => new Date(),
    state: { database },
  } as Bench['services']
  const scopeOf = async (slug: string) => ({
    organizationId: (await ensureOrganization(database, { slug, name: slug, demo: false })).id,
  })
  const [scope, otherScope] = [await scopeOf('own'), await scopeOf('other')]
  const server = { url, world: { database, scope, otherScope }, server: { services } } as never
  const local = url.replace('127.0.0.1', 'localhost')
  return {
    ...{ url, local, client, headers, scope, otherScope, database, services, clouds, dns },
    setupToken: /auth\/setup\?token=(\S+)/.exec(output)?.[1] ?? '',
    admin: await createTestUser(server, { name: 'keeper', in: 'own', role: 'admin' }),
    createUser: ({ in: organization = 'own', role = 'user' } = {}) =>
      createTestUser(server, { name: randomUUID(), in: organization, role }),
    async createVisitor(email) {
      const { userId } = await signIn(services, { organizationId: scope.organizationId, email })
      await setPasswordHash(database, userId, await hashPassword(password), new Date())
      const visitor = new Visitor(local)
      expect((await visitor.post('/api/auth/login', { email, password })).status).toBe(200)
      return visitor
    },
    async sendFile(path, body, sender = headers) {
      const response = await fetch(`${url}${path}`, { method: 'POST', headers: sender, body })
      const answer = (await response.json()) as { data?: Record<string, unknown> }
      if (!answer.data) throw new Error(JSON.stringify(answer))
      return answer.data
    },
  }
}

async function send(route: string, prepared: PreparedWrite): Promise<{ status: number; body: unknown }> {
  if ('send' in prepared) return prepared.send()
  const { path = {}, query, body, headers = bench.admin.headers } = prepared
  const [method = '', template = ''] = route.split(' ')
  const filled = template.replaceAll(/\{(\w+)\}/g, (_, name: string) => path[name] ?? '')
  const isText = typeof body === 'string'
  const sent = body === undefined && method !== 'DELETE' ? {} : body
  const response = await fetch(`${bench.url}${filled}${query === undefined ? '' : `?${query}`}`, {
    method,
    headers: {
      ...(sent !== undefined && { 'content-type': 'application/json' }),
      ...(isText && bench.admin.headers),
      ...headers,
    },
    ...(sent !== undefined && { body: isText ? body : JSON.stringify(sent) }),
  })
  return { status: response.status, body: await response.text() }
}

/** IDs of what routes created, from their responses. */
const created = new Map<string, string>()

function noteCreated(route: string, body: unknown): void {
  // With an ID in its path, a route changes what has it; a file of users is a preview that changes nothing yet.
  if (!route.startsWith('POST ') || route.includes('{id}') || route === 'POST /v1/users/import') return
  if (typeof body !== 'string' || !body.startsWith('{')) return
  const id = textFieldOf(fieldOf(JSON.parse(body), 'data'), 'id')
  if (id !== undefined) created.set(route, id)
}

/** Rows of these change by themselves: work that was queued goes on after the restart. */
const goesOn = new Set(['import', 'cost_load', 'behavior_run', 'alert_delivery', 'session', 'alert_channel'])

describe('an acknowledged write', () => {
  it('has an entry for every changing route, and no other', () => {
    expect(Object.keys(entries).sort()).toEqual([...changing].sort())
  })

  const written = Object.entries(entries).filter((entry): entry is [string, AcknowledgedWrite] => 'table' in entry[1])

  it.each(written)('is committed when the response arrives: %s', async (route, { table, prepare }) => {
    const prepared = await prepare(bench)
    const before = await witness.rowsOf(table)
    const { status, body } = await send(route, prepared)
    kept.process.kill('SIGSTOP')
    try {
      expect([status, body]).toEqual([expect.toSatisfy((code: number) => code < 300), body])
      expect(await witness.rowsOf(table), `nothing of ${table} was changed`).not.toEqual(before)
      noteCreated(route, body)
    } finally {
      kept.process.kill('SIGCONT')
    }
  })

  it('is recorded with the ID of what it created', async () => {
    const events = await witness.query(`SELECT DISTINCT resource_id FROM audit_event WHERE resource_id IS NOT NULL`)
    const targets = new Set(events.map(({ resource_id }) => resource_id))
    const isAudited = (route: string) => {
      const [method = '', path = ''] = route.split(' ')
      const audited = auditedRouteOf(method, path)
      return audited !== undefined && !audited.hourly
    }
    expect(created.size).toBeGreaterThan(20)
    expect([...created].filter(([route, id]) => isAudited(route) && !targets.has(id))).toEqual([])
  })

  it('is there after a kill of Kept and its engines', async () => {
    const tables = [...new Set(written.map(([, { table }]) => table))].filter((table) => !goesOn.has(table))
    const engines = await kept.enginePids()
    kept.process.kill('SIGSTOP')
    const before = new Map<string, string[]>()
    for (const table of tables) before.set(table, await witness.rowsOf(table))
    await killKept(kept, engines)
    await witness.close()
    kept = await spawnKept(folder, settings)
    witness = await openWitness(join(folder, 'data'))
    for (const table of tables) expect(await witness.rowsOf(table), table).toEqual(before.get(table))
  })
})
