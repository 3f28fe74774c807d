/**
 * API keys whose creators a policy keeps out. A key signs in nowhere, so it goes on working: those who review access
 * must see it ([0176](../../../../docs/decisions/0176-keys-of-users-who-are-kept-out.md)).
 */
import type { EnforcedPolicies } from '@kept/domain/security-policy.ts'
import type { ScopedTransaction } from '@kept/store/database/connect.ts'
import { readSubjectAccounts } from '@kept/store/security/policy-subjects.ts'
import { keptOutBy, limitsSignIn } from '../platform/ways-in.ts'

/** With why no session of its creator is let in, as the end of a sentence; '' where one is, and without a creator. */
export async function withKeptOutCreators<Key extends { created_by_id: string }>(
  tx: ScopedTransaction,
  keys: readonly Key[],
  policies: EnforcedPolicies,
): Promise<(Key & { creator_kept_out: string })[]> {
  const ids = limitsSignIn(policies) ? [...new Set(keys.map(({ created_by_id }) => created_by_id))] : []
  const creators = new Map((await readSubjectAccounts(tx, ids)).map((account) => [account.id, account]))
  return keys.map((key) => {
    const creator = creators.get(key.created_by_id)
    return { ...key, creator_kept_out: (creator && keptOutBy(policies, creator)) ?? '' }
  })
}
