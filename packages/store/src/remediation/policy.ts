/** What Kept may do automatically in an organization; without a row the default applies, which is nothing. */
import { graceDaysWith, graceKindLabels, graceKinds } from '@kept/domain/grace-period.ts'
import { defaultPolicy, type RemediationPolicy, type RemediationPolicyInput } from '@kept/domain/remediation-policy.ts'
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
  const { organization_id: _own, grace_days, changed_by, changed_at, ...fields } = row
  return {
    policy: { ...fields, grace_days: graceDaysWith(grace_days) },
    changed_by,
    changed_at: changed_at.toISOString(),
  }
}

export async function writePolicy(
  database: Database,
  scope: Scope,
  { grace_days, ...fields }: RemediationPolicyInput,
  {
    actorName,
    auditContext,
  }: { actorName: string; auditContext: Pick<NewAuditEvent, 'actor' | 'at' | 'ip' | 'requestId'> },
): Promise<KnownPolicy> {
  const changed = { changed_by: actorName, changed_at: auditContext.at }
  await database.scoped(scope, async (tx) => {
    const row = await tx.selectFrom('remediation_policy').select('grace_days').forUpdate().executeTakeFirst()
    const ownDays = { ...row?.grace_days, ...grace_days }
    const values = { ...fields, ...changed, grace_days: JSON.stringify(ownDays) }
    await tx
      .insertInto('remediation_policy')
      .values({ organization_id: scope.organizationId, ...values })
      .onConflict((conflict) => conflict.column('organization_id').doUpdateSet(values))
      .execute()
    await recordAudit(tx, {
      ...auditContext,
      action: 'remediation_policy.changed',
      summary: [
        fields.automatic
          ? `${actorName} turned on automatic remediation up to "${fields.max_step}".`
          : `${actorName} turned off automatic remediation.`,
        ...graceKinds.flatMap((kind) =>
          grace_days[kind] === undefined ? [] : [`Grace period of ${graceKindLabels[kind]}: ${grace_days[kind]} days.`],
        ),
      ].join(' '),
      details: { ...fields, grace_days: graceDaysWith(ownDays) },
    })
  })
  return readPolicy(database, scope)
}
