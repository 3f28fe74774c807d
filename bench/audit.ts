/**
 * The audit log: what an event adds to the change it records, in the same transaction, and how long a search lasts in a
 * log of ten million events.
 */
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { Scope } from '@kept/domain/scope.ts'
import { listAuditEvents } from '@kept/store/audit/list.ts'
import { type NewAuditEvent, noteAudit, recordAudit } from '@kept/store/audit/record.ts'
import { sha256 } from '@kept/store/audit/sha256.ts'
import type { Database, ScopedTransaction } from '@kept/store/database/connect.ts'
import { openEmbeddedDatabase } from '@kept/store/database/open-embedded.ts'
import { ensureOrganization } from '@kept/store/organizations/ensure.ts'
import { createApiKey } from '@kept/store/people/api-keys.ts'
import { lockOrganization } from '@kept/store/people/lock-organization.ts'
import { ensurePerson } from '@kept/store/people/persons.ts'
import { savePolicy } from '@kept/store/security/policies.ts'
import { readPolicySubjects } from '@kept/store/security/policy-subjects.ts'
import { fillAuditLog, filledLog } from './audit-fill.ts'
import { auditSearches } from './audit-searches.ts'
import { type Benchmark, median, percentile, timed } from './benchmark.ts'

const events = Number(process.env.BENCH_AUDIT_EVENTS ?? 10_000_000)
const changes = Number(process.env.BENCH_AUDIT_CHANGES ?? 400)
/** A folder that stays: the filled log is searched again without filling it. */
const keptFolder = process.env.BENCH_AUDIT_FOLDER
/** The whole cache of the embedded database while it is filled; it is searched with the default. */
const FILL_CACHE_BYTES = 1024 ** 3
type Change = (tx: ScopedTransaction, at: Date) => Promise<unknown>

export const auditBenchmark: Benchmark = {
  name: 'audit',
  title: `Audit log: ${events.toLocaleString('en-US')} events`,
  async run({ scratch, print }) {
    const options = { folder: join(keptFolder ?? scratch, 'postgres'), logFolder: join(scratch, 'logs') }
    const scope = await fillOnce(options, print)
    const { database, engine } = await openEmbeddedDatabase(options)
    try {
      const costs = changes > 0 ? await measureChanges(database, print) : []
      print('searching ...')
      const searches = await search(database, scope, print)
      return {
        description: `Each change runs ${changes} times without its event and ${changes} times with it, in turns, each in a transaction of its own that is on the disk when it returns. The log that is searched has ${events.toLocaleString('en-US')} events of ${filledLog.actors} people on ${filledLog.resources.toLocaleString('en-US')} resources; each search is what the screen reads, a page of 50 with its count.`,
        head: ['', 'median, ms', 'p95, ms', 'times'],
        rows: [...costs, ...searches],
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

async function fillOnce(options: { folder: string; logFolder: string }, print: (text: string) => void): Promise<Scope> {
  const { database, engine } = await openEmbeddedDatabase({ ...options, cacheBytes: FILL_CACHE_BYTES })
  try {
    const { id } = await ensureOrganization(database, { slug: 'large', name: 'Large', demo: false })
    const scope = { organizationId: id }
    await noteAudit(database, scope, {
      ...{ actor: { kind: 'system', id: null, name: 'Kept' }, at: new Date() },
      ...{ action: 'session.begun', summary: 'The log began.' },
    })
    const { total } = await listAuditEvents(database, scope, { page: 1, page_size: 1 })
    if (total < events) await fillAuditLog({ access: engine.access, scope, events, print })
    return scope
  } finally {
    await database.close()
    await engine.stop()
  }
}

async function measureChanges(database: Database, print: (text: string) => void): Promise<string[][]> {
  const { id } = await ensureOrganization(database, { slug: `bench-${Date.now()}`, name: 'Bench', demo: false })
  const scope = { organizationId: id }
  const profile = { email: 'ana@example.com', full_name: 'Ana', email_verified: true, now: new Date() }
  const { person } = await ensurePerson(database, profile)
  print('changes with and without an event ...')
  return [
    ...(await compare(database, scope, {
      name: 'change a security policy',
      change: updatePolicy,
      events: [{ label: 'with its event', action: 'security_policy.updated' }],
    })),
    ...(await compare(database, scope, {
      name: 'create an API key',
      change: (tx, at) => createKey(tx, person.id, at),
      events: [
        { label: 'with its event', action: 'api_key.rotated' },
        // One that is announced on open screens, and may be sent.
        { label: 'with its event and a security alert', action: 'api_key.created' },
      ],
    })),
  ]
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

interface Comparison {
  name: string
  change: Change
  /** Events of the change, by what the row says of them. */
  events: readonly { label: string; action: NewAuditEvent['action'] }[]
}

/** The change alone and with each of its events, in turns. */
async function compare(
  database: Database,
  scope: Scope,
  { name, change, events: recorded }: Comparison,
): Promise<string[][]> {
  const actor = { kind: 'person', id: randomUUID(), name: 'Ana' } as const
  const sessionId = randomUUID()
  const run = (action: NewAuditEvent['action'] | undefined) =>
    timed(() =>
      database.scoped(scope, async (tx) => {
        const at = new Date()
        await change(tx, at)
        if (action === undefined) return
        const settings = { max_hours: 8, idle_minutes: 60 }
        await recordAudit(tx, {
          ...{ actor, at, action, target: randomUUID(), sessionId },
          ...{ summary: `The policy "${name}" was updated.`, before: settings, after: settings },
        })
      }),
    )
  const variants = [{ label: 'without', action: undefined }, ...recorded].map((variant) => ({
    ...variant,
    times: [] as number[],
  }))
  for (let round = 0; round < 10; round += 1) for (const { action } of variants) await run(action)
  for (let round = 0; round < changes; round += 1)
    for (const { action, times } of variants) times.push(await run(action))
  const bare = median(variants[0]?.times ?? [])
  return variants.map(({ label, action, times }) => [
    `${name}, ${label}`,
    ...[median(times), percentile(times, 0.95)].map((ms) => ms.toFixed(2)),
    action === undefined ? '' : (median(times) / bare).toFixed(2),
  ])
}

async function search(database: Database, scope: Scope, print: (text: string) => void): Promise<string[][]> {
  const rows: string[][] = []
  for (const { name, filter, page = 1 } of auditSearches(events, new Date())) {
    const times: number[] = []
    for (let round = 0; round < 7; round += 1)
      times.push(await timed(() => listAuditEvents(database, scope, { ...filter, page, page_size: 50 })))
    print(`${name}: ${median(times).toFixed(1)} ms (first ${times[0]?.toFixed(0)} ms)`)
    rows.push([name, median(times).toFixed(1), percentile(times, 0.95).toFixed(1), ''])
  }
  return rows
}
