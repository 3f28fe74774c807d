import type { ScopedTransaction } from '../database/connect.ts'

/** Returns those of the given addresses that belong to active members of the organization. */
export async function activeMembers(tx: ScopedTransaction, emails: readonly string[]): Promise<Set<string>> {
  const rows = await tx
    .selectFrom('membership as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .select('u.email')
    .where('m.organization_id', '=', tx.scopedTo)
    .where('m.status', '=', 'active')
    .where('u.email', 'in', [...emails])
    .execute()
  return new Set(rows.map(({ email }) => email))
}
