/** Approvals of changes in clouds: requested, decided once, expired. */
import {
  type ActionApproval,
  type ApprovalSubject,
  type ApprovedRequest,
  approvedRequestSchema,
} from '@kept/domain/action-approval.ts'
import type { ApprovalState } from '@kept/domain/autopilot-states.ts'
import { KeptError } from '@kept/domain/errors.ts'
import type { RemedyStep } from '@kept/domain/remediation.ts'
import { decimal } from '@kept/foundation/decimal.ts'
import type { Selectable } from 'kysely'
import { type NewAuditEvent, recordAudit } from '../audit/record.ts'
import type { AutopilotSchema } from '../autopilot/schema.ts'
import type { ScopedTransaction } from '../database/connect.ts'

type Row = Selectable<AutopilotSchema['action_approval']>
type AuditContext = Pick<NewAuditEvent, 'actor' | 'at' | 'ip' | 'requestId'>

export interface StoredApproval extends ActionApproval {
  /** The user who may not decide it. */
  askerId: string
  /** Of a person's request: the dry run to carry out. */
  dryRunId: string | null
  /** Of an autopilot run: its change. */
  changeId: string | null
  /** What is carried out beside the dry run, or where there is none. */
  request: ApprovedRequest | null
}

interface NewApproval {
  subject: ApprovalSubject
  subjectId: string
  step: RemedyStep
  /** At most one of the two; for a recommendation exactly one. */
  dryRunId: string | null
  changeId: string | null
  /** For loops and environments. */
  request: ApprovedRequest | null
  description: string
  monthlySavings: string | null
  currency: string
  reason: string
  asker: { id: string; name: string }
  expiresAt: Date
}

/** Refused while another approval of the same subject waits. */
export async function insertApproval(
  tx: ScopedTransaction,
  approval: NewApproval,
  auditContext: AuditContext,
): Promise<StoredApproval> {
  const row = await tx
    .insertInto('action_approval')
    .values({
      organization_id: tx.scopedTo,
      subject: approval.subject,
      subject_id: approval.subjectId,
      step: approval.step,
      dry_run_id: approval.dryRunId,
      change_id: approval.changeId,
      request: approval.request && JSON.stringify(approval.request),
      description: approval.description,
      monthly_savings: approval.monthlySavings,
      currency: approval.currency,
      reason: approval.reason,
      asker_id: approval.asker.id,
      asker_name: approval.asker.name,
      state: 'waiting',
      created_at: auditContext.at,
      expires_at: approval.expiresAt,
    })
    .onConflict((conflict) =>
      conflict.columns(['organization_id', 'subject', 'subject_id']).where('state', '=', 'waiting').doNothing(),
    )
    .returningAll()
    .executeTakeFirst()
  if (!row)
    throw new KeptError('conflict', `This ${approval.subject} waits for an approval already. Decide that one first.`)
  await recordAudit(tx, {
    ...auditContext,
    action: 'action_approval.requested',
    target: approval.subjectId,
    summary: `${approval.asker.name} asked for an approval: ${approval.description}`,
    details: { approval: row.id, reason: approval.reason },
  })
  return toApproval(row)
}

export async function findApproval(tx: ScopedTransaction, id: string): Promise<StoredApproval> {
  const row = await tx.selectFrom('action_approval').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw new KeptError('not_found', 'There is no approval with this ID.')
  return toApproval(row)
}

/** Waiting ones first, then the newest. */
export async function listApprovals(tx: ScopedTransaction): Promise<StoredApproval[]> {
  const rows = await tx
    .selectFrom('action_approval')
    .selectAll()
    .orderBy((eb) => eb.case().when('state', '=', 'waiting').then(0).else(1).end())
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(200)
    .execute()
  return rows.map(toApproval)
}

export async function waitingApprovalOf(
  tx: ScopedTransaction,
  subject: ApprovalSubject,
  subjectId: string,
): Promise<StoredApproval | undefined> {
  const row = await tx
    .selectFrom('action_approval')
    .selectAll()
    .where('subject', '=', subject)
    .where('subject_id', '=', subjectId)
    .where('state', '=', 'waiting')
    .executeTakeFirst()
  return row && toApproval(row)
}

/** Whether a person approved a change of this subject since then. */
export async function approvedSince(
  tx: ScopedTransaction,
  subject: ApprovalSubject,
  subjectId: string,
  since: Date,
): Promise<boolean> {
  const row = await tx
    .selectFrom('action_approval')
    .select('id')
    .where('subject', '=', subject)
    .where('subject_id', '=', subjectId)
    .where('state', '=', 'approved')
    .where('decided_at', '>=', since)
    .executeTakeFirst()
  return row !== undefined
}

/** Of a change of autopilot: its latest. */
export async function approvalOfChange(tx: ScopedTransaction, changeId: string): Promise<StoredApproval | undefined> {
  const row = await tx
    .selectFrom('action_approval')
    .selectAll()
    .where('change_id', '=', changeId)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row && toApproval(row)
}

/** Waiting approvals whose time has passed. */
export async function expiredApprovals(tx: ScopedTransaction, now: Date): Promise<StoredApproval[]> {
  const rows = await tx
    .selectFrom('action_approval')
    .selectAll()
    .where('state', '=', 'waiting')
    .where('expires_at', '<=', now)
    .execute()
  return rows.map(toApproval)
}

/** False where it was decided before: of several decisions, the first counts. */
export async function decideApproval(
  tx: ScopedTransaction,
  { id, description, subject_id }: StoredApproval,
  decision: { state: Exclude<ApprovalState, 'waiting'>; note: string; userId: string; isLink: boolean },
  auditContext: AuditContext,
): Promise<boolean> {
  const { state, note, userId, isLink } = decision
  const { actor, at } = auditContext
  const row = await tx
    .updateTable('action_approval')
    .set({ state, note, decided_by_id: userId, decided_by: actor.name, decided_at: at })
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .returning('id')
    .executeTakeFirst()
  if (!row) return false
  await recordAudit(tx, {
    ...auditContext,
    action: `action_approval.${state}`,
    target: subject_id,
    summary: `The approval was ${state}${isLink ? ' by a link from a message' : ''}: ${description}`,
    details: { approval: id, note },
  })
  return true
}

/** Ends what waits for these changes of a run. */
export async function cancelApprovalsOf(
  tx: ScopedTransaction,
  changeIds: readonly string[],
  note: string,
  at: Date,
): Promise<void> {
  if (changeIds.length === 0) return
  await tx
    .updateTable('action_approval')
    .set({ state: 'canceled', note, decided_at: at })
    .where('change_id', 'in', changeIds)
    .where('state', '=', 'waiting')
    .execute()
}

function toApproval(row: Row): StoredApproval {
  const { organization_id: _own, dry_run_id, change_id, asker_id, decided_by_id: _decider, ...fields } = row
  const { monthly_savings, request, decided_at, created_at, expires_at } = fields
  return {
    ...fields,
    request: request && approvedRequestSchema.parse(request),
    is_automatic: change_id !== null,
    monthly_savings: monthly_savings === null ? null : decimal(monthly_savings),
    decided_at: decided_at?.toISOString() ?? null,
    created_at: created_at.toISOString(),
    expires_at: expires_at.toISOString(),
    askerId: asker_id,
    dryRunId: dry_run_id,
    changeId: change_id,
  }
}
