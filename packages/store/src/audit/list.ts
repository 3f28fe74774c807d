/** The audit log for people: filtered and searched, the newest first. Every query reads a bounded part of an index. */
import type { AuditEvent } from '@kept/domain/audit.ts'
import type { Scope } from '@kept/domain/scope.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Database, ScopedTransaction } from '../database/connect.ts'
import { toAuditEvent } from './read.ts'
import { readCommonSeqs } from './read-common-seqs.ts'
import { resourceTypeOf } from './resource-type.ts'
import { seqsOfDays } from './seqs-of-days.ts'
import { columnOfKind, containing, matchingValues } from './values.ts'

/** With filters, more events than this are not counted. */
const MAX_COUNTED = 1_000
/** With more matching names than this, the text is common. */
const MAX_VALUES = 200

export interface AuditFilter {
  /** ID or full name. */
  actor?: string | undefined
  action?: string | undefined
  /** Type or ID. */
  resource?: string | undefined
  outcome?: AuditEvent['outcome'] | undefined
  /** Days in UTC; the end is exclusive. */
  start_date?: string | undefined
  end_date?: string | undefined
  /** A part of who, what, on what or from where; or a whole request or resource ID. */
  search?: string | undefined
}

interface AuditPage {
  events: AuditEvent[]
  total: number
  /** There are more than `total`. */
  is_capped: boolean
}

type Condition = RawBuilder<unknown>

/** Where the events of a query are: each condition has an index of its own, or a text is common. */
type Sources = { conditions: readonly Condition[] } | { commonText: string }

interface Query {
  sources: Sources | undefined
  /** Hold for the events of each source. */
  conditions: readonly Condition[]
}

export async function listAuditEvents(
  database: Database,
  scope: Scope,
  { page, page_size, ...filter }: AuditFilter & { page: number; page_size: number },
): Promise<AuditPage> {
  const offset = (page - 1) * page_size
  return database.scoped(scope, async (tx) => {
    const query = await queryOf(tx, filter)
    if (!query.sources && query.conditions.length === 0) return unfiltered(tx, { offset, limit: page_size })
    const seqs = await matchingSeqs(tx, query, Math.max(offset + page_size, MAX_COUNTED + 1))
    const events = await readSeqs(tx, seqs.slice(offset, offset + page_size))
    return {
      events,
      total: Math.min(seqs.length, MAX_COUNTED),
      is_capped: seqs.length > MAX_COUNTED,
    }
  })
}

/** Matching events before the event `below`, the newest first: for an export, page by page. */
export async function readAuditMatches(
  database: Database,
  scope: Scope,
  filter: AuditFilter,
  { below, limit }: { below?: number | undefined; limit: number },
): Promise<AuditEvent[]> {
  return database.scoped(scope, async (tx) => {
    const { sources, conditions } = await queryOf(tx, filter)
    const older = below === undefined ? [] : [sql`seq < ${String(below)}`]
    return readSeqs(tx, await matchingSeqs(tx, { sources, conditions: [...conditions, ...older] }, limit))
  })
}

export async function findAuditEvent(database: Database, scope: Scope, id: string): Promise<AuditEvent | undefined> {
  const row = await database.scoped(scope, (tx) =>
    tx.selectFrom('audit_event').selectAll().where('id', '=', id).executeTakeFirst(),
  )
  return row && toAuditEvent(row)
}

/** Sequence numbers have no gaps, so the whole log is paged by them. */
async function unfiltered(tx: ScopedTransaction, { offset, limit }: { offset: number; limit: number }) {
  const head = await tx.selectFrom('audit_head').select('seq').executeTakeFirst()
  const total = Number(head?.seq ?? 0)
  const rows = await tx
    .selectFrom('audit_event')
    .selectAll()
    .where('seq', '<=', String(total - offset))
    .orderBy('seq', 'desc')
    .limit(limit)
    .execute()
  return { events: rows.map(toAuditEvent), total, is_capped: false }
}

