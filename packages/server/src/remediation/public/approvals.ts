/** When a second person has to approve a change, and how that person is asked: in the app and by a signed link. */
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Recommendation } from '@kept/domain/recommendation.ts'
import type { RemedyStep } from '@kept/domain/remediation.ts'
import type { EnforcedPolicies } from '@kept/domain/security-policy.ts'
import { compare } from '@kept/foundation/decimal.ts'
import { formatMoney } from '@kept/foundation/format/money.ts'
import type { NewAuditEvent } from '@kept/store/audit/record.ts'
import type { ScopedTransaction } from '@kept/store/database/connect.ts'
import { addNotification } from '@kept/store/notifications/add.ts'
import { insertApproval, type StoredApproval } from '@kept/store/remediation/approvals.ts'
import type { Services } from '../../platform/context.ts'
import type { Secrets } from '../../platform/secrets.ts'

/** Three days: over a weekend. */
const approvalLifeMs = 72 * 3_600_000

/** Why a second person approves this change; empty where no one has to. */
export function approvalReason(
  { approvals }: EnforcedPolicies,
  { monthly_savings, currency }: Pick<Recommendation, 'monthly_savings' | 'currency'>,
): string {
  if (!approvals) return ''
  const { amount, currency: limitCurrency } = approvals.approve_above
  const limit = `${formatMoney(amount, limitCurrency)} a month`
  if (monthly_savings === null) return `Its savings are not estimated, and changes above ${limit} need a second person.`
  if (currency !== limitCurrency)
    return `Its savings are in ${currency} and cannot be compared with ${limit}, so a second person approves.`
  return compare(monthly_savings, amount) > 0 ? `It changes more than ${limit}, so a second person approves.` : ''
}

interface ApprovalRequest {
  recommendation: Recommendation
  step: RemedyStep
  description: string
  reason: string
  asker: { id: string; name: string }
  /** Exactly one of the two. */
  dryRunId?: string
  changeId?: string
  auditContext: Pick<NewAuditEvent, 'actor' | 'at' | 'ip' | 'requestId'>
}

/** Stores the request and notifies, in the app and through the channels of the alert rules. */
export async function requestApproval(
  { secrets }: Pick<Services, 'secrets'>,
  tx: ScopedTransaction,
  request: ApprovalRequest,
): Promise<StoredApproval> {
  const { recommendation, step, description, reason, asker, dryRunId = null, changeId = null, auditContext } = request
  const { id: recommendationId, monthly_savings: monthlySavings, currency } = recommendation
  const approval = await insertApproval(
    tx,
    {
      ...{ recommendationId, step, dryRunId, changeId, description, monthlySavings, currency, reason, asker },
      expiresAt: new Date(auditContext.at.getTime() + approvalLifeMs),
    },
    auditContext,
  )
  const title = `Approval needed: ${recommendation.title}, ${recommendation.resource_name}`
  await addNotification(
    tx,
    { organizationId: tx.scopedTo },
    {
      kind: 'approval',
      title,
      body: `${asker.name} asks. ${description} ${reason}`,
      href: linkOf(secrets, approval),
      thread: `approval:${approval.id}`,
      alerts: [
        {
          kind: 'approval',
          severity: 'medium',
          amount: monthlySavings,
          currency: monthlySavings === null ? null : currency,
          labels: { rule: [recommendation.rule] },
          resourceIds: [recommendation.resource_id],
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
