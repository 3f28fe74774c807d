/**
 * Sessions by the hash of their token. Rows belong to a user, not to an organization; `domain/session-life` decides
 * when they end, and the table's own constraints enforce it.
 */
import type { Grants, Role } from '@kept/domain/permission.ts'
import type { SignInMethod } from '@kept/domain/security-policy-kinds.ts'
import { sql } from 'kysely'
import type { Database } from '../database/connect.ts'
import type { DataVersions } from '../database/data-version.ts'
import { gather } from '../database/gather.ts'
import { prepared } from '../database/prepared.ts'
import { notifyRights } from '../live/rights.ts'
import type { OwnMembership } from './own-memberships.ts'
import type { IdentitySchema } from './schema.ts'

/** The user's membership of the organization that a session acts for, with the versions of its data. */
interface ActiveMembership extends OwnMembership {
  dataVersions: DataVersions
}

/** A session with its user. */
export interface FoundSession {
  id: string
  token_hash: string
  user_id: string
  active_organization_id: string | null
  kind: 'ordinary' | 'demo'
  bound: boolean
  /** How it began; empty when that is not known. */
  method: SignInMethod | ''
  fingerprint: string
  created_at: Date
  last_seen_at: Date
  authenticated_at: Date
  expires_at: Date
  absolute_expires_at: Date
  user: {
    id: string
    email: string
    email_verified: boolean
    full_name: string
    avatar_url: string | null
    preferences: Record<string, unknown>
    disabled_at: Date | null
    created_at: Date
    /** Operator of this installation. */
    operator: boolean
  }
  /** Undefined without an active organization, and where the user is no active member of it. */
  membership: ActiveMembership | undefined
}

type NewSession = Pick<
  IdentitySchema['session'],
  'token_hash' | 'user_id' | 'active_organization_id' | 'kind' | 'fingerprint'
> & {
  bound: boolean
  method?: SignInMethod | ''
  ip: string
  user_agent: string
  created_at: Date
  authenticated_at: Date
  expires_at: Date
  absolute_expires_at: Date
}

