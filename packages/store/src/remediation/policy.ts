/** What Kept may do automatically in an organization; without a row the default applies, which is nothing. */
import { defaultPolicy, type RemediationPolicy } from '@kept/domain/remediation-policy.ts'
import type { Scope } from '@kept/domain/scope.ts'
import { type NewAuditEvent, recordAudit } from '../audit/record.ts'
import type { Database } from '../database/connect.ts'

interface KnownPolicy {
  policy: RemediationPolicy
  changed_by: string
  changed_at: string | null
}

export async function readPolicy(database: Database, scope: Scope): Promise<KnownPolicy> {
  const row = await database.scoped(scope, (tx) => tx.selectFrom('remediation_policy').selectAll().executeTakeFirst())
  if (!row) return { policy: defaultPolicy, changed_by: '', changed_at: null }
  const { automatic, max_step, max_per_hour, changed_by, changed_at } = row
  return { policy: { automatic, max_step, max_per_hour }, changed_by, changed_at: changed_at.toISOString() }
}

export async function writePolicy(
  database: Database,
  scope: Scope,
  policy: RemediationPolicy,
  {
    actorName,
    auditContext,
  }: { actorName: string; auditContext: Pick<NewAuditEvent, 'actor' | 'at' | 'ip' | 'requestId'> },
): Promise<KnownPolicy> {
  const values = { ...policy, changed_by: actorName, changed_at: auditContext.at }
  await database.scoped(scope, async (tx) => {
    await tx
      .insertInto('remediation_policy')
      .values({ organization_id: scope.organizationId, ...values })
      .onConflict((conflict) => conflict.column('organization_id').doUpdateSet(values))
      .execute()
    await recordAudit(tx, {
      ...auditContext,
      action: 'remediation_policy.changed',
      summary: policy.automatic
        ? `${actorName} turned on automatic remediation up to "${policy.max_step}".`
        : `${actorName} turned off automatic remediation.`,
      details: { ...policy },
    })
  })
  return { policy, changed_by: actorName, changed_at: auditContext.at.toISOString() }
}
