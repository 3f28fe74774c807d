/**
 * The audit log: what an event adds to the change it records, in the same transaction, and how long a search lasts in a
 * log of ten million events.
 */
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { listAuditEvents } from '@kept/store/audit/list.ts'
import { recordAudit } from '@kept/store/audit/record.ts'
import { sha256 } from '@kept/store/audit/sha256.ts'
import type { Database, ScopedTransaction } from '@kept/store/database/connect.ts'
import { connectOwner, type OwnerConnection } from '@kept/store/database/connect-owner.ts'
import { embeddedDatabase, openEmbeddedDatabase } from '@kept/store/database/open-embedded.ts'
import { ensureOrganization } from '@kept/store/organizations/ensure.ts'
import { createApiKey } from '@kept/store/people/api-keys.ts'
import { lockOrganization } from '@kept/store/people/lock-organization.ts'
import { ensurePerson } from '@kept/store/people/persons.ts'
import { savePolicy } from '@kept/store/security/policies.ts'
import { readPolicySubjects } from '@kept/store/security/policy-subjects.ts'
import { type Benchmark, median, percentile, timed } from './benchmark.ts'

const events = Number(process.env.BENCH_AUDIT_EVENTS ?? 10_000_000)
const changes = Number(process.env.BENCH_AUDIT_CHANGES ?? 400)
const CHUNK = 250_000
type Scope = { organizationId: string }
type Change = (tx: ScopedTransaction, at: Date) => Promise<unknown>

export const auditBenchmark: Benchmark = {
  name: 'audit',
  title: `Audit log: ${events.toLocaleString('en-US')} events`,
  async run({ scratch, print }) {
    const logFolder = join(scratch, 'logs')
    const { database, engine } = await openEmbeddedDatabase({ folder: join(scratch, 'postgres'), logFolder })
    try {
      const { id } = await ensureOrganization(database, { slug: 'bench', name: 'Bench', demo: false })
      const scope = { organizationId: id }
      const now = new Date()
      const profile = { email: 'ana@example.com', full_name: 'Ana', email_verified: true, now }
      const { person } = await ensurePerson(database, profile)
      print('changes with and without an event ...')
      const costs = [
        await compare(database, scope, 'change a security policy', updatePolicy),
        await compare(database, scope, 'create an API key', (tx, at) => createKey(tx, person.id, at)),
      ]
      const owner = await connectOwner(engine.access, embeddedDatabase)
      try {
        await fill(owner, scope, print)
      } finally {
        await owner.end()
      }
      print('searching ...')
      const searches = await search(database, scope, print)
      return {
        description: `Each change runs ${changes} times with its event and ${changes} times without, alternating, each in a transaction of its own that is on the disk when it returns. Then the log is filled to ${events.toLocaleString('en-US')} events of 500 actors, 60 actions and 20,000 resources, and searched as the screen does, the first page of 50 with its count.`,
        head: ['', 'median, ms', 'p95, ms', 'times'],
        rows: [...costs.flat(), ...searches],
        notes: [
          'To reach: an event costs at most 1.5 times the same change without it.',
          'To reach: a search in 10 million events takes less than 300 ms.',
        ],
      }
    } finally {
      await database.close()
      await engine.stop()
    }
  },
}

async function updatePolicy(tx: ScopedTransaction, at: Date): Promise<void> {
  await lockOrganization(tx)
  await readPolicySubjects(tx, at)
  const settings = { max_hours: 1 + (at.getTime() % 700), idle_minutes: 60 }
  await savePolicy(tx, { kind: 'session_lifetime', settings, enabled: false }, { actor: 'Ana', at })
}

async function createKey(tx: ScopedTransaction, userId: string, at: Date): Promise<void> {
  await lockOrganization(tx)
  const id = randomUUID().replaceAll('-', '').slice(0, 12)
  const expires_at = new Date(at.getTime() + 86_400_000)
  const fields = { id, name: id, hash: sha256(id), scopes: ['costs:read' as const], ranges: [] }
  await createApiKey(tx, { ...fields, created_by: userId, at, expires_at })
}

async function compare(database: Database, scope: Scope, name: string, change: Change): Promise<string[][]> {
  const actor = { kind: 'person', id: randomUUID(), name: 'Ana' } as const
  const bare: number[] = []
  const audited: number[] = []
  const run = (isAudited: boolean) =>
    timed(() =>
      database.scoped(scope, async (tx) => {
        const at = new Date()
        await change(tx, at)
        if (!isAudited) return
        const settings = { max_hours: 8, idle_minutes: 60 }
        await recordAudit(tx, {
          ...{ actor, at, action: 'security_policy.updated', target: randomUUID() },
          ...{ summary: `The policy "${name}" was updated.`, before: settings, after: settings },
        })
      }),
    )
  for (let round = 0; round < 20; round += 1) await run(round % 2 === 0)
  for (let round = 0; round < changes; round += 1) {
    bare.push(await run(false))
    audited.push(await run(true))
  }
  const ratio = median(audited) / median(bare)
  return [
    [`${name}, without`, median(bare).toFixed(2), percentile(bare, 0.95).toFixed(2), ''],
    [`${name}, with its event`, median(audited).toFixed(2), percentile(audited, 0.95).toFixed(2), ratio.toFixed(2)],
  ]
}