export async function createSession(database: Database, session: NewSession): Promise<string> {
  const { id } = await database.shared
    .insertInto('session')
    .values({ ...session, last_seen_at: session.created_at })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/**
 * The session of that token or id, whether or not it has expired; neither it nor the user is checked. Every request of a
 * signed-in user asks this: those that arrive together ask in one statement, each of them after it arrived.
 */
export async function findSession(
  database: Database,
  lookup: { token_hash: string } | { id: string },
): Promise<FoundSession | undefined> {
  if ('token_hash' in lookup) return sessionsOf(database).find(lookup.token_hash)
  // Alone: an id comes from the caller, and one that is no UUID fails its statement.
  const [session] = await readSessions(database, 'id', [lookup.id])
  return session
}

interface SessionUse {
  id: string
  at: Date
  ip: string
}

/** Records that sessions are used. Requests that arrive together write in one transaction. */
export async function noteSessionUse(database: Database, use: SessionUse): Promise<void> {
  await sessionsOf(database).noteUse(use)
}

const gatheredSessions = new WeakMap<Database, ReturnType<typeof gatherSessions>>()

function sessionsOf(database: Database): ReturnType<typeof gatherSessions> {
  const gathered = gatheredSessions.get(database) ?? gatherSessions(database)
  gatheredSessions.set(database, gathered)
  return gathered
}

function gatherSessions(database: Database) {
  return {
    find: gather<string, FoundSession>(async (hashes) => {
      const sessions = await readSessions(database, 'token_hash', hashes)
      return new Map(sessions.map((session) => [session.token_hash, session]))
    }),
    noteUse: gather<SessionUse, never>(async (uses) => {
      await writeUses(database, uses)
      return new Map<SessionUse, never>()
    }),
  }
}

/** A session that another transaction is changing is left out: its next request is recorded. */
async function writeUses(database: Database, uses: readonly SessionUse[]): Promise<void> {
  const ids = uses.map(({ id }) => id)
  await sql`
    WITH free AS (SELECT id FROM session WHERE id = ANY(${ids}::uuid[]) FOR NO KEY UPDATE SKIP LOCKED)
    UPDATE session SET last_seen_at = used.at, ip = used.ip
    FROM free JOIN unnest(${ids}::uuid[], ${uses.map(({ at }) => at)}::timestamptz[], ${uses.map(({ ip }) => ip)}::text[])
      AS used (id, at, ip) USING (id)
    WHERE session.id = free.id`.execute(database.shared)
}

/** Prepared: it is planned once for each connection. */
async function readSessions(
  database: Database,
  column: 'id' | 'token_hash',
  values: readonly string[],
): Promise<FoundSession[]> {
  const sought = column === 'id' ? sql<string>`ANY(${values}::uuid[])` : sql<string>`ANY(${values}::text[])`
  const rows = await database.shared
    .selectFrom('session')
    .modifyFront(prepared(column === 'id' ? 'find_sessions_by_id' : 'find_sessions_by_token'))
    .innerJoin('users', 'users.id', 'session.user_id')
    .leftJoinLateral(
      sql<object>`active_membership(session.user_id, session.active_organization_id)`.as('active'),
      (join) => join.onTrue(),
    )
    .select([
      sql<MembershipRow | null>`to_jsonb(active)`.as('active_membership'),
      'session.id',
      'token_hash',
      'user_id',
      'active_organization_id',
      'kind',
      'bound',
      'method',
      'fingerprint',
      'session.created_at',
      'last_seen_at',
      'authenticated_at',
      'expires_at',
      'absolute_expires_at',
      'email',
      'email_verified',
      'full_name',
      'avatar_url',
      'preferences',
      'disabled_at',
      'operator',
      'users.created_at as user_created_at',
    ])
    .where(`session.${column}`, '=', sought)
    .execute()
  return rows.map(
    ({
      email,
      email_verified,
      full_name,
      avatar_url,
      preferences,
      disabled_at,
      operator,
      user_created_at,
      active_membership,
      ...session
    }) => ({
      ...session,
      user: {
        id: session.user_id,
        email,
        email_verified,
        full_name,
        avatar_url,
        preferences,
        disabled_at,
        operator,
        created_at: user_created_at,
      },
      membership: active_membership ? membershipOf(active_membership) : undefined,
    }),
  )
}

/** What the function `active_membership` of the database returns. */
type MembershipRow = OwnMembership['organization'] & { role: Role; grants: Grants; versions: DataVersions }

function membershipOf({ role, grants, versions, ...organization }: MembershipRow): ActiveMembership {
  return { organization, role, grants, dataVersions: versions }
}

/** The mutable columns of a session; its absolute end is not one of them. */
export async function changeSession(
  database: Database,
  id: string,
  changes: {
    token_hash?: string
    expires_at?: Date
    active_organization_id?: string | null
    authenticated_at?: Date
  },
): Promise<void> {
  const changing = database.shared.updateTable('session').set(changes).where('id', '=', id)
  // In another organization they may do other things.
  const moves = changes.active_organization_id !== undefined
  await (moves ? changing.returning(notifyRights('user_id')) : changing).execute()
}

/** Ends one session of this user; false when it does not exist. */
export async function endSession(database: Database, userId: string, id: string): Promise<boolean> {
  const endedSessions = await database.shared
    .deleteFrom('session')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returning(notifyRights('user_id'))
    .execute()
  return endedSessions.length > 0
}

/** Ends all sessions of a user, or all but one; returns how many. */
export async function endSessionsOf(database: Database, userId: string, except?: string): Promise<number> {
  let ending = database.shared.deleteFrom('session').where('user_id', '=', userId)
  if (except !== undefined) ending = ending.where('id', '<>', except)
  return (await ending.returning(notifyRights('user_id')).execute()).length
}

/** A user's active sessions, the most recently used first. */
export function listSessions(database: Database, userId: string, now: Date) {
  return database.shared
    .selectFrom('session')
    .select(['id', 'kind', 'ip', 'user_agent', 'created_at', 'last_seen_at', 'expires_at', 'active_organization_id'])
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .orderBy('last_seen_at', 'desc')
    .limit(200)
    .execute()
}
