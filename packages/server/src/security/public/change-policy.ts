/** Previews, saves and records a policy. Each way to change one goes through here, so none skips the checks. */
import { KeptError } from '@kept/domain/errors.ts'
import { type EnforcedPolicies, isWeakened, type PolicySettings } from '@kept/domain/security-policy.ts'
import type { PolicyKind } from '@kept/domain/security-policy-kinds.ts'
import { recordAudit } from '@kept/store/audit/record.ts'
import type { ScopedTransaction } from '@kept/store/database/connect.ts'
import { readEnforcedPolicies } from '@kept/store/security/enforced-policies.ts'
import { findPolicyOfKind, type StoredPolicy, savePolicy } from '@kept/store/security/policies.ts'
import { readPolicySubjects } from '@kept/store/security/policy-subjects.ts'
import { actingOf } from '../../platform/acting.ts'
import type { SignedInContext } from '../../platform/context.ts'
import { refusalOf } from '../../platform/refusal.ts'
import { effectOfPolicy } from '../policies/effect-of-policy.ts'
import type { Caller } from '../policies/lock-out.ts'
import { beginRetention } from '../policies/retention.ts'

type Change = Pick<StoredPolicy, 'kind' | 'settings' | 'enabled'>

/** Throws when the policy would lock out the caller or every admin. The organization must be locked. */
export async function changePolicy(
  context: SignedInContext,
  tx: ScopedTransaction,
  before: StoredPolicy | null,
  after: Change,
): Promise<StoredPolicy> {
  if (after.enabled) {
    const { refusal } = await previewPolicy(context, tx, after.kind, after.settings)
    if (refusal !== null) throw new KeptError('conflict', refusal)
  }
  const { actor, at } = actingOf(context).auditContext
  const saved = await savePolicy(tx, after, { actor: actor.name, at })
  if (saved.kind === 'retention' && saved.enabled)
    await beginRetention(tx, { before: before?.enabled ? before.settings : null, after: saved.settings, at })
  await recordPolicyChange(context, tx, before, saved)
  return saved
}

/**
 * The organization's switch "require a second factor of admins" is the policy with `admins`: both always say the same.
 * Throws without `security:write`.
 */
export async function requireSecondFactorOfAdmins(
  context: SignedInContext,
  tx: ScopedTransaction,
  required: boolean,
): Promise<void> {
  if (!context.me.permissions.includes('security:write')) throw refusalOf(context, 'security:write')
  const kind = 'second_factor'
  const existing = await findPolicyOfKind(tx, kind)
  if (!existing && !required) return
  // One that is disabled may be wider than the switch says: what it would require was never previewed here.
  const isStale = !existing || (required && !existing.enabled)
  const settings = isStale ? { applies_to: 'admins' as const } : existing.settings
  await changePolicy(context, tx, existing ?? null, { kind, settings, enabled: required })
}

export async function previewPolicy(
  context: SignedInContext,
  tx: ScopedTransaction,
  kind: PolicyKind,
  settings: PolicySettings,
) {
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

export async function recordPolicyChange(
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
    summary: `The policy "${kind}" was ${verb}${weakened ? ' and protected less from then on' : ''}.`,
    before: recorded(before),
    after: recorded(after),
  })
}