/**
 * The hashes are made up: a search does not read the chain. Indexes are built at the end and nothing is written twice,
 * so ten million events take minutes and not an hour.
 */
async function fill(client: OwnerConnection, scope: Scope, print: (text: string) => void): Promise<void> {
  await client.query(`SELECT set_config('app.organization_id', $1, false)`, [scope.organizationId])
  // No triggers and no check of each row's organization.
  await client.query(`SET session_replication_role = replica`)
  await client.query(`SET maintenance_work_mem = '1GB'`)
  await client.query('ALTER TABLE audit_event SET UNLOGGED')
  const { rows: indexes } = await client.query<{ name: string; definition: string }>(
    `SELECT indexrelid::regclass::text AS name, pg_get_indexdef(indexrelid) AS definition FROM pg_index
     WHERE indrelid = 'audit_event'::regclass AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = indexrelid)`,
  )
  for (const { name } of indexes) await client.query(`DROP INDEX ${name}`)
  const { rows } = await client.query<{ seq: string }>('SELECT seq FROM audit_head')
  const first = Number(rows[0]?.seq ?? 0)
  for (let done = first; done < events; done += CHUNK) {
    const last = Math.min(done + CHUNK, events)
    await client.query(
      `INSERT INTO audit_event (organization_id, seq, action, outcome, actor_kind, actor_id, actor_name, resource_type,
         resource_id, resource_name, summary, ip, request_id, created_at, prev_hash, hash)
       SELECT $1::uuid, n, 'kind_' || chr((97 + n % 20)::int) || '.verb_' || chr((97 + n % 3)::int), 'allowed', 'person',
         'user-' || n % 500, 'Person ' || n % 500, 'kind_' || chr((97 + n % 20)::int), 'resource-' || n % 20000,
         'Resource ' || n % 20000, 'Person ' || n % 500 || ' changed "Resource ' || n % 20000 || '".',
         '198.51.100.' || n % 250, NULL, now() - (${events} - n) * interval '3 seconds',
         repeat('0', 64), repeat('0', 64)
       FROM generate_series($2::bigint, $3::bigint) AS n`,
      [scope.organizationId, done + 1, last],
    )
    if (Math.floor(last / 1_000_000) > Math.floor(done / 1_000_000)) print(`${last.toLocaleString('en-US')} events ...`)
  }
  print('indexes ...')
  for (const { definition } of indexes) await client.query(definition)
  await client.query('UPDATE audit_head SET seq = $1', [events])
  await client.query(
    `INSERT INTO audit_value (organization_id, kind, value)
     SELECT DISTINCT $1::uuid, kind, value FROM (SELECT * FROM audit_event ORDER BY seq DESC LIMIT 300000) AS event
     CROSS JOIN LATERAL (VALUES ('actor', actor_name), ('action', action), ('resource', resource_type),
       ('name', resource_name), ('address', ip)) AS named (kind, value) WHERE value <> '' ON CONFLICT DO NOTHING`,
    [scope.organizationId],
  )
  await client.query('ANALYZE audit_event, audit_value')
}

const questions: [string, Parameters<typeof listAuditEvents>[2]][] = [
  ['search for a person', { search: 'Person 117', page: 1, page_size: 50 }],
  ['search for a resource', { search: 'Resource 19876', page: 1, page_size: 50 }],
  ['search for a part that 1,111 names have', { search: 'source 1', page: 1, page_size: 50 }],
  ['search for an address', { search: '198.51.100.77', page: 1, page_size: 50 }],
  ['search for what nothing has', { search: 'nothing like this', page: 1, page_size: 50 }],
  ['a person and an action', { actor: 'Person 200', action: 'kind_a.verb_c', page: 1, page_size: 50 }],
  ['the newest', { page: 1, page_size: 50 }],
]

async function search(database: Database, scope: Scope, print: (text: string) => void): Promise<string[][]> {
  const rows: string[][] = []
  for (const [name, question] of questions) {
    const times: number[] = []
    for (let round = 0; round < 12; round += 1)
      times.push(await timed(() => listAuditEvents(database, scope, question)))
    print(`${name}: ${median(times).toFixed(1)} ms`)
    rows.push([name, median(times).toFixed(1), percentile(times, 0.95).toFixed(1), ''])
  }
  return rows
}