/** The numbers of the newest `limit` events, found through each source's own index. */
async function matchingSeqs(tx: ScopedTransaction, { sources, conditions }: Query, limit: number): Promise<string[]> {
  if (sources && 'commonText' in sources && conditions.length === 0)
    return readCommonSeqs(tx, sources.commonText, limit)
  const parts = conditionsOfSources(sources).map(
    (source) =>
      sql`(SELECT seq FROM audit_event WHERE ${sql.join([source, ...conditions], sql` AND `)} ORDER BY seq DESC LIMIT ${limit})`,
  )
  const { rows } = await sql<{ seq: string }>`
    SELECT seq FROM (${sql.join(parts, sql` UNION `)}) AS found ORDER BY seq DESC LIMIT ${limit}`.execute(tx)
  return rows.map(({ seq }) => seq)
}

function conditionsOfSources(sources: Sources | undefined): readonly Condition[] {
  if (!sources) return [sql`TRUE`]
  return 'commonText' in sources ? [containing(sources.commonText)] : sources.conditions
}

async function readSeqs(tx: ScopedTransaction, seqs: readonly string[]): Promise<AuditEvent[]> {
  if (seqs.length === 0) return []
  const rows = await tx.selectFrom('audit_event').selectAll().where('seq', 'in', seqs).orderBy('seq', 'desc').execute()
  return rows.map(toAuditEvent)
}

/** What a text, a person or a resource names is found by one index each; what remains are conditions. */
async function queryOf(tx: ScopedTransaction, filter: AuditFilter): Promise<Query> {
  const { actor, search } = filter
  const actors = actor === undefined ? [] : [sql`actor_id = ${actor}`, sql`actor_name = ${actor}`]
  const resources = resourceConditions(filter)
  const named = search === undefined ? undefined : await sourcesOf(tx, search)
  const [first, ...others] = [actors, resources].filter((conditions) => conditions.length > 0)
  // One condition with "or" has no index that finds the newest: a name that is rare would be looked for in all events.
  const sources = named ?? (first && { conditions: first })
  const alternatives = named && first ? [first, ...others] : others
  return {
    sources,
    conditions: [
      ...alternatives.map((either) => sql`(${sql.join(either, sql` OR `)})`),
      ...conditionsOf(filter),
      ...(await conditionsOfDays(tx, filter)),
    ],
  }
}

/** One of them holds. An action says of which type its resources are. */
function resourceConditions({ action, resource }: AuditFilter): Condition[] {
  if (resource === undefined) return []
  const isOfId = sql`resource_id = ${resource}`
  if (action === undefined) return [isOfId, sql`resource_type = ${resource}`]
  return resourceTypeOf(action) === resource ? [] : [isOfId]
}

function conditionsOf({ action, outcome }: AuditFilter): Condition[] {
  return [
    ...(action === undefined ? [] : [sql`action = ${action}`]),
    ...(outcome === undefined ? [] : [sql`outcome = ${outcome}`]),
  ]
}

async function conditionsOfDays(tx: ScopedTransaction, { start_date, end_date }: AuditFilter): Promise<Condition[]> {
  if (start_date === undefined && end_date === undefined) return []
  const range = await seqsOfDays(tx, { start: start_date, end: end_date })
  if (!range) return [sql`FALSE`]
  const within = sql`seq BETWEEN ${range.first} AND ${range.last}`
  if (range.isExact) return [within]
  const times = [
    ...(start_date === undefined ? [] : [sql`created_at >= ${startOf(start_date)}`]),
    ...(end_date === undefined ? [] : [sql`created_at < ${startOf(end_date)}`]),
  ]
  // The planner must not see that nearly all of the range is of these days: it would multiply both shares, and read and
  // sort all of these days instead of the newest.
  return [within, sql`CASE WHEN ${sql.join(times, sql` AND `)} THEN TRUE ELSE FALSE END`]
}

const startOf = (day: string) => new Date(`${day}T00:00:00Z`)

/**
 * Conditions that find the events of a text, each with an index of its own: the few names that contain it, instead of
 * the text in millions of events.
 */
async function sourcesOf(tx: ScopedTransaction, search: string): Promise<Sources> {
  const values = await matchingValues(tx, search, MAX_VALUES + 1)
  if (values.length > MAX_VALUES) return { commonText: search }
  return {
    conditions: [
      ...values.map(({ kind, value }) => sql`${sql.ref(columnOfKind[kind])} = ${value}`),
      sql`resource_id = ${search}`,
      sql`request_id = ${search}`,
    ],
  }
}
