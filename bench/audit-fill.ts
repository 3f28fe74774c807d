/**
 * Fills an audit log with millions of events in minutes: two connections write into a table without a log and without
 * indexes, and then build the indexes side by side. The hashes are made up, since a search does not read the chain.
 */
import type { Scope } from '@kept/domain/scope.ts'
import type { DatabaseAccess } from '@kept/store/database/access.ts'
import { connectOwner, type OwnerConnection } from '@kept/store/database/connect-owner.ts'
import { embeddedDatabase } from '@kept/store/database/open-embedded.ts'

const CHUNK = 250_000
/** As many as the cores of a small machine. */
const CONNECTIONS = 2

/** What a filled log contains; each count has no common factor with the others, so that every combination occurs. */
export const filledLog = { actors: 499, resources: 19_997, resourceTypes: 20, verbs: 3, addresses: 251 } as const

interface FillOptions {
  access: DatabaseAccess
  scope: Scope
  /** How many events the log has afterwards. */
  events: number
  print(text: string): void
}

export async function fillAuditLog({ access, scope, events, print }: FillOptions): Promise<void> {
  const clients = await Promise.all(Array.from({ length: CONNECTIONS }, () => connect(access, scope)))
  try {
    const [first] = clients
    if (!first) throw new Error('There is no connection to fill the audit log with.')
    await first.query('ALTER TABLE audit_event SET UNLOGGED')
    const indexes = await dropIndexes(first)
    const head = await first.query<{ seq: string }>('SELECT seq FROM audit_head')
    const queue = chunksAfter(Number(head.rows[0]?.seq ?? 0), events)
    await each(clients, queue, async (client, [after, last]) => {
      await insertEvents(client, scope, { after, last, events })
      if (Math.floor(last / 1_000_000) > Math.floor(after / 1_000_000))
        print(`${last.toLocaleString('en-US')} events ...`)
    })
    await each(clients, indexes, async (client, statement) => {
      const started = performance.now()
      await client.query(statement)
      print(`${statement.slice(0, 70)} ... (${((performance.now() - started) / 1000).toFixed(0)} s)`)
    })
    await first.query('UPDATE audit_head SET seq = $1', [events])
    await first.query(
      `INSERT INTO audit_day SELECT organization_id, (created_at AT TIME ZONE 'UTC')::date, min(seq), max(seq)
       FROM audit_event GROUP BY 1, 2
       ON CONFLICT (organization_id, day) DO UPDATE SET
         first_seq = excluded.first_seq, last_seq = excluded.last_seq`,
    )
    await addValues(first, scope)
    await first.query('VACUUM (ANALYZE) audit_event, audit_value')
  } finally {
    await Promise.all(clients.map((client) => client.end()))
  }
}

async function connect(access: DatabaseAccess, scope: Scope): Promise<OwnerConnection> {
  const client = await connectOwner(access, embeddedDatabase)
  await client.query(`SELECT set_config('app.organization_id', $1, false)`, [scope.organizationId])
  // No triggers and no check of each row's organization.
  await client.query('SET session_replication_role = replica')
  await client.query(`SET maintenance_work_mem = '1GB'`)
  await client.query('SET max_parallel_maintenance_workers = 0')
  return client
}

/** Drops all indexes and the constraints that own some. Returns the statements that bring them back. */
async function dropIndexes(client: OwnerConnection): Promise<string[]> {
  const { rows } = await client.query<{ create: string; drop: string }>(
    `SELECT CASE WHEN conname IS NULL THEN pg_get_indexdef(indexrelid)
         ELSE format('ALTER TABLE audit_event ADD CONSTRAINT %I %s', conname, pg_get_constraintdef(con.oid)) END AS "create",
       CASE WHEN conname IS NULL THEN format('DROP INDEX %s', indexrelid::regclass)
         ELSE format('ALTER TABLE audit_event DROP CONSTRAINT %I', conname) END AS "drop"
     FROM pg_index LEFT JOIN pg_constraint AS con ON conindid = indexrelid AND contype IN ('p', 'u')
     WHERE indrelid = 'audit_event'::regclass`,
  )
  for (const { drop } of rows) await client.query(drop)
  return rows.map(({ create }) => create)
}

function chunksAfter(first: number, last: number): [number, number][] {
  return Array.from({ length: Math.ceil((last - first) / CHUNK) }, (_, index) => [
    first + index * CHUNK,
    Math.min(first + (index + 1) * CHUNK, last),
  ])
}

/** Each client takes the next item when it is done with one. */
async function each<Item>(
  clients: readonly OwnerConnection[],
  items: readonly Item[],
  work: (client: OwnerConnection, item: Item) => Promise<void>,
): Promise<void> {
  const queue = items.values()
  await Promise.all(
    clients.map(async (client) => {
      for (const item of queue) await work(client, item)
    }),
  )
}

/** One event in 1,000 was refused and one in 100,000 failed; one person acted once in a million events. */
async function insertEvents(
  client: OwnerConnection,
  { organizationId }: Scope,
  { after, last, events }: { after: number; last: number; events: number },
): Promise<void> {
  const { actors, resources, resourceTypes, verbs, addresses } = filledLog
  await client.query(
    `INSERT INTO audit_event (organization_id, seq, action, outcome, actor_kind, actor_id, actor_name, resource_type,
       resource_id, resource_name, summary, ip, request_id, created_at, prev_hash, hash)
     SELECT $1::uuid, n, 'kind_' || type || '.verb_' || chr((97 + n % ${verbs})::int),
       CASE WHEN n % 100000 = 3 THEN 'failed' WHEN n % 1000 = 7 THEN 'denied' ELSE 'allowed' END, 'person',
       'user-' || actor, actor, 'kind_' || type, 'resource-' || resource, 'Resource ' || resource,
       actor || ' changed "Resource ' || resource || '".', '198.51.100.' || n % ${addresses}, 'request-' || n,
       now() - (${events} - n) * interval '3 seconds', repeat('0', 64), repeat('0', 64)
     FROM generate_series($2::bigint, $3::bigint) AS n
     CROSS JOIN LATERAL (SELECT n % ${resources} AS resource) AS what
     CROSS JOIN LATERAL (SELECT chr((97 + resource % ${resourceTypes})::int) AS type,
       CASE WHEN n % 1000000 = 11 THEN 'Rare visitor' ELSE 'Person ' || n % ${actors} END AS actor) AS who`,
    [organizationId, after + 1, last],
  )
}

/** The names that events are found by: all of them occur in any 300,000 events, but for the rare visitor. */
async function addValues(client: OwnerConnection, { organizationId }: Scope): Promise<void> {
  await client.query(
    `INSERT INTO audit_value (organization_id, kind, value)
     SELECT DISTINCT $1::uuid, kind, value FROM (SELECT * FROM audit_event ORDER BY seq DESC LIMIT 300000) AS event
     CROSS JOIN LATERAL (VALUES ('actor', actor_name), ('action', action), ('resource', resource_type),
       ('name', resource_name), ('address', ip)) AS named (kind, value) WHERE value <> ''
     UNION VALUES ($1::uuid, 'actor', 'Rare visitor') ON CONFLICT DO NOTHING`,
    [organizationId],
  )
}
