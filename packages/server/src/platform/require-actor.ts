/** Who may change cloud resources, in addition to the permission of the route. */
import { KeptError } from '@kept/domain/errors.ts'
import { readEnforcedPolicies } from '@kept/store/security/enforced-policies.ts'
import type { SignedInContext } from './context.ts'
import { refusedActing } from './policies.ts'

/** Throws `forbidden` where the policy of approvals leaves changes to admins, and the caller is none. */
export async function requireActor({
  services,
  scope,
  me,
}: Pick<SignedInContext, 'services' | 'scope' | 'me'>): Promise<void> {
  const policies = await services.state.database.scoped(scope, readEnforcedPolicies)
  const reason = refusedActing(policies, me.user.role)
  if (reason !== undefined) throw new KeptError('forbidden', reason, { details: { reason: 'policy' } })
}
