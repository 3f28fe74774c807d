/** When a second person has to approve a change, and how that person is asked: in the app and by a signed link. */
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { ApprovalSubject, ApprovedRequest } from '@kept/domain/action-approval.ts'
import type { AlertEvent } from '@kept/domain/alert.ts'
import type { Recommendation } from '@kept/domain/recommendation.ts'
import type { RemedyStep } from '@kept/domain/remediation.ts'
import type { EnforcedPolicies } from '@kept/domain/security-policy.ts'
import { compare, type Decimal, multiply } from '@kept/foundation/decimal.ts'
import { formatMoney } from '@kept/foundation/format/money.ts'
import type { NewAuditEvent } from '@kept/store/audit/record.ts'
import type { ScopedTransaction } from '@kept/store/database/connect.ts'
import { addNotification } from '@kept/store/notifications/add.ts'
import { insertApproval, type StoredApproval } from '@kept/store/remediation/approvals.ts'
import type { Services } from '../../platform/context.ts'
import type { Secrets } from '../../platform/secrets.ts'

/** Three days: over a weekend. */
const approvalLifeMs = 72 * 3_600_000
const hoursOfMonth = '730'

/** What a change is about, and what it saves in a month. */
export interface ApprovalTopic {
  subject: ApprovalSubject
  subjectId: string
  title: string
  /** Null: not estimated. */
  monthlySavings: Decimal | null
  currency: string
  labels: AlertEvent['labels']
  /** Of a loop that is only suspected: stopping it contains nothing yet. */
  isSuspected?: boolean
  resourceIds: readonly string[]
}

export function topicOf(recommendation: Recommendation): ApprovalTopic {
  const { id, title, resource_name, monthly_savings, currency, rule, resource_id } = recommendation
  return {
    ...{ subject: 'recommendation', subjectId: id, title: `${title}, ${resource_name}`, currency },
    ...{ monthlySavings: monthly_savings, labels: { rule: [rule] }, resourceIds: [resource_id] },
  }
}

/** What is saved in an average month by what costs so much in an hour. */
export function monthlyOf(hourlyCost: Decimal | null): Decimal | null {
  return hourlyCost === null ? null : multiply(hourlyCost, hoursOfMonth)
}

/** Why a second person approves this change; empty where no one has to. */
export function approvalReason(
  { approvals }: EnforcedPolicies,
  {
    subject,
    monthlySavings,
    currency,
    isSuspected,
  }: Pick<ApprovalTopic, 'subject' | 'monthlySavings' | 'currency' | 'isSuspected'>,
): string {
  const isContained = subject === 'loop' && approvals?.loop_stops !== 'approved' && !isSuspected
  if (!approvals || isContained) return ''
  const { amount, currency: limitCurrency } = approvals.approve_above
  const limit = `${formatMoney(amount, limitCurrency)} a month`
  if (monthlySavings === null) return `Its savings are not estimated, and changes above ${limit} need a second person.`
  if (currency !== limitCurrency)
    return `Its savings are in ${currency} and cannot be compared with ${limit}, so a second person approves.`
  return compare(monthlySavings, amount) > 0 ? `It changes more than ${limit}, so a second person approves.` : ''
}

interface ApprovalRequest {
  topic: ApprovalTopic
  step: RemedyStep
  description: string
  reason: string
  asker: { id: string; name: string }
  /** At most one of the two; for a recommendation exactly one. */
  dryRunId?: string
  changeId?: string
  /** For loops and environments. */
  request?: ApprovedRequest
  auditContext: Pick<NewAuditEvent, 'actor' | 'at' | 'ip' | 'requestId'>
}

/** Stores the request and notifies, in the app and through the channels of the alert rules. */
export async function requestApproval(
  { secrets }: Pick<Services, 'secrets'>,
  tx: ScopedTransaction,
  approvalRequest: ApprovalRequest,
): Promise<StoredApproval> {
  const { topic, step, description, reason, asker, dryRunId = null, changeId = null, request = null } = approvalRequest
  const { subject, subjectId, monthlySavings, currency, labels, resourceIds } = topic
  const approval = await insertApproval(
    tx,
    {
      ...{
        subject,
        subjectId,
        step,
        dryRunId,
        changeId,
        request,
        description,
        monthlySavings,
        currency,
        reason,
        asker,
      },
      expiresAt: new Date(approvalRequest.auditContext.at.getTime() + approvalLifeMs),
    },
    approvalRequest.auditContext,
  )
  await addNotification(
    tx,
    { organizationId: tx.scopedTo },
    {
      kind: 'approval',
      title: `Approval needed: ${topic.title}`,
      body: `${asker.name} asks. ${description} ${reason}`,
      href: linkOf(secrets, approval),
      thread: `approval:${approval.id}`,
      alerts: [
        {
          kind: 'approval',
          severity: 'medium',
          amount: monthlySavings,
          currency: monthlySavings === null ? null : currency,
          labels,
          resourceIds: [...resourceIds],
        },
      ],
    },
  )
  return approval
}

/** The path of the signed link: it opens one approval, until it is decided or expires. */
function linkOf(secrets: Pick<Secrets, 'keyFor'>, { id, expires_at }: Pick<StoredApproval, 'id' | 'expires_at'>) {
  return `/autopilot?tab=approvals&approval=${id}&signature=${signatureOf(secrets, id, expires_at)}`
}

export function isSignatureOf(
  secrets: Pick<Secrets, 'keyFor'>,
  { id, expires_at }: Pick<StoredApproval, 'id' | 'expires_at'>,
  signature: string,
): boolean {
  const [expected, actual] = [signatureOf(secrets, id, expires_at), signature].map((text) => Buffer.from(text))
  return expected?.length === actual?.length && timingSafeEqual(expected ?? Buffer.of(), actual ?? Buffer.of())
}

function signatureOf({ keyFor }: Pick<Secrets, 'keyFor'>, id: string, expiresAt: string): string {
  return createHmac('sha256', keyFor('approval link')).update(`${id} ${expiresAt}`).digest('base64url')
}
