/** The report of required tags: of the enabled policy, and of one that is previewed. */
import { parseRequiredTags } from '@kept/domain/security-policy.ts'
import { reportRequiredTags } from '@kept/store/resources/required-tags.ts'
import { findPolicyOfKind } from '@kept/store/security/policies.ts'
import { routes } from '../../platform/implement.ts'
import { requireRequestedOrganization } from '../../platform/require-requested-organization.ts'

export const requiredTags = {
  get: routes.requiredTags.get.handler(async ({ context, input: { organization } }) => {
    requireRequestedOrganization(organization, context.me)
    const data = await context.services.state.database.scoped(context.scope, async (tx) => {
      const policy = await findPolicyOfKind(tx, 'required_tags')
      if (!policy?.enabled) return null
      const settings = parseRequiredTags(policy.settings)
      return { ...(await reportRequiredTags(tx, settings)), settings }
    })
    return { data }
  }),
}
