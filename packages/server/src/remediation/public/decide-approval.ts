/** A second person approves or rejects: never the asker, whichever session, API key or link they use. */
import { approvalPermissions } from '@kept/domain/approval-permissions.ts'
import { KeptError } from '@kept/domain/errors.ts'
import { effectivePermissions, type Permission, type Role } from '@kept/domain/permission.ts'
import type { Scope } from '@kept/domain/scope.ts'
import type { EnforcedPolicies } from '@kept/domain/security-policy.ts'
import type { NewAuditEvent } from '@kept/store/audit/record.ts'
import { moveChange } from '@kept/store/autopilot/changes.ts'
import type { Database, ScopedTransaction } from '@kept/store/database/connect.ts'
import { lockOrganization } from '@kept/store/people/lock-organization.ts'
import { findMembers } from '@kept/store/people/members.ts'
import {
  decideApproval,
  expiredApprovals,
  findApproval,
  type StoredApproval,
} from '@kept/store/remediation/approvals.ts'
import { refusedActing } from '../../platform/policies.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { isSignatureOf } from './approvals.ts'

export interface Decider {
  /** Of a session or an API key, the same user has the same ID. */
  userId: string
  role: Role
  permissions: readonly Permission[]
  isOperator: boolean
  auditContext: Pick<NewAuditEvent, 'actor' | 'at' | 'ip' | 'requestId'>
}

interface Decision {
  id: string
  decision: 'approve' | 'reject'
  note: string
  /** Of the link in a message; undefined in the app. */
  signature: string | undefined
}

/** Returns the decided approval; of several decisions, the first counts. */
export async function decide(
  { database, secrets }: { database: Database; secrets: Pick<Secrets, 'keyFor'> },
  scope: Scope,
  { id, decision, note, signature }: Decision,
  decider: Decider,
): Promise<StoredApproval> {
  return database.scoped(scope, async (tx) => {
    const { enforced_policies: policies } = await lockOrganization(tx)
    const approval = await findApproval(tx, id)
    if (signature !== undefined && !isSignatureOf(secrets, approval, signature))
      throw new KeptError('forbidden', 'This link is not valid. Open the approval under Autopilot instead.')
    const refusal = refusalOf(approval, policies, decider)
    if (refusal) throw refusal
    if (decision === 'approve') await refuseWithoutAsker(tx, approval)
    const state = decision === 'approve' ? 'approved' : 'rejected'
    const { userId, auditContext } = decider
    await decideApproval(tx, approval, { state, note, userId, isLink: signature !== undefined }, auditContext)
    await moveOwnChange(tx, approval, state, `${auditContext.actor.name} ${state} it.`, auditContext)
    return findApproval(tx, id)
  })
}

/** Ends approvals that no one decided in time. Returns their number. */
export async function expireApprovals(database: Database, scope: Scope, now: Date): Promise<number> {
  return database.scoped(scope, async (tx) => {
    const expired = await expiredApprovals(tx, now)
    const auditContext = { actor: { kind: 'system', id: null, name: 'Kept' }, at: now } as const
    for (const approval of expired) {
      const note = 'No one decided in time.'
      await decideApproval(tx, approval, { state: 'expired', note, userId: '', isLink: false }, auditContext)
      await moveOwnChange(tx, approval, 'expired', 'Its approval expired.', auditContext)
    }
    return expired.length
  })
}

function refusalOf(
  approval: StoredApproval,
  policies: EnforcedPolicies,
  { userId, role, permissions, isOperator, auditContext }: Decider,
): KeptError | undefined {
  if (approval.state !== 'waiting')
    return new KeptError('conflict', `This approval was ${approval.state} already. Ask for a new one.`)
  if (Date.parse(approval.expires_at) <= auditContext.at.getTime())
    return new KeptError('conflict', 'This approval has expired. Ask for a new one.')
  if (isOperator)
    return new KeptError('forbidden', 'The operator token is no person. A user of the organization has to decide.')
  const needs = approvalPermissions[approval.subject]
  if (!permissions.includes(needs))
    return new KeptError('forbidden', `You need the permission ${needs} to decide this. Ask an admin.`, {
      details: { reason: 'role', needs },
    })
  // A key that sends usage events may write schedules, and is no second person.
  if (auditContext.actor.kind === 'api_key' && !permissions.includes('recommendations:act'))
    return new KeptError('forbidden', 'This API key may not decide approvals: it needs the scope recommendations:act.')
  if (approval.askerId === userId)
    return new KeptError('forbidden', 'A second person has to decide: you asked for this change, or set up its policy.')
  if (refusedActing(policies, role) !== undefined)
    return new KeptError('forbidden', 'Only admins may approve changes in this organization. Ask one of them.')
  return undefined
}

/** One person who is there and may do it asks, another approves. */
async function refuseWithoutAsker(tx: ScopedTransaction, approval: StoredApproval): Promise<void> {
  // Autopilot asks by its policy, which others may have changed since.
  if (approval.changeId !== null) return
  const [asker] = await findMembers(tx, [approval.askerId])
  if (!asker) return
  const isActive = asker.status === 'active' && asker.removed_at === null && !asker.account_disabled
  const needs = approvalPermissions[approval.subject]
  if (isActive && effectivePermissions(asker.role, asker.grants).includes(needs)) return
  throw new KeptError(
    'conflict',
    `${approval.asker_name} is no longer a member who may do this. Someone who may has to ask for it again.`,
  )
}

/** A change of autopilot starts, or ends, with its approval. */
async function moveOwnChange(
  tx: ScopedTransaction,
  { changeId }: StoredApproval,
  state: 'approved' | 'rejected' | 'expired',
  reason: string,
  auditContext: Decider['auditContext'],
): Promise<void> {
  if (changeId === null) return
  const to = state === 'approved' ? 'approved' : 'skipped'
  await moveChange(tx, { id: changeId }, { from: ['waiting'], to, reason, auditContext })
}
