/** Policies of an organization: what they would affect, and the changes, which are enforced from the next request on. */
import { badInput, KeptError } from '@kept/domain/errors.ts'
import {
  type EnforcedPolicies,
  isWeakened,
  type PolicySettings,
  parsePolicySettings,
  parseRequiredTags,
} from '@kept/domain/security-policy.ts'
import type { PolicyKind } from '@kept/domain/security-policy-kinds.ts'
import { recordAudit } from '@kept/store/audit/record.ts'
import type { ScopedTransaction } from '@kept/store/database/connect.ts'
import { lockOrganization } from '@kept/store/people/lock-organization.ts'
import { reportRequiredTags } from '@kept/store/resources/required-tags.ts'
import { readEnforcedPolicies } from '@kept/store/security/enforced-policies.ts'
import {
  deletePolicy,
  findPolicy,
  findPolicyOfKind,
  listPolicies,
  type StoredPolicy,
  savePolicy,
} from '@kept/store/security/policies.ts'
import { readPolicySubjects } from '@kept/store/security/policy-subjects.ts'
import { actingOf } from '../../platform/acting.ts'
import type { SignedInContext } from '../../platform/context.ts'
import { routes } from '../../platform/implement.ts'
import { requireRequestedOrganization } from '../../platform/require-requested-organization.ts'
import { type Caller, effectOfPolicy } from './effect-of-policy.ts'
import { beginRetention, previewRetention } from './retention.ts'

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
    const effect = await state.database.scoped(context.scope, (tx) => preview(context, tx, kind, parsed))
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
        return save(context, tx, null, { kind, enabled, settings: settingsOf(kind, settings) })
      }),
    }
  }),
  update: policyRoutes.update.handler(async ({ context, input: { organization, id, settings, enabled } }) => {
    requireRequestedOrganization(organization, context.me)
    return {
      data: await changing(context, async (tx) => {
        const before = await findPolicy(tx, id)
        return save(context, tx, before, {
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
      await record(context, tx, before, null)
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

type Change = Pick<StoredPolicy, 'kind' | 'settings' | 'enabled'>

async function save(context: SignedInContext, tx: ScopedTransaction, before: StoredPolicy | null, after: Change) {
  if (after.enabled) {
    const { refusal } = await preview(context, tx, after.kind, after.settings)
    if (refusal !== null) throw new KeptError('conflict', refusal)
  }
  const { actor, at } = actingOf(context).auditContext
  const saved = await savePolicy(tx, after, { actor: actor.name, at })
  if (saved.kind === 'retention' && saved.enabled)
    await beginRetention(tx, { before: before?.enabled ? before.settings : null, after: saved.settings, at })
  await record(context, tx, before, saved)
  return saved
}

async function preview(context: SignedInContext, tx: ScopedTransaction, kind: PolicyKind, settings: PolicySettings) {
  const now = context.services.now()
  const policies: EnforcedPolicies = { [kind]: settings }
  const enforced = await readEnforcedPolicies(tx)
  const subjects = await readPolicySubjects(tx, now)
  return effectOfPolicy(kind, policies, subjects, callerOf(context), { now: now.getTime(), enforced })
}

function callerOf({ me, session, person, ip }: SignedInContext): Caller {
  const { organization, user } = me
  return { userId: person?.id ?? null, email: user.email, method: session?.method ?? '', ip, organization }
}

async function record(
  context: SignedInContext,
  tx: ScopedTransaction,
  before: StoredPolicy | null,
  after: StoredPolicy | null,
): Promise<void> {
  const kind = (after ?? before)?.kind
  if (kind === undefined) return
  const weakened = isWeakened(kind, before?.enabled ? before.settings : null, after?.enabled ? after.settings : null)
  const verb = before === null ? 'created' : after === null ? 'deleted' : 'updated'
  const recorded = (policy: StoredPolicy | null) => policy && { enabled: policy.enabled, settings: policy.settings }
  await recordAudit(tx, {
    ...actingOf(context).auditContext,
    action: weakened ? 'security_policy.weakened' : `security_policy.${verb}`,
    target: (after ?? before)?.id ?? null,
    summary: `The policy "${kind}" was ${verb}${weakened ? ' and allows more than before' : ''}.`,
    before: recorded(before),
    after: recorded(after),
  })
}
