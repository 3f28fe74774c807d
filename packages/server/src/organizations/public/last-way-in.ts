import type { IdentityProvider } from '@kept/contract/routes/organizations.ts'
import { KeptError } from '@kept/domain/errors.ts'
import type { ScopedTransaction } from '@kept/store/database/connect.ts'
import { readEnforcedPolicies } from '@kept/store/security/enforced-policies.ts'

/** Where a policy allows only identity providers, no admin could sign in without one. */
export async function refuseLastWayIn(
  tx: ScopedTransaction,
  providers: readonly Pick<IdentityProvider, 'id' | 'enabled'>[],
  id: string,
): Promise<void> {
  const { sign_in } = await readEnforcedPolicies(tx)
  if (!sign_in || sign_in.methods.some((method) => method !== 'identity_provider')) return
  if (providers.some((other) => other.id !== id && other.enabled)) return
  throw new KeptError(
    'conflict',
    'The sign-in policy allows only identity providers, and this is the last one. Change the policy first.',
  )
}
