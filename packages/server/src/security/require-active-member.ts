import { badInput } from '@kept/domain/errors.ts'
import type { ScopedTransaction } from '@kept/store/database/connect.ts'
import { findMembers } from '@kept/store/people/members.ts'

/** Refuses who is no active user of the organization. `what` they are asked to be: "commander". */
export async function requireActiveMember(
  tx: ScopedTransaction,
  id: string | null | undefined,
  what: 'commander' | 'owner',
): Promise<void> {
  if (id === null || id === undefined) return
  const [member] = await findMembers(tx, [id])
  if (member?.status !== 'active') throw badInput(`The ${what} must be an active user of this organization.`)
}
