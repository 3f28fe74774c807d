/**
 * Erases a person. In each organization, every text that has the person's address or name gets a pseudonym instead;
 * rows of the account itself are deleted with it.
 */
import { sql } from 'kysely'
import type { Database, ScopedTransaction } from '../database/connect.ts'
import { notifyRights } from '../live/rights.ts'
import { isRetained, listDatabaseTables } from '../organizations/organization-tables.ts'

export interface PersonNames {
  id: string
  email: string
  full_name: string
}

interface Pseudonym {
  name: string
  email: string
}

/** The ID of a deleted account names no one, and is stable when an interrupted deletion is continued. */
export function pseudonymOfPerson({ id }: Pick<PersonNames, 'id'>): Pseudonym {
  const short = id.replaceAll('-', '').slice(0, 12)
  return { name: `Deleted user ${short}`, email: `deleted-${short}@deleted.invalid` }
}

/** Regular expressions, for Postgres and (with another name for letters) JavaScript, and what replaces their matches. */
export function replacementsOf(person: PersonNames): { pattern: string; replacement: string }[] {
  const { name, email } = pseudonymOfPerson(person)
  const fullName = person.full_name.trim()
  return [
    { pattern: bounded(person.email), replacement: email },
    ...(fullName === '' ? [] : [{ pattern: bounded(fullName), replacement: name }]),
  ]
}

/** A short single name is a word of other texts too: it is replaced only where it is all of a text. */
export function isDistinctName(fullName: string): boolean {
  return /\s/.test(fullName.trim()) || fullName.trim().length >= 8
}

const bounded = (text: string) => `(?<![[:alnum:]])${escaped(text)}(?![[:alnum:]])`

function escaped(text: string): string {
  // JSON stores quotes and backslashes with a backslash.
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll('"', '\\\\?"')
}

/** For rows: where a text mentions the address or a distinct name, or is the name. */
function replacementsInRows(person: PersonNames): { pattern: string; replacement: string }[] {
  const fullName = person.full_name.trim()
  if (fullName === '' || isDistinctName(fullName)) return replacementsOf(person)
  const { name, email } = pseudonymOfPerson(person)
  return [
    { pattern: bounded(person.email), replacement: email },
    { pattern: `^${escaped(fullName)}$`, replacement: name },
  ]
}

/** Replaces the person's names in all rows of the organization that are not part of a chain; returns how many. */
export async function replacePerson(database: Database, organizationId: string, person: PersonNames): Promise<number> {
  const tables = (await listDatabaseTables(database)).filter(
    // The audit log forgets names that no event has any longer on its own.
    ({ name }) => !isRetained(name) && name !== 'audit_value',
  )
  const replacements = replacementsInRows(person)
  let replaced = 0
  for (const { name, columns } of tables)
    await database.scoped({ organizationId }, async (tx) => {
      for (const column of columns)
        if (column.type === 'text' || column.type === 'jsonb')
          for (const { pattern, replacement } of replacements)
            replaced += await replaceInColumn(tx, name, column.name, pattern, replacement)
    })
  return replaced
}

async function replaceInColumn(
  tx: ScopedTransaction,
  table: string,
  column: string,
  pattern: string,
  replacement: string,
): Promise<number> {
  const { rows } = await sql<{ replaced: string }>`
    SELECT replace_in_column(${table}, ${column}, ${pattern}, ${replacement}) AS replaced`.execute(tx)
  return Number(rows[0]?.replaced ?? 0)
}

/** Deletes invitations to the address, which may be of organizations that the person never joined. */
export async function deleteInvitationsOf(tx: ScopedTransaction, { email }: PersonNames): Promise<void> {
  await tx.deleteFrom('invitation').where('email', '=', email).execute()
  await sql`DELETE FROM people_import WHERE organization_id = ${tx.scopedTo} AND rows::text ILIKE ${`%${email}%`}`.execute(
    tx,
  )
}

export async function deleteMembership(tx: ScopedTransaction, userId: string): Promise<void> {
  await tx
    .deleteFrom('membership')
    .where('user_id', '=', userId)
    .where('organization_id', '=', tx.scopedTo)
    .returning(notifyRights('user_id'))
    .execute()
}

/** Last: sessions, passkeys and sign-in methods are deleted with the row. */
export async function deleteUser(database: Database, { id, email }: PersonNames): Promise<void> {
  await database.shared.transaction().execute(async (tx) => {
    await tx.deleteFrom('newsletter_subscriber').where('email', '=', email).execute()
    await sql`DELETE FROM verification WHERE value ILIKE ${`%${id}%`} OR value ILIKE ${`%${email}%`}`.execute(tx)
    await sql`DELETE FROM rate_limit WHERE key ILIKE ${`%${email}%`} OR key LIKE ${`%${id}%`}`.execute(tx)
    await tx.deleteFrom('users').where('id', '=', id).execute()
  })
}
