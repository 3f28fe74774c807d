/** Groups that an identity provider named at the last sign-in of a user, of those that had a role then. */
import type { ScopedTransaction } from '../database/connect.ts'

interface SignIn {
  provider: { id: string; name: string }
  groups: readonly string[]
  at: Date
}

/** Replaces those of the sign-in before, also of another provider. */
export async function saveSignInGroups(
  tx: ScopedTransaction,
  userId: string,
  { provider, groups, at }: SignIn,
): Promise<void> {
  await forgetSignInGroups(tx, userId)
  if (groups.length === 0) return
  const signIn = { provider_id: provider.id, provider_name: provider.name, signed_in_at: at }
  await tx
    .insertInto('sign_in_group')
    .values(
      [...new Set(groups)].map((group_name) => ({
        ...{ organization_id: tx.scopedTo, user_id: userId, group_name, ...signIn },
      })),
    )
    .execute()
}

export async function forgetSignInGroups(tx: ScopedTransaction, userId: string): Promise<void> {
  await tx
    .deleteFrom('sign_in_group')
    .where('organization_id', '=', tx.scopedTo)
    .where('user_id', '=', userId)
    .execute()
}
