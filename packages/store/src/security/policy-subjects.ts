/** Who and what a policy may affect: the active users of an organization, how they sign in, their sessions, its keys. */
import { effectivePermissions, type Grants, type Permission, type Role } from '@kept/domain/permission.ts'
import { type SignInMethod, signInMethods } from '@kept/domain/security-policy-kinds.ts'
import { sql } from 'kysely'
import type { ScopedTransaction } from '../database/connect.ts'

const MAX_ROWS = 10_000

interface SubjectSession {
  id: string
  user_id: string
  method: SignInMethod | ''
  ip: string
  created_at: Date
  last_seen_at: Date
}

export interface SubjectAccount {
  id: string
  name: string
  email: string
  role: Role
  permissions: Permission[]
  second_factor: boolean
  /** How they could sign in; an identity provider that is turned off is not one of them. */
  methods: SignInMethod[]
}

export interface SubjectPerson extends SubjectAccount {
  sessions: SubjectSession[]
}

export interface SubjectKey {
  id: string
  name: string
  /** The ID of a user, who may have left. */
  created_by: string
  created_at: Date
  ranges: string[]
  last_used_from: string | null
}

export interface PolicySubjects {
  people: SubjectPerson[]
  api_keys: SubjectKey[]
}

export async function readPolicySubjects(tx: ScopedTransaction, now: Date): Promise<PolicySubjects> {
  const people = await selectAccounts(tx)
    .orderBy(sql`coalesce(nullif(lower(u.full_name), ''), u.email)`)
    .limit(MAX_ROWS)
    .execute()
  const sessions = await tx
    .selectFrom('session')
    .select(['id', 'user_id', 'method', 'ip', 'created_at', 'last_seen_at'])
    .where('active_organization_id', '=', tx.scopedTo)
    .where('kind', '=', 'ordinary')
    .where('expires_at', '>', now)
    .orderBy('last_seen_at', 'desc')
    .limit(MAX_ROWS)
    .execute()
  const api_keys = await tx
    .selectFrom('api_key')
    .select(['id', 'name', 'created_by', 'created_at', 'ranges', 'last_used_from'])
    .where('organization_id', '=', tx.scopedTo)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .orderBy('name')
    .limit(1000)
    .execute()
  const sessionsOf = Map.groupBy(sessions, ({ user_id }) => user_id)
  return {
    people: people.map((row) => ({ ...toAccount(row), sessions: sessionsOf.get(row.id) ?? [] })),
    api_keys,
  }
}

/** The active admins, all of them: one that is left out could be the only one who can sign in. */
export async function readSubjectAdmins(tx: ScopedTransaction): Promise<SubjectAccount[]> {
  return (await selectAccounts(tx).where('m.role', '=', 'admin').execute()).map(toAccount)
}

/** Of these users, those who are active. */
export async function readSubjectAccounts(tx: ScopedTransaction, ids: readonly string[]): Promise<SubjectAccount[]> {
  if (ids.length === 0) return []
  return (await selectAccounts(tx).where('u.id', 'in', ids).execute()).map(toAccount)
}

function selectAccounts(tx: ScopedTransaction) {
  return tx
    .selectFrom('membership as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .select(['u.id', 'u.full_name', 'u.email', 'm.role', 'm.grants'])
    .select([
      sql<boolean>`exists (select from two_factor f where f.user_id = u.id and f.confirmed_at is not null)`.as('totp'),
      sql<boolean>`exists (select from passkey p where p.user_id = u.id)`.as('passkey'),
      sql<string[]>`array(
        select a.provider_id from account a
        where a.user_id = u.id and (a.provider_id !~ '^(oidc|saml):' or exists (
          select from identity_provider p
          where p.organization_id = m.organization_id and p.enabled and p.id::text = substr(a.provider_id, 6)))
      )`.as('accounts'),
    ])
    .where('m.organization_id', '=', tx.scopedTo)
    .where('m.status', '=', 'active')
    .where('u.disabled_at', 'is', null)
}

interface AccountRow {
  id: string
  full_name: string
  email: string
  role: Role
  grants: Grants
  totp: boolean
  passkey: boolean
  accounts: string[]
}

function toAccount({ id, full_name, email, role, grants, totp, passkey, accounts }: AccountRow): SubjectAccount {
  return {
    ...{ id, email, role, name: full_name || email, second_factor: totp || passkey },
    permissions: effectivePermissions(role, grants),
    methods: methodsOf(accounts, passkey),
  }
}

/** Supabase checks passwords where it is configured. */
const passwordAccounts: ReadonlySet<string> = new Set(['credential', 'supabase'])

function methodsOf(accounts: readonly string[], passkey: boolean): SignInMethod[] {
  const available = new Set(
    accounts.map((id) =>
      passwordAccounts.has(id) ? 'password' : id.replace(/^(?:oidc|saml):.*/, 'identity_provider'),
    ),
  )
  if (passkey) available.add('passkey')
  return signInMethods.filter((method) => available.has(method))
}
