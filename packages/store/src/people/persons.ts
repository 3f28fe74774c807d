/** Users for authentication: independent of organizations, accessed only through this module. */
import type { Database, SharedTables } from '../database/connect.ts'

export interface Person {
  id: string
  email: string
  email_verified: boolean
  full_name: string
  avatar_url: string | null
  preferences: Record<string, unknown>
  disabled_at: Date | null
  created_at: Date
}

const columns = [
  'id',
  'email',
  'email_verified',
  'full_name',
  'avatar_url',
  'preferences',
  'disabled_at',
  'created_at',
] as const

export function findPerson(
  database: SharedTables,
  lookup: { id: string } | { email: string },
): Promise<Person | undefined> {
  const [column, value] =
    'id' in lookup ? (['id', lookup.id] as const) : (['email', lookup.email.toLowerCase()] as const)
  return database.shared.selectFrom('users').select(columns).where(column, '=', value).executeTakeFirst()
}

/** True when some user is an operator: the first admin of the installation, or a verified address of the settings. */
export async function hasOperator(database: Database, adminEmails: readonly string[]): Promise<boolean> {
  const operator = await database.shared
    .selectFrom('users')
    .select('id')
    .where('email_verified', '=', true)
    .where((eb) =>
      eb.or([eb('operator', '=', true), ...(adminEmails.length > 0 ? [eb('email', 'in', [...adminEmails])] : [])]),
    )
    .limit(1)
    .executeTakeFirst()
  return operator !== undefined
}

/** The user of that address, created when there is none; `made` says which. */
export async function ensurePerson(
  database: SharedTables,
  input: { email: string; full_name: string; email_verified: boolean; avatar_url?: string | null; now: Date },
): Promise<{ person: Person; created: boolean }> {
  const { now, ...values } = input
  const email = input.email.toLowerCase()
  const created = await database.shared
    .insertInto('users')
    .values({ ...values, email, created_at: now, updated_at: now })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning('id')
    .executeTakeFirst()
  const person = await findPerson(database, { email })
  if (!person) throw new Error('the user was deleted while it was created')
  return { person, created: created !== undefined }
}

export async function changePerson(
  database: Database,
  id: string,
  changes: {
    full_name?: string
    avatar_url?: string | null
    preferences?: Record<string, unknown>
    email_verified?: boolean
    operator?: boolean
  },
  now: Date,
): Promise<Person> {
  const { preferences, ...rest } = changes
  return database.shared
    .updateTable('users')
    .set({ ...rest, ...(preferences && { preferences: JSON.stringify(preferences) }), updated_at: now })
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirstOrThrow()
}
