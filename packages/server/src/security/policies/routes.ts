/** Policies of an organization: what they would affect, and the changes, which are enforced from the next request on. */
import { badInput, KeptError } from '@kept/domain/errors.ts'
import { type PolicySettings, parsePolicySettings, parseRequiredTags } from '@kept/domain/security-policy.ts'
import type { PolicyKind } from '@kept/domain/security-policy-kinds.ts'
import type { ScopedTransaction } from '@kept/store/database/connect.ts'
import { lockOrganization } from '@kept/store/people/lock-organization.ts'
import { reportRequiredTags } from '@kept/store/resources/required-tags.ts'
import { deletePolicy, findPolicy, findPolicyOfKind, listPolicies } from '@kept/store/security/policies.ts'
import type { SignedInContext } from '../../platform/context.ts'
import { routes } from '../../platform/implement.ts'
import { requireRequestedOrganization } from '../../platform/require-requested-organization.ts'
import { changePolicy, previewPolicy, recordPolicyChange } from '../public/change-policy.ts'
import { previewRetention } from './retention.ts'

const policyRoutes = routes.securityPolicies

export const securityPolicies = {
  list: policyRoutes.list.handler(async ({ context, input: { organization } }) => {
    requireRequestedOrganization(organization, context.me)
    return { data: await context.services.state.database.scoped(context.scope, listPolicies) }
  }),
  get: policyRoutes.get.handler(async ({ context, input: { organization, id } }) => {
    requireRequestedOrganization(organization, context.me)
    return { data: await context.services.state.database.scoped(context.scope, (tx) => findPolicy(tx, id)) }
  }),
  preview: policyRoutes.preview.handler(async ({ context, input: { organization, kind, settings } }) => {
    requireRequestedOrganization(organization, context.me)
    const parsed = settingsOf(kind, settings)
    const { state, now } = context.services
    const effect = await state.database.scoped(context.scope, (tx) => previewPolicy(context, tx, kind, parsed))
    if (kind === 'required_tags') {
      const required = parseRequiredTags(parsed)
      const tags = await state.database.scoped(context.scope, (tx) => reportRequiredTags(tx, required))
      return { data: { ...effect, tags } }
    }
    if (kind !== 'retention') return { data: effect }
    const { database, warehouse } = state
    return { data: { ...effect, data: await previewRetention({ database, warehouse, now }, context.scope, parsed) } }
  }),
  create: policyRoutes.create.handler(async ({ context, input: { organization, kind, settings, enabled } }) => {
    requireRequestedOrganization(organization, context.me)
    return {
      data: await changing(context, async (tx) => {
        if (await findPolicyOfKind(tx, kind))
          throw new KeptError('conflict', `There is a policy of kind ${kind} already. Change it instead.`)
        return changePolicy(context, tx, null, { kind, enabled, settings: settingsOf(kind, settings) })
      }),
    }
  }),
  update: policyRoutes.update.handler(async ({ context, input: { organization, id, settings, enabled } }) => {
    requireRequestedOrganization(organization, context.me)
    return {
      data: await changing(context, async (tx) => {
        const before = await findPolicy(tx, id)
        return changePolicy(context, tx, before, {
          kind: before.kind,
          settings: settings === undefined ? before.settings : settingsOf(before.kind, settings),
          enabled: enabled ?? before.enabled,
        })
      }),
    }
  }),
  remove: policyRoutes.remove.handler(async ({ context, input: { organization, id } }) => {
    requireRequestedOrganization(organization, context.me)
    await changing(context, async (tx) => {
      const before = await findPolicy(tx, id)
      await deletePolicy(tx, id)
      await recordPolicyChange(context, tx, before, null)
    })
    return { data: { deleted: true as const } }
  }),
}

/** Changes of one organization wait for each other, as changes of its users do. */
function changing<T>({ services, scope }: SignedInContext, work: (tx: ScopedTransaction) => Promise<T>): Promise<T> {
  return services.state.database.scoped(scope, async (tx) => {
    await lockOrganization(tx)
    return work(tx)
  })
}

function settingsOf(kind: PolicyKind, settings: PolicySettings): PolicySettings {
  const parsed = parsePolicySettings(kind, settings)
  if ('problem' in parsed) throw badInput(parsed.problem)
  return parsed.settings
}
